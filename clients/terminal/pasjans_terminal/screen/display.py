"""One prompt_toolkit application: draws scenes, reads keys, the mouse, and what is typed."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pasjans_terminal.drawing.frame import frame
from pasjans_terminal.drawing.glyphs import Glyphs
from pasjans_terminal.drawing.styles import Span, Style
from pasjans_terminal.screen.actor import Actor
from pasjans_terminal.screen.colours import SHEET, class_of, classes_of

INTERRUPTED: Final = 130
_ESCAPE_S: Final = 0.05
"""How long Escape waits for the rest of an arrow key's sequence."""


class Display:
    """See the module.

    Args:
        actor: who acts in it.
        glyphs: the characters to draw with.
        types: whether lines can be typed after a colon.

    Attributes:
        application: what prompt_toolkit runs; its result is the exit code.
    """

    def __init__(self, actor: Actor, glyphs: Glyphs, *, types: bool) -> None:
        self._actor = actor
        self._glyphs = glyphs
        self._typing = False
        self._line = Buffer(multiline=False, accept_handler=self._accept)
        self._board = Window(
            FormattedTextControl(self._fragments, focusable=True, show_cursor=False)
        )
        self.application: Application[int] = self._application(types=types)
        self.application.ttimeoutlen = self.application.timeoutlen = _ESCAPE_S

    def _application(self, *, types: bool) -> Application[int]:
        typing = Condition(lambda: self._typing)
        prompt = Window(FormattedTextControl([(class_of(Style.KEY), ":")]), width=1)
        line = VSplit([prompt, Window(BufferControl(self._line))], height=1)
        split = HSplit([self._board, ConditionalContainer(line, typing)])
        return Application(
            layout=Layout(split, self._board),
            key_bindings=self._bindings(typing, types=types),
            style=SHEET,
            full_screen=True,
            mouse_support=True,
        )

    def _bindings(self, typing: Condition, *, types: bool) -> KeyBindings:
        bindings = KeyBindings()
        for key, act in self._actor.keys().items():
            bindings.add(key, filter=~typing)(_handler(act))
        bindings.add("c-c")(_handler(self._interrupt))
        if types:
            bindings.add(":", filter=~typing)(_handler(self._type))
            for key in ("escape", "c-g"):
                bindings.add(key, filter=typing, eager=True)(_handler(self._stop_typing))
        return bindings

    def _interrupt(self) -> None:
        self.application.exit(result=INTERRUPTED)

    def _type(self) -> None:
        self._typing = True
        self.application.layout.focus(self._line)

    def _stop_typing(self) -> None:
        self._typing = False
        self._line.reset()
        self.application.layout.focus(self._board)

    def _accept(self, buffer: Buffer) -> bool:
        text = buffer.text
        self._stop_typing()
        self._actor.typed(text)
        return True

    def _fragments(self) -> StyleAndTextTuples:
        size = self.application.output.get_size()
        rows = size.rows - self._typing
        fragments: StyleAndTextTuples = []
        for line in frame(self._actor.scene(), size.columns, rows, self._glyphs):
            fragments += [self._fragment(span) for span in line]
            fragments.append(("", "\n"))
        return fragments[:-1]

    def _fragment(self, span: Span) -> Any:
        if span.cell is None:
            return classes_of(span), span.text
        return classes_of(span), span.text, partial(self._mouse, span.cell)

    def _mouse(self, cell: int, event: MouseEvent) -> None:
        if event.event_type is MouseEventType.MOUSE_UP:
            self._actor.click(cell)


def _handler(act: Callable[[], object]) -> Callable[[KeyPressEvent], None]:
    """What prompt_toolkit calls for a key; it draws anew afterwards."""

    def handle(_: KeyPressEvent) -> None:
        act()

    return handle
