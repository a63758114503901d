#!/usr/bin/env python3
"""Writes Sources/CEmbedded/common-passwords.txt from the frequency lists of the PyPI package zxcvbn (4.5.0, MIT License).

    python3 -m pip install --target /tmp/zxcvbn zxcvbn==4.5.0
    PYTHONPATH=/tmp/zxcvbn scripts/lib/common-passwords.py

The words have at least 8 characters, the fewest that a password may have; those of 4 to 7 among the first 2,000 are for repetitions of
them.
"""
import pathlib

from zxcvbn.frequency_lists import FREQUENCY_LISTS

words = FREQUENCY_LISTS["passwords"]
chosen = {word.lower() for word in words if len(word) >= 8 and word.isascii() and word.isprintable()}
chosen |= {word.lower() for word in words[:2000] if 4 <= len(word) < 8 and word.isascii() and word.isprintable()}
target = pathlib.Path(__file__).resolve().parents[2] / "Sources/CEmbedded/common-passwords.txt"
target.write_text("".join(f"{word}\n" for word in sorted(chosen)))
