"""What holds for every page: its numbers are those of its data, and a browser shows all of it."""
import html.parser
import json


class Numbers(html.parser.HTMLParser):
    """The <data> elements of a page: (place, factor, value, text); the JSON inside; addresses it names."""

    def __init__(self, text):
        super().__init__()
        self.found, self.json, self.addresses, self.inside = [], {}, [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.addresses += [v for k, v in attributes if k in ("src", "href", "action") and v and not v.startswith(("#", "data:"))]
        if tag == "data":
            self.found.append([given["data-from"], float(given.get("data-factor", 1)), given["value"], ""])
            self.inside = "data"
        elif tag == "script" and given.get("type") == "application/json":
            self.inside = given["id"]

    def handle_data(self, text):
        if self.inside == "data":
            self.found[-1][3] += text
        elif self.inside:
            self.json[self.inside] = json.loads(text)

    def handle_endtag(self, tag):
        self.inside = None


def value_at(tree, place):
    for part in place.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        tree = tree[int(part)] if isinstance(tree, list) else tree[part]
    return tree


def wrong_numbers(page, results):
    """Places where the page says something else than results.json."""
    wrong = []
    for place, factor, value, shown in page.found:
        true = value_at(results, place)
        decimals = len(shown.partition(".")[2])
        if float(value) != true or abs(float(shown) - true * factor) > 0.5000001 * 10 ** -decimals:
            wrong.append(place)
    return wrong


def check_layout(browser, width, dark):
    """Of the page that is open: nothing complained about or asked for, nothing wider than the
    window, no text cut off or too small.
    """
    assert not browser.complaints(), browser.complaints()
    assert not browser.requests(), browser.requests()
    assert browser.run("document.documentElement.scrollWidth") <= width, f"the page is wider than {width} pixels"
    outside = browser.run(f"""[...document.querySelectorAll('h1,h2,h3,p,figcaption,svg,canvas,button,.scroll,details')]
        .filter(e => e.getClientRects().length && e.getBoundingClientRect().right > {width} + 0.5).map(e => e.outerHTML.slice(0, 80))""")
    assert not outside, outside
    cut = browser.run("""[...document.querySelectorAll('svg.chart text')].filter(t => t.getClientRects().length).filter(t => {
        const r = t.getBoundingClientRect(), s = t.ownerSVGElement.getBoundingClientRect();
        return r.left < s.left - 1 || r.right > s.right + 1 || r.bottom > s.bottom + 1;
    }).map(t => t.textContent)""")
    assert not cut, f"text cut off at {width} pixels: {cut}"
    small = browser.run("""Math.min(...[...document.querySelectorAll('svg.chart')].filter(s => s.getClientRects().length)
        .map(s => 11.5 * s.getBoundingClientRect().width / s.viewBox.baseVal.width))""")
    assert small > 9, f"text of {small:.1f} pixels at a width of {width}"
    ground = browser.run("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") != dark, ground
