"""Cases of regular expressions; those with nested repetitions run on our own matcher."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import strings

TEXTS = strings([
    b"", b"a", b"b", b"ab", b"aab", b"abcabc", b"aaa", b"a b", b"a\nb", b"a\nb\n", b"a.b", b"A", b"AB", b".*", b"-a-",
    b"1a2", b"a]", b"a{,2}", b"\x07", b"\xff", b"a\xffb", b"\xe3\x81",
    *(text.encode() for text in ("aé", "é", "日本", "αβ", "\u212a", "ſs", "É")),
])  # fmt: skip
PATTERNS = [
    "a.*b?", ".", r"\w+", r"\W", r"\d", r"[^\d]", r"\s", r"\pL+", r"\PL", r"\p{Han}+", r"\p{Greek}", r"\P{Lu}",
    r"\p{^Lu}", "[[:alpha:]]", "[[:^alpha:]]", "(?i)é", "(?i)k", "(?i)[^k]", r"(?i)\W",
    r"(?i)[^\W]s", "[^x]", "[]a]+", r"a[\w-]?",
    "[a&&b]+", "a{2}", "a{1,2}b", "a{,2}", "a{2,}", r"\Qa.b\E", r"\Q.*", "a$", "(?m)a$", "(?m)^b", "^", "$", "(?s)a.b",
    "a(?i)B|c", "(?i:a)B", "(?U)a+", "(?U)a+?", r"\a", r"\x{61}\x62", r"\141", r"\Aa\z", r"\b", r"a\b", "(a|b)*",
    "(?:a+)+b", "(?:a|ab|c)*", "(a*)*", "(?:a??)+", "(|a)+", "(a)|b", "((a)(b)?)+", "(?P<x>a)b",
    "(?P<n>a)(?P<n>b)", "a|ab", "ab|a",
    "()", "a|", "(?:(?:a{1,2}){1,2}){1,2}", "x*", "a*", "b+?", "[a-]", "\u212a",
]  # fmt: skip
WRONG = [
    "(", ")", "a)", "[", "[a", "[b-a]", "*", "a**", "a*+", "+a", "(?", "(?=a)", "(?<n>a)", "(?>a)",
    r"(a)\1", r"\Z", r"\8", "a{1001}", "a{2,1}", r"\pX", r"\p{Nope}", "\\", r"\x{110000}", r"\xg", "(?P=n)",
]  # fmt: skip
REWRITES = [rb"<\0>", rb"[\1]", rb"\\x", rb"\2", rb"q\x", b"q\\", b""]


def full_matches() -> list[Case]:
    """RegexFullMatch and StaticRegexFullMatch."""
    return [
        *(Case("StaticRegexFullMatch", [TEXTS], {"pattern": p.encode()}) for p in [*PATTERNS, *WRONG]),
        *(Case("RegexFullMatch", [array, b"a+"]) for array in (TEXTS, b"aa", strings([[b"a"]]), np.zeros([0], object))),
        Case("RegexFullMatch", [TEXTS, b"("]),
        Case("RegexFullMatch", [TEXTS, strings([b"a", b"b"])]),
    ]


def replacements() -> list[Case]:
    """RegexReplace and StaticRegexReplace."""
    return [
        *(Case("StaticRegexReplace", [TEXTS], {"pattern": p.encode(), "rewrite": rb"<\0>"}) for p in PATTERNS),
        *(
            Case("StaticRegexReplace", [TEXTS], {"pattern": p.encode(), "rewrite": b"X", "replace_global": False})
            for p in PATTERNS
        ),
        *(
            Case("RegexReplace", [TEXTS, pattern, rewrite], {"replace_global": everywhere})
            for pattern in (b"(a)", b"((a)(b)?)+")
            for rewrite in REWRITES
            for everywhere in (True, False)
        ),
        *(Case("StaticRegexReplace", [TEXTS], {"pattern": p.encode(), "rewrite": b""}) for p in WRONG[:4]),
        Case("RegexReplace", [TEXTS, strings([b"a"]), b"x"]),
        Case("RegexReplace", [TEXTS, b"a", strings([b"x"])]),
        *(Case("RegexReplace", [array, b"a+", b"x"]) for array in (b"baab", strings([[b"a"]]), np.zeros([0], object))),
    ]


CASES = [*full_matches(), *replacements()]
