"""`python -m pasjans_terminal` is `pasjans`."""

import sys

from pasjans_terminal.main import main

sys.exit(main())
