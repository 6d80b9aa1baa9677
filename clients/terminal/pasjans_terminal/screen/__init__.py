"""Games on a whole screen: a shell around prompt_toolkit, and those who act in it."""
