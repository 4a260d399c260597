"""Reads a report back: a strict parser, and the parts of the page that tests ask for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "path", "rect", "line"}


@dataclass
class Node:
    tag: str
    attributes: Mapping[str, str | None] = field(default_factory=dict)
    children: list["Node | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, tag: str, of_class: str = "") -> list["Node"]:
        """Descendants with a tag, and a class."""
        found = []
        for child in self.children:
            if isinstance(child, Node):
                fits = child.tag == tag and (
                    not of_class or of_class in (child.attributes.get("class") or "").split()
                )
                found += [child] * fits + child.all(tag, of_class)
        return found


class Reader(HTMLParser):
    """A strict reader: every element must be closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("document")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().tag == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Node:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert [node.tag for node in reader.open] == ["document"]
    return reader.open[0]


def figures(document: Node) -> dict[str, Node]:
    """The figure of each array, by its path."""
    return {figure.all("figcaption")[0].all("code")[0].text: figure for figure in document.all("figure")}


def section(document: Node, name: str) -> Node:
    return next(node for node in document.all("section") if node.attributes.get("id") == name)


def tokens_of(document: Node) -> list[str]:
    return [chip.all("bdi")[0].text for chip in document.all("li", "chip")]
