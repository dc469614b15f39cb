"""SVG pictures of boards: shapes, the shared colours, and the hot spots that a person clicks.

One unit is one pixel at the natural size. A shape with a `spot` carries it as the attribute data-spot, the name that
gestures use.
"""

from __future__ import annotations

from html import escape

# Two player colours that also differ in lightness, for readers who do not see red and blue apart.
PLAYER_FILL = ("#d1495b", "#1d5b8c")
PLAYER_EDGE = ("#8f2536", "#0d3557")
PLAYER_TEXT = "#ffffff"
PAPER = "#fbf7ef"
LIGHT = "#efe3cc"
DARK = "#d9c5a0"
LINE = "#7a6a4f"
INK = "#33291a"
FONT = "Helvetica, Arial, sans-serif"

CELL = 60
MARGIN = 32


class Picture:
    """An SVG document under construction, `width` x `height` units; the title is read to people who cannot see it."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size = (width, height)
        self._title = title
        self._shapes: list[str] = []
        self.rect(0, 0, width, height, PAPER)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        edge: str | None = None,
        round_by: float = 0,
        spot: str | None = None,
    ) -> None:
        """Draw a rectangle from its top left corner."""
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_by:g}"'
        self._shapes.append(f"<rect {place} {_paint(fill, edge)}{_spot(spot)}/>")

    def circle(
        self, x: float, y: float, radius: float, fill: str, *, edge: str | None = None, spot: str | None = None
    ) -> None:
        """Draw a circle around a centre."""
        self._shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {_paint(fill, edge)}{_spot(spot)}/>')

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str, width: float, *, spot: str | None = None
    ) -> None:
        """Draw a line with round ends."""
        place = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
        self._shapes.append(
            f'<line {place} stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round"{_spot(spot)}/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 18,
        fill: str = INK,
        bold: bool = False,
        monospace: bool = False,
    ) -> None:
        """Write a text, centred on (x, y); clicks go through it to the shape below."""
        weight = ' font-weight="bold"' if bold else ""
        # A board drawn in text keeps its columns and its runs of spaces.
        family, space = ("monospace", ' xml:space="preserve"') if monospace else (FONT, "")
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-family="{family}" font-size="{size:g}"{weight}{space} fill="{fill}" '
            f'text-anchor="middle" dy="0.35em" pointer-events="none">{escape(text, quote=False)}</text>'
        )

    def button(self, x: float, y: float, width: float, height: float, label: str, *, spot: str) -> None:
        """Draw a button around its centre (x, y)."""
        self.rect(x - width / 2, y - height / 2, width, height, LIGHT, edge=LINE, round_by=8, spot=spot)
        self.text(x, y, label)

    def render(self) -> str:
        """Return the document."""
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img">'
        )
        return "\n".join([head, f"<title>{escape(self._title, quote=False)}</title>", *self._shapes, "</svg>\n"])


def _paint(fill: str, edge: str | None) -> str:
    return f'fill="{fill}"' + (f' stroke="{edge}" stroke-width="2"' if edge else "")


def _spot(spot: str | None) -> str:
    return f' data-spot="{escape(spot)}"' if spot else ""
