"""Office files, and what openpyxl and python-docx take with them: python3 office.py <what> <path> [<output>]."""

import random
import resource
import sys
import time
import zipfile

WORDS = "the file folder window cannot open save close server network password account message user settings".split()


def sentence(dice, words):
    """A sentence that is the same on every machine."""
    return " ".join(dice.choice(WORDS) for _ in range(words)).capitalize() + "."


def make_workbook(path):
    """A workbook of 50,000 strings that differ."""
    import openpyxl

    dice = random.Random(7)
    book = openpyxl.Workbook()
    for row in range(12_500):
        book.active.append([f"{sentence(dice, 6)} {row}.{column}" for column in range(4)])
    book.save(path)


def make_small_workbook(path):
    """A workbook of a few strings."""
    import openpyxl

    book = openpyxl.Workbook()
    for row in range(10):
        book.active.append([f"Text {row}"])
    book.save(path)


def make_document(path):
    """A document of about 300 pages."""
    import docx

    dice = random.Random(11)
    document = docx.Document()
    for page in range(300):
        document.add_heading(sentence(dice, 4), level=2)
        for _ in range(8):
            paragraph = document.add_paragraph(sentence(dice, 30) + " ")
            paragraph.add_run(sentence(dice, 4)).bold = True
            paragraph.add_run(" " + sentence(dice, 12))
    document.save(path)


def make_archive(path, workbook):
    """A workbook with 200 MB of pictures in it."""
    dice = random.Random(13)
    with zipfile.ZipFile(workbook) as small, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as large:
        for item in small.infolist():
            large.writestr(item, small.read(item))
        for picture in range(20):
            large.writestr(f"xl/media/image{picture}.png", dice.randbytes(10_000_000), zipfile.ZIP_STORED)


def change_workbook(path, output):
    """Loads, changes and saves every string."""
    import openpyxl

    book = openpyxl.load_workbook(path)
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                cell.value = f"[{cell.value}]"
    book.save(output)


def save_document(path, output):
    """Opens a document and saves it."""
    import docx

    docx.Document(path).save(output)


what, *paths = sys.argv[1:]
if what.startswith("make-"):
    makers = {
        "make-workbook": make_workbook,
        "make-small-workbook": make_small_workbook,
        "make-document": make_document,
        "make-archive": make_archive,
    }
    makers[what](*paths)
else:
    measure, name = what.split(":")
    began = time.perf_counter()
    {"workbook": change_workbook, "document": save_document}[name](*paths)
    took = (time.perf_counter() - began) * 1000
    print(took if measure == "ms" else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
