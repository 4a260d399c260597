"""Rebuild the bundled fonts: a subset of Noto Sans CJK SC; Western signs it lacks come from Noto Sans.

    python scripts/build_fonts.py FONTS [--out resources/fonts]

FONTS is a `share/fonts` folder holding Debian's packages fonts-noto-cjk and fonts-noto-core, installed or
unpacked (`dpkg-deb -x`). Needs fonttools.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "resources" / "fonts"
PAIRS = ROOT / "data" / "tatoeba" / "eng-cmn.tsv.gz"
FAMILY = "Attention Explorer Sans"
VERSION = "1.000"

CJK_FACE = "Noto Sans CJK SC"
CJK = {"Regular": "opentype/noto/NotoSansCJK-Regular.ttc", "Bold": "opentype/noto/NotoSansCJK-Bold.ttc"}
# Asked in this order for what the CJK font lacks. Noto Sans Math and Symbols2 have no bold face.
SYMBOLS = ["truetype/noto/NotoSansMath-Regular.ttf", "truetype/noto/NotoSansSymbols2-Regular.ttf"]
WESTERN = {
    "Regular": ["truetype/noto/NotoSans-Regular.ttf", *SYMBOLS],
    "Bold": ["truetype/noto/NotoSans-Bold.ttf", *SYMBOLS],
}

RANGES = {
    "Basic Latin": (0x20, 0x7E),
    "Latin-1": (0xA0, 0xFF),
    "Latin Extended-A": (0x100, 0x17F),
    "spacing accents": (0x2B0, 0x2DD),
    "Greek": (0x370, 0x3FF),
    "Cyrillic": (0x400, 0x45F),
    "raised letters": (0x1D2C, 0x1D6A),
    "general punctuation": (0x2010, 0x205E),
    "superscripts and subscripts": (0x2070, 0x209C),
    "currency": (0x20A0, 0x20BF),
    "letterlike": (0x2100, 0x214F),
    "number forms": (0x2150, 0x218F),
    "arrows": (0x2190, 0x21FF),
    "mathematical operators": (0x2200, 0x22FF),
    "technical": (0x2300, 0x23FF),
    "enclosed numbers": (0x2460, 0x24FF),
    "box drawing, blocks, geometric shapes": (0x2500, 0x25FF),
    "symbols and dingbats": (0x2600, 0x27BF),
    "mathematical brackets": (0x27E6, 0x27EB),
    "subscript j": (0x2C7C, 0x2C7C),
    "CJK punctuation, kana": (0x3000, 0x30FF),
    "full-width forms": (0xFF00, 0xFFEF),
}
# Where a Chinese font draws Western signs one ideograph wide ( “ ” … ≤ ), the narrower drawing reads better.
NARROW = ((0xA0, 0xFF), (0x2010, 0x205E), (0x2200, 0x22FF))
IDEOGRAPH_WIDTH = 1000


def gb2312() -> set[int]:
    """Code points of the GB 2312 character set: 6,763 ideographs and 682 signs."""
    pairs = (bytes((row, cell)) for row in range(0xA1, 0xF8) for cell in range(0xA1, 0xFF))
    return {ord(character) for pair in pairs if (character := pair.decode("gb2312", errors="ignore"))}


def sentences() -> set[int]:
    """Code points of the sentence pairs that ship: a few of their characters are not in GB 2312."""
    text = gzip.decompress(PAIRS.read_bytes()).decode("utf-8")
    return {ord(character) for character in text if character.isprintable()}


def wanted() -> set[int]:
    ranges = (range(first, last + 1) for first, last in RANGES.values())
    return gb2312().union(sentences(), *ranges)


def cjk_face(collection: Path) -> TTFont:
    fonts = TTCollection(collection, recalcTimestamp=False).fonts
    return next(font for font in fonts if font["name"].getDebugName(1) == CJK_FACE)


def is_wide(font: TTFont, code: int) -> bool:
    in_range = any(first <= code <= last for first, last in NARROW)
    return in_range and font["hmtx"][font.getBestCmap()[code]][0] == IDEOGRAPH_WIDTH


def borrowed(cjk: TTFont, western: list[TTFont], codes: Iterable[int]) -> dict[int, TTFont]:
    """Which signs come from another font: those the CJK font lacks, and those it draws too wide."""
    own = cjk.getBestCmap()
    foreign = {}
    for code in sorted(codes):
        if code in own and not is_wide(cjk, code):
            continue
        donor = next((font for font in western if code in font.getBestCmap()), None)
        if donor is not None:
            foreign[code] = donor
    return foreign


def subset(font: TTFont, codes: Iterable[int]) -> None:
    options = Options()
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx"]  # vertical writing
    options.layout_features = ["kern"]  # not locl: it would bring each ideograph in five regional forms
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)


def add_glyphs(font: TTFont, foreign: dict[int, TTFont]) -> None:
    """Redraw glyphs of other fonts (same 1000 units per em) as new glyphs of this CID-keyed CFF font."""
    top = font["CFF "].cff.topDictIndex[0]
    like = top.CharStrings.charStrings[font.getBestCmap()[ord("A")]]
    group = top.FDSelect[like]
    private = top.FDArray[group].Private
    order = list(font.getGlyphOrder())
    free = sorted({f"cid{number:05d}" for number in range(1, top.CIDCount)} - set(order))
    for name, (code, donor) in zip(free, foreign.items(), strict=False):
        glyphs, glyph = donor.getGlyphSet(), donor.getBestCmap()[code]
        pen = T2CharStringPen(glyphs[glyph].width - private.nominalWidthX, glyphs)
        glyphs[glyph].draw(pen)
        top.CharStrings.charStringsIndex.append(pen.getCharString(private, top.GlobalSubrs))
        top.CharStrings.charStrings[name] = len(order)
        top.FDSelect.gidArray.append(group)
        order.append(name)
        font["hmtx"][name] = donor["hmtx"][glyph]
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name
    font.setGlyphOrder(order)
    top.charset = order


def rename(font: TTFont, weight: str, sources: list[str]) -> None:
    """A name of its own: "Noto" is a trademark, and a changed font must not pass for the original."""
    full = FAMILY if weight == "Regular" else f"{FAMILY} {weight}"
    postscript = f"{FAMILY.replace(' ', '')}-{weight}"
    names = font["name"]
    copyrights = f"{names.getDebugName(0)} Copyright 2015-2018 Google LLC."
    made = f"A changed subset of {', '.join(sources)}. See README.md beside this file."
    texts = {0: copyrights, 1: FAMILY, 2: weight, 3: f"{VERSION};{postscript}", 4: full}
    texts |= {5: f"Version {VERSION}", 6: postscript, 10: made}
    for number, text in texts.items():
        names.setName(text, number, 3, 1, 0x409)
    names.names = [record for record in names.names if record.platformID == 3 and record.langID == 0x409]
    cff = font["CFF "].cff
    cff.fontNames = [postscript]
    top = cff.topDictIndex[0]
    top.FullName, top.FamilyName = full, FAMILY
    font["head"].fontRevision = float(VERSION)


def build(fonts: Path, weight: str, out: Path) -> None:
    font = cjk_face(fonts / CJK[weight])
    western = [TTFont(fonts / path) for path in WESTERN[weight]]
    foreign = borrowed(font, western, wanted())
    sources = [f"{CJK_FACE} {weight}", *(donor["name"].getDebugName(4) for donor in western)]
    subset(font, wanted() - set(foreign))
    add_glyphs(font, foreign)
    rename(font, weight, sources)
    path = out / f"{FAMILY.replace(' ', '')}-{weight}.otf"
    font.save(path)
    missing = (gb2312() | sentences()) - set(font.getBestCmap())
    size = f"{len(font.getGlyphOrder())} glyphs, {path.stat().st_size:,} bytes"
    print(f"{path.name}: {size}, {len(missing)} of GB 2312 and the sentences missing")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("fonts", type=Path, help="share/fonts folder of the two Debian packages")
    parser.add_argument("--out", type=Path, default=OUT, help="folder to write to (default: resources/fonts)")
    given = parser.parse_args()
    for weight in CJK:
        build(given.fonts, weight, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
