"""One wrong bit in a waveform, where a rule must notice."""
import re


def one_bit(text):
    """AD[0] of the first transaction's address is the other way round."""
    frame = re.search(r"\$var wire 1 (\S+) FRAME_n", text).group(1)
    ad = re.search(r"\$var wire 32 (\S+) AD", text).group(1)
    falls = text.index(f"\n0{frame}\n", text.index("$enddefinitions"))
    stamp = text.rindex("\n#", 0, falls)
    at = re.compile(rf"\nb[01]+ {re.escape(ad)}\n").search(text, stamp).end() - len(ad) - 3
    return text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1:]
