"""Files for tests: hostile ones, and others, each made here. There are no photographs in them, and nobody's likeness.

sample_files.py make FOLDER     writes all of them
sample_files.py look FILE…      decodes pictures by Pillow, and writes a line of JSON for each: format, mode, size, colours, and the
                                kinds of metadata in it

All metadata, and all that is hidden, contains the text of `secret`: a file without it has lost them.
"""

import argparse
import io
import json
import os
import struct
import sys
import zipfile
import zlib

import pillow_heif
from PIL import Image, ImageCms, ImageDraw, PngImagePlugin

pillow_heif.register_heif_opener()

secret = "HATCHED-SECRET"
corners = {"red": (220, 30, 30), "green": (30, 160, 60), "blue": (40, 60, 200), "yellow": (230, 200, 40)}


def picture(width, height, mode="RGB"):
    """Red, green, blue and yellow from the upper left clockwise, with something to compress in the middle."""
    image = Image.linear_gradient("L").resize((width, height)).convert("RGB")
    draw = ImageDraw.Draw(image)
    for index, place in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]):
        left, top = place[0] * width * 3 // 4, place[1] * height * 3 // 4
        draw.rectangle([left, top, left + width // 4, top + height // 4], fill=list(corners.values())[index])
    return image.convert(mode)


def translucent(width, height):
    image = picture(width, height, "RGBA")
    # The right half is clear.
    image.paste((0, 0, 0, 0), (width // 2, 0, width, height))
    return image


def exif(orientation=None):
    tags = Image.Exif()
    if orientation:
        tags[0x0112] = orientation
    tags[0x010E] = secret
    tags[0x013B] = secret
    place = tags.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", (47.0, 30.0, 15.5), "E", (9.0, 44.0, 1.0)
    place[29] = "2026:11:27"
    return tags


xmp = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>{secret}</rdf></x:xmpmeta>'.encode()


def profile():
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def segment(marker, body):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(body) + 2) + body


def with_segments(jpeg, *segments):
    """Segments behind the first one."""
    end = 4 + struct.unpack(">H", jpeg[4:6])[0]
    return jpeg[:end] + b"".join(segments) + jpeg[end:]


def saved(image, format, **options):
    file = io.BytesIO()
    image.save(file, format, **options)
    return file.getvalue()


def metadata_of_jpeg():
    iptc = b"Photoshop 3.0\x008BIM\x04\x04\x00\x00" + struct.pack(">I", 5 + len(secret)) + b"\x1c\x02\x78" + struct.pack(
        ">H", len(secret)) + secret.encode()
    return [segment(0xED, iptc), segment(0xFE, secret.encode()), segment(0xE5, secret.encode())]


def phone(orientation):
    """As a telephone writes it: 12 megapixels on their side, with the place where they were taken."""
    jpeg = saved(picture(4032, 3024), "JPEG", quality=92, exif=exif(orientation), icc_profile=profile(), xmp=xmp)
    return with_segments(jpeg, *metadata_of_jpeg())


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def huge_png(width, height):
    """One bit a pixel, all black: hardly any bytes for very many pixels."""
    squeezer = zlib.compressobj(9)
    row = b"\x00" * (1 + (width + 7) // 8)
    data = b"".join(squeezer.compress(row * 100) for _ in range(height // 100)) + squeezer.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def scans(count):
    """A progressive JPEG with very many scans of nothing: each has the decoder go over all blocks once more."""
    across, down = 1024, 732
    blocks = across * down
    table = bytes([0]) + bytes([16] * 64)
    frame = struct.pack(">BHHB", 8, down * 8, across * 8, 1) + bytes([1, 0x11, 0])
    direct = bytes([0x00]) + bytes([1] + [0] * 15) + bytes([0])
    # One code, of one bit: the end of 2**14 blocks and of as many more as 14 bits say.
    alternating = bytes([0x10]) + bytes([1] + [0] * 15) + bytes([0xE0])
    first = segment(0xDA, bytes([1, 1, 0x00, 0, 0, 0])) + b"\x00" * (blocks // 8)
    bits, left = "", blocks
    while left > 0:
        # More than there are left is no fault to the decoder.
        run = min(max(left, 1 << 14), (1 << 15) - 1)
        bits += "0" + format(run - (1 << 14), "014b")
        left -= run
    bits += "1" * (-len(bits) % 8)
    data = b"".join(bytes([int(bits[i:i + 8], 2)]) + (b"\x00" if bits[i:i + 8] == "1" * 8 else b"") for i in range(0, len(bits), 8))
    again = segment(0xDA, bytes([1, 1, 0x00, 1, 63, 0])) + data
    return (b"\xff\xd8" + segment(0xDB, table) + segment(0xC2, frame) + segment(0xC4, direct) + segment(0xC4, alternating) + first +
            again * count + b"\xff\xd9")


def archive(entries, stored=(), comment=b""):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zip:
        zip.comment = comment
        for name, text in entries:
            zip.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED)
    return file.getvalue()


parts = {"docx": "word/document.xml", "xlsx": "xl/workbook.xml", "pptx": "ppt/presentation.xml"}
open_types = {"odt": "text", "ods": "spreadsheet", "odp": "presentation"}


def office(kind, *more):
    return archive([("[Content_Types].xml", "<Types/>"), ("_rels/.rels", "<Relationships/>"), (parts[kind], "<document/>"), *more])


def open_document(kind, *more):
    return archive([("mimetype", "application/vnd.oasis.opendocument." + open_types[kind]), ("content.xml", "<office/>"),
                    ("META-INF/manifest.xml", "<manifest/>"), *more], stored=["mimetype"])


def renamed(archive, old, new):
    """Another name in the directory than before the entry itself."""
    start = archive.rindex(old)
    return archive[:start] + new + archive[start + len(old):]


def pictures():
    plain, page = picture(640, 480), b"<html><script>alert('" + secret.encode() + b"')</script></html>"
    jpeg, png = saved(plain, "JPEG", quality=90), saved(plain, "PNG")
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", secret)
    text.add_itxt("XML:com.adobe.xmp", xmp.decode())
    text.add_text("Long", secret * 9, zip=True)
    frames = [picture(320, 200).convert("P"), Image.new("P", (320, 200), 3)]
    yield "phone.jpg", phone(6)
    for orientation in range(1, 9):
        yield f"orientation-{orientation}.jpg", saved(picture(400, 300), "JPEG", quality=90, exif=exif(orientation))
    yield "plain.jpg", jpeg
    yield "grey.jpg", saved(plain.convert("L"), "JPEG")
    yield "cmyk.jpg", saved(plain.convert("CMYK"), "JPEG")
    yield "progressive.jpg", saved(picture(1200, 900), "JPEG", progressive=True)
    yield "small.jpg", saved(picture(100, 40), "JPEG")
    yield "thin.jpg", saved(picture(9000, 10), "JPEG")
    yield "large.jpg", saved(picture(8000, 6000), "JPEG")
    yield "metadata.png", saved(plain, "PNG", pnginfo=text, exif=exif(), icc_profile=profile())
    yield "translucent.png", saved(translucent(640, 480), "PNG")
    yield "palette.png", saved(translucent(640, 480).quantize(32), "PNG")
    yield "deep.png", saved(plain.convert("L").convert("I;16"), "PNG")
    yield "animated.gif", saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    yield "evil.js", saved(frames[0], "GIF", comment=f"*/=1;alert('{secret}')//".encode())
    yield "opaque.webp", saved(plain, "WEBP", exif=exif(6), xmp=xmp, icc_profile=profile())
    yield "translucent.webp", saved(translucent(640, 480), "WEBP", exif=exif(), xmp=xmp)
    yield "animated.webp", saved(frames[0].convert("RGB"), "WEBP", save_all=True, append_images=[frames[1].convert("RGB")])
    yield "phone.heic", saved(plain, "HEIF", quality=80, exif=exif(6), xmp=xmp)
    yield "plain.avif", saved(plain, "AVIF", quality=70, exif=exif())
    yield "IMG.heic", jpeg
    # Of two kinds at once.
    yield "archive-behind.jpg", jpeg + archive([("a.html", page)])
    yield "page-behind.png", png + page
    yield "page-inside.jpg", with_segments(jpeg, segment(0xFE, page), *metadata_of_jpeg())
    # Bombs, and what ends too early.
    yield "pixels.png", huge_png(30_000, 30_000)
    yield "side.png", huge_png(16_400, 100)
    yield "pixels.jpg", jpeg.replace(struct.pack(">HH", 480, 640), struct.pack(">HH", 60_000, 60_000))
    yield "scans.jpg", scans(20_000)
    yield "truncated.jpg", jpeg[:len(jpeg) * 2 // 3]
    yield "truncated.png", png[:len(png) * 2 // 3]
    yield "truncated.gif", saved(picture(320, 200).convert("P"), "GIF")[:-6000]
    yield "truncated.webp", saved(plain, "WEBP")[:-900]
    yield "truncated.heic", saved(plain, "HEIF")[:-900]
    yield "header.jpg", jpeg[:4]
    yield "header.png", png[:8]
    yield "noise.jpg", b"\xff\xd8\xff" + bytes((i * 7919 >> 3) & 255 for i in range(5000))


def documents():
    yield "plan.pdf", b"%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n"
    for kind in parts:
        yield f"plan.{kind}", office(kind)
    for kind in open_types:
        yield f"plan.{kind}", open_document(kind)
    yield "plan.txt", "Zoë reads \t Moby-Dick.\r\n\fPage 2\n".encode()
    yield "marked.csv", b"\xef\xbb\xbfa,b\n1,2\n"
    yield "numbers.csv", b"5 < 6\n"
    yield "README.md", b"# Plan\n<b>bold</b>\n"
    yield "long.txt", b"0123456789abcde\n" * (1 << 16)
    # The text of a script is text.
    yield "passwd", b"hi"


def refused():
    page = b"<html><script>alert(1)</script></html>"
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    docx = office("docx")
    yield "page.png", page
    yield "page.txt", b" \r\n\t" + page
    yield "page.csv", b"\xef\xbb\xbf" + page
    yield "page-nbsp.txt", "\u00a0\u200b\u2028".encode() + page
    yield "drawing.svg", svg
    yield "drawing.jpg", b'<?xml version="1.0"?>\n' + svg
    yield "page.utf16.txt", page.decode().encode("utf-16")
    yield "plan.zip", archive([("a.txt", "a")])
    yield "plan.jar", archive([("META-INF/MANIFEST.MF", "Manifest-Version: 1.0"), ("A.class", b"\xca\xfe\xba\xbe")])
    yield "macros.docx", office("docx", ("word/vbaProject.bin", b"\xd0\xcf\x11\xe0"))
    yield "macros-case.xlsx", office("xlsx", ("xl/VBAPROJECT.BIN", b"\xd0\xcf\x11\xe0"))
    yield "macros-path.pptx", office("pptx", ("ppt\\vbaProject.bin", b"\xd0\xcf\x11\xe0"))
    yield "macros.odt", open_document("odt", ("vbaProject.bin", b"\xd0\xcf\x11\xe0"))
    # Directories that say something else than what other programs find.
    yield "macros-hidden.docx", renamed(office("docx", ("word/vbaProject.bin", b"\xd0")), b"word/vbaProject.bin", b"word/media/a12.png")
    yield "two-kinds.docx", office("docx", ("xl/workbook.xml", "<workbook/>"))
    yield "twice.docx", office("docx", ("WORD/document.xml", "<document/>"))
    yield "in-front.docx", page + docx
    yield "behind.docx", docx + page
    yield "two-directories.docx", archive([("a.html", page)], comment=b"") + docx
    yield "cut.docx", docx[:-30]
    yield "bytes.docx", b"PK\x03\x04" + bytes(200)
    yield "clip.mp4", b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2" + bytes(100)
    yield "clip.mov", b"\x00\x00\x00\x14ftypqt  \x00\x00\x02\x00qt  " + bytes(100)
    yield "program", b"\x7fELF\x02\x01\x01" + bytes(100)
    yield "program.exe", b"MZ" + bytes(100)
    yield "picture.bmp", saved(picture(64, 64), "BMP")
    yield "picture.tif", saved(picture(64, 64), "TIFF")
    yield "picture.jp2", b"\x00\x00\x00\x0cjP  \r\n\x87\n" + bytes(100)
    yield "latin.txt", "Zoë".encode("latin-1")
    yield "zero.txt", b"a\x00b"
    yield "escape.txt", b"\x1b[2J"
    yield "control.txt", "a\u0085b".encode()
    yield "surrogate.txt", b"\xed\xa0\x80"
    yield "overlong.txt", b"\xc0\xbcscript"
    yield "too-long.txt", b"0123456789abcde\n" * ((1 << 16) + 1)
    yield "late.pdf", b"\n%PDF-1.7\n<html>\xff"
    yield "empty", b""


def make(folder):
    for kind, files in [("pictures", pictures()), ("documents", documents()), ("refused", refused())]:
        os.makedirs(f"{folder}/{kind}", exist_ok=True)
        for name, content in files:
            with open(f"{folder}/{kind}/{name}", "wb") as file:
                file.write(content)


def colour(pixel):
    """The nearest of the four, or clear or white."""
    if len(pixel) == 4 and pixel[3] < 128:
        return "clear"
    names = dict(corners, white=(255, 255, 255))
    return min(names, key=lambda name: sum((a - b) ** 2 for a, b in zip(pixel, names[name])))


def look(path):
    image = Image.open(path)
    kinds = sorted(set(image.info) - {"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi"})
    shown = image if image.mode in ("RGB", "RGBA") else image.convert("RGB")
    width, height = image.size
    places = [(width // 16, height // 16), (width - 1 - width // 16, height // 16),
              (width - 1 - width // 16, height - 1 - height // 16), (width // 16, height - 1 - height // 16)]
    return {"format": image.format, "mode": image.mode, "width": width, "height": height, "metadata": kinds,
            "colours": [colour(shown.getpixel(place)) for place in places], "frames": getattr(image, "n_frames", 1)}


arguments = argparse.ArgumentParser()
arguments.add_argument("--record", help="not used")
arguments.add_argument("command", choices=["make", "look"])
arguments.add_argument("paths", nargs="+")

if __name__ == "__main__":
    given = arguments.parse_args()
    if given.command == "make":
        make(given.paths[0])
    else:
        for path in given.paths:
            print(json.dumps(look(path)))
