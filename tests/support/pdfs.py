"""Makes PDF files for tests: text pages in any script, and every kind of trouble."""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping, Sequence

from pypdf import PdfReader, PdfWriter

LINE = 60
"""Characters of a line of text."""


def text_pdf(pages: Sequence[str]) -> bytes:
    """Return a PDF with these pages, "" for one without text; fonts map their glyphs to Unicode."""
    fonts = _Fonts(pages)
    count = len(pages)
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (count, b" ".join(b"%d 0 R" % (6 + 2 * i) for i in range(count))),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Test /Encoding /Identity-H"
        b" /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>",
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Test /DW 600 /CIDSystemInfo"
        b" << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
        stream(fonts.to_unicode()),
    ]
    for number, text in enumerate(pages):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >>"
            b" /Contents %d 0 R >>" % (7 + 2 * number)
        )
        objects.append(stream(fonts.show(text)))
    return assemble(objects)


def stream(data: bytes, *, extra: bytes = b"") -> bytes:
    """Return a compressed stream object."""
    packed = zlib.compress(data)
    return b"<< /Length %d /Filter /FlateDecode %s >>\nstream\n%s\nendstream" % (len(packed), extra, packed)


def assemble(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """Return a file of these objects, numbered from 1; the first is the catalogue."""
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    offsets: list[int] = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for offset in offsets:
        out.write(b"%010d 00000 n \n" % offset)
    out.write(
        b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, trailer, start)
    )
    return out.getvalue()


class _Fonts:
    """One font that knows every character of the pages by a two-byte code."""

    def __init__(self, pages: Sequence[str]) -> None:
        self._codes: Mapping[str, int] = {
            char: code for code, char in enumerate(sorted(set("".join(pages))), 1)
        }

    def to_unicode(self) -> bytes:
        pairs = [
            b"<%04x> <%s>" % (code, char.encode("utf-16-be").hex().encode())
            for char, code in self._codes.items()
        ]
        blocks = [pairs[i : i + 100] for i in range(0, len(pairs), 100)]
        body = b"\n".join(b"%d beginbfchar\n%s\nendbfchar" % (len(b), b"\n".join(b)) for b in blocks)
        return (
            b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def\n"
            b"1 begincodespacerange <0000> <ffff> endcodespacerange\n"
            + body
            + b"\nendcmap CMapName currentdict /CMap defineresource pop end end"
        )

    def show(self, text: str) -> bytes:
        if not text:
            return b"0 0 m 100 100 l S"
        lines = [line for paragraph in text.split("\n") for line in _wrap(paragraph)]
        shown = [
            b"<%s> Tj T*" % b"".join(b"%04x" % self._codes[char] for char in line) if line else b"T*"
            for line in lines
        ]
        return b"BT /F 10 Tf 12 TL 40 800 Td\n" + b"\n".join(shown) + b"\nET"


def _wrap(text: str) -> list[str]:
    lines: list[str] = []
    while len(text) > LINE:
        cut = text.rfind(" ", 0, LINE) + 1 or LINE
        lines.append(text[:cut])
        text = text[cut:]
    return [*lines, text]


def encrypted(pdf: bytes, *, user: str, owner: str) -> bytes:
    """Return the PDF encrypted (AES-256); an empty `user` password lets everybody read."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    writer.encrypt(user, owner, algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def scanned(pages: int = 2) -> bytes:
    """Return a PDF whose pages are pictures, as a scanner makes it."""
    pixels = bytes(range(256)) * 64
    picture = (
        b"/Type /XObject /Subtype /Image /Width 128 /Height 128 /ColorSpace /DeviceGray /BitsPerComponent 8"
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (pages, b" ".join(b"%d 0 R" % (4 + 2 * i) for i in range(pages))),
        stream(pixels, extra=picture),
    ]
    for number in range(pages):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /I 3 0 R >> >>"
            b" /Contents %d 0 R >>" % (5 + 2 * number)
        )
        objects.append(stream(b"595 0 0 842 0 0 cm /I Do"))
    return assemble(objects)


def crowded(objects: int = 100_000) -> bytes:
    """Return a one-page PDF with very many tiny objects."""
    page = text_pdf(["The crowded file still has one page about walruses."])
    body = page[: page.rindex(b"xref\n0 ")]
    parts = [part + b"endobj" for part in body.split(b"endobj\n")[:-1]]
    bodies = [part.split(b" obj\n", 1)[1].removesuffix(b"\nendobj") for part in parts]
    return assemble([*bodies, *(b"<< /N %d >>" % number for number in range(objects))])


def bomb(megabytes: int = 2_000) -> bytes:
    """Return a small PDF whose page unpacks to very much."""
    packer = zlib.compressobj(9)
    packed = b"".join([packer.compress(b" " * 1_000_000) for _ in range(megabytes)] + [packer.flush()])
    return assemble(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
            b" /Resources << /Font << >> >> >>",
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        ]
    )
