"""Sets of Unicode characters as sorted, separate ranges of code points, for regular expressions.

Bytes that are no UTF-8 appear in decoded text as lone surrogates (Python's `surrogateescape`), which no set contains.
"""
from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from aioflow.kernels.string.unicode_scripts import RUNS

CharSet = tuple[tuple[int, int], ...]  # first and last code point of each range

_LAST = 0x10FFFF
# The last code point with another case (Adlam's small sha), behind which no case folding is looked for.
_LAST_CASED = 0x1E943
SURROGATES = (0xD800, 0xDFFF)
NEWLINE: CharSet = ((10, 10),)
DIGITS: CharSet = ((48, 57),)
# Perl's `\s`, which RE2 follows: no vertical tab (11), other than in `[:space:]`.
SPACES: CharSet = ((9, 10), (12, 13), (32, 32))
WORD_CHARS: CharSet = ((48, 57), (65, 90), (95, 95), (97, 122))
# RE2's `[:name:]` classes know ASCII alone.
NAMED: dict[str, CharSet] = {
    "alnum": ((48, 57), (65, 90), (97, 122)), "alpha": ((65, 90), (97, 122)), "ascii": ((0, 127),),
    "blank": ((9, 9), (32, 32)), "cntrl": ((0, 31), (127, 127)), "digit": DIGITS, "graph": ((33, 126),),
    "lower": ((97, 122),), "print": ((32, 126),), "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "space": ((9, 13), (32, 32)), "upper": ((65, 90),), "word": WORD_CHARS, "xdigit": ((48, 57), (65, 70), (97, 102)),
}  # fmt: skip

# Scripts by ICU's number, as far as regular expressions name them.
_FIRST_SCRIPTS = (
    "Common Inherited Arabic Armenian Bengali Bopomofo Cherokee Coptic Cyrillic Deseret Devanagari Ethiopic Georgian "
    "Gothic Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Mongolian "
    "Myanmar Ogham Old_Italic Oriya Runic Sinhala Syriac Tamil Telugu Thaana Thai Tibetan Canadian_Aboriginal Yi "
    "Tagalog Hanunoo Buhid Tagbanwa Braille Cypriot Limbu Linear_B Osmanya Shavian Tai_Le Ugaritic"
)
SCRIPTS = {name: number for number, name in enumerate(_FIRST_SCRIPTS.split())} | {
    "Adlam": 167, "Ahom": 161, "Anatolian_Hieroglyphs": 156, "Avestan": 117, "Balinese": 62, "Bamum": 130,
    "Bassa_Vah": 134, "Batak": 63, "Bhaiksuki": 168, "Brahmi": 65, "Buginese": 55, "Carian": 104,
    "Caucasian_Albanian": 159, "Chakma": 118, "Cham": 66, "Chorasmian": 189, "Cuneiform": 101, "Dives_Akuru": 190,
    "Dogra": 178, "Duployan": 135, "Egyptian_Hieroglyphs": 71, "Elbasan": 136, "Elymaic": 185, "Glagolitic": 56,
    "Grantha": 137, "Gunjala_Gondi": 179, "Hanifi_Rohingya": 182, "Hatran": 162, "Imperial_Aramaic": 116,
    "Inscriptional_Pahlavi": 122, "Inscriptional_Parthian": 125, "Javanese": 78, "Kaithi": 120, "Kayah_Li": 79,
    "Kharoshthi": 57, "Khitan_Small_Script": 191, "Khojki": 157, "Khudawadi": 145, "Lepcha": 82, "Linear_A": 83,
    "Lisu": 131, "Lycian": 107, "Lydian": 108, "Mahajani": 160, "Makasar": 180, "Mandaic": 84, "Manichaean": 121,
    "Marchen": 169, "Masaram_Gondi": 175, "Medefaidrin": 181, "Meetei_Mayek": 115, "Mende_Kikakui": 140,
    "Meroitic_Cursive": 141, "Meroitic_Hieroglyphs": 86, "Miao": 92, "Modi": 163, "Mro": 149, "Multani": 164,
    "Nabataean": 143, "Nandinagari": 187, "New_Tai_Lue": 59, "Newa": 170, "Nko": 87, "Nushu": 150,
    "Nyiakeng_Puachue_Hmong": 186, "Ol_Chiki": 109, "Old_Hungarian": 76, "Old_North_Arabian": 142, "Old_Permic": 89,
    "Old_Persian": 61, "Old_Sogdian": 184, "Old_South_Arabian": 133, "Old_Turkic": 88, "Osage": 171,
    "Pahawh_Hmong": 75, "Palmyrene": 144, "Pau_Cin_Hau": 165, "Phags_Pa": 90, "Phoenician": 91,
    "Psalter_Pahlavi": 123, "Rejang": 110, "Samaritan": 126, "Saurashtra": 111, "Sharada": 151, "Siddham": 166,
    "SignWriting": 112, "Sogdian": 183, "Sora_Sompeng": 152, "Soyombo": 176, "Sundanese": 113, "Syloti_Nagri": 58,
    "Tai_Tham": 106, "Tai_Viet": 127, "Takri": 153, "Tangut": 154, "Tifinagh": 60, "Tirhuta": 158, "Vai": 99,
    "Wancho": 188, "Warang_Citi": 146, "Yezidi": 192, "Zanabazar_Square": 177,
}  # fmt: skip


def union(ranges: Iterable[tuple[int, int]]) -> CharSet:
    """The set of all code points of `ranges`, which may overlap; ranges that touch become one."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        else:
            merged.append((first, last))
    return tuple(merged)


def complement(chars: CharSet) -> CharSet:
    """All characters that are not in `chars`; surrogates, which stand for malformed bytes, are in neither."""
    result, begin = [], 0
    for first, last in union([*chars, SURROGATES]):
        if begin < first:
            result.append((begin, first - 1))
        begin = last + 1
    if begin <= _LAST:
        result.append((begin, _LAST))
    return tuple(result)


ALL = complement(())


def case_folded(chars: CharSet) -> CharSet:
    """`chars` with every letter in all its cases."""
    others = [(other, other) for first, last in chars for other in _other_cases(first, min(last, _LAST_CASED))]
    return union([*chars, *others])


def _other_cases(first: int, last: int) -> Iterable[int]:
    """The other cases of all letters from `first` to `last`."""
    # ASCII letters are looked up one by one; long ranges go over the few thousand letters with other cases
    # instead of over all their code points.
    if last < 128:
        letters: Iterable[int] = range(first, last + 1)
    else:
        letters = (code for code in _case_variants() if first <= code <= last)
    return (other for code in letters for other in _case_variants().get(code, ()))


@lru_cache(maxsize=1)
def _case_variants() -> dict[int, frozenset[int]]:
    """For each letter with other cases: these, and itself."""
    # Letters with a common other case are one group: k, K and the Kelvin sign. `groups` holds the same set
    # object for each of its members, and a new link joins two sets.
    groups: dict[int, set[int]] = {}
    for code in range(_LAST_CASED + 1):
        if code in (0x130, 0x131):
            continue  # the two Turkish i have no other case unless the language is Turkish
        text = chr(code)
        for other in (text.lower(), text.upper()):
            # Case folding is by single characters; cases of several (SS for the sharp s) are left out.
            if other != text and len(other) == 1:
                joined = groups.get(code, {code}) | groups.get(ord(other), {ord(other)})
                groups.update(dict.fromkeys(joined, joined))
    return {code: frozenset(group) for code, group in groups.items()}


def unicode_class(name: str) -> CharSet | None:
    """The characters of a general category ("L", "Nd"), of a script ("Greek"), or "Any"; None if there is no such."""
    if name == "Any":
        return ALL
    if name in SCRIPTS:
        return _script(SCRIPTS[name])
    return _categories().get(name)


@lru_cache(maxsize=1)
def _categories() -> dict[str, CharSet]:
    """The characters of each general category, and of each first letter of categories, in one pass over Unicode."""
    runs: dict[str, list[tuple[int, int]]] = {}
    begin, current = 0, unicodedata.category("\0")
    # One step beyond the last code point ends the last run.
    for code in range(1, _LAST + 2):
        category = unicodedata.category(chr(code)) if code <= _LAST else ""
        if category != current:
            # `L` is the union of `Lu`, `Ll`, ...: both are filled at once.
            for name in (current, current[0]):
                runs.setdefault(name, []).append((begin, code - 1))
            begin, current = code, category
    runs["C"] = runs["Cc"] + runs["Cf"] + runs["Co"]  # unassigned code points are not among them
    del runs["Cn"], runs["Cs"]
    return {name: union(ranges) for name, ranges in runs.items()}


@lru_cache(maxsize=32)
def _script(number: int) -> CharSet:
    """The characters of one script."""
    return union((first, last) for first, last, script in script_runs() if script == number)


@lru_cache(maxsize=1)
def script_runs() -> tuple[tuple[int, int, int], ...]:
    """First and last code point, and ICU's number of the script, for each run of code points of one script."""
    result, begin = [], 0
    for run in RUNS.split():
        count, script = (int(part, 36) for part in run.split(":"))
        result.append((begin, begin + count - 1, script))
        begin += count
    return tuple(result)
