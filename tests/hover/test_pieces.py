"""What of a page a preview shows, and where a long one is cut."""

from __future__ import annotations

import html
import re

import pytest

from sphinxext.rulebook.hover.cutting import Preview, preview_of
from sphinxext.rulebook.hover.markup import Page
from sphinxext.rulebook.hover.pieces import piece_at, whole_page


def preview(body: str, name: str, limit: int = 0, frame: str = "<main>{}</main>") -> Preview | None:
    page = Page(frame.format(body))
    spot = page.spots([name]).get(name)
    return preview_of(page, piece_at(page, spot), limit) if spot else None


def shown(body: str, name: str = "x", limit: int = 0) -> str:
    """The text of the preview of an id, its parts parted by single spaces."""
    found = preview(body, name, limit)
    return text_of(found.markup) if found else ""


def text_of(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<(\"[^\"]*\"|[^\">])*>", " ", markup)).split())


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ('<p>no</p><p id="x">a paragraph</p><p>no</p>', "a paragraph"),
        (
            '<section id="x"><h2>T</h2><p>a</p><section><p>b</p></section></section><p>no</p>',
            "T a b",
        ),
        ('<section id="s"><span id="x"></span><h2>T</h2><p>a</p></section><p>no</p>', "T a"),
        (
            '<section id="s"><span id="y"></span><span id="x"></span><h2>T</h2></section>no',
            "T",
        ),
        (
            '<section><h2>T</h2>no<span id="x"></span><table><tr><td>a</td></tr></table></section>',
            "a",
        ),
        ('<p>no</p><span id="x"></span><span id="y"></span><p>a</p><p>no</p>', "a"),
        ('<div id="x"></div><ul><li>a</li></ul><p>no</p>', "a"),
        ('<span id="document-a"></span><section id="x"><h1>T</h1></section>', "T"),
        ('<p>all <span class="target" id="x">of</span> it</p><p>no</p>', "all of it"),
        ('<p>all <span id="x"></span>of it</p><p>no</p>', "all of it"),
        ('<p>no</p><p>all <em><a id="x">of</a></em> it</p>', "all of it"),
        ('<section id="s"><h2 id="x">T</h2><p>a</p></section>', "T a"),
        (
            '<dl class="g"><dt id="y">n</dt><dd>no</dd><dt id="x">t</dt><dd>a</dd><dt>n</dt></dl>',
            "t a",
        ),
        ('<dl><dt id="x">t</dt><dt>u</dt><dd>a<dl><dt>v</dt></dl></dd><dd>no</dd></dl>', "t u a v"),
        ('<dl><dt><span id="x"></span>t</dt><dd>a</dd></dl>', "t a"),
        ("<ul><li>no</li><li id='x'>a</li><li>no</li></ul>", "a"),
        ("<ol><li id=x>a</li></ol>", "a"),
        ('<h2>no</h2><h2 id="x">T</h2><p>a</p><h3>U</h3><p>b</p><h2>no</h2>', "T a U b"),
        ('<h2><span id="x"></span>T</h2><nav>no</nav><p>a</p><h1>no</h1>', "T a"),
        ('<h2>no</h2><p>no</p><h2>T</h2><p>a</p><span id="x"></span>', "T a"),
        ('<p>no</p><hr id="x"/><p>a</p><p>no</p>', "a"),
        ('<table><tr><td>a</td><td id="x">b</td></tr></table>', "a b"),
        ('<table><caption id="x">c</caption><tr><td>a</td></tr></table>', "c a"),
        ('<figure><img src="i.png"><figcaption id="x">c</figcaption></figure>', "c"),
        ('<details id="x"><summary>s</summary><p>a</p></details>no', "s a"),
        ('<details><summary id="x">s</summary><p>a</p></details>no', "s a"),
        ('<p id="x">a &amp; b &lt;c&gt;</p>', "a & b <c>"),
        ('<p id="x">first</p><p id="x">second</p>', "first"),
        ('<p title="a > b" id="x">a</p>', "a"),
        ('<p id="x">a<!-- <p id="y"> --> b</p>', "a b"),
        ('<div id="x"><p>a<p>b<ul><li>c<li>d</ul></div><p>no', "a b c d"),
        ('</b></div><p id="x">a</i> b</p>', "a b"),
        ('<p id="data-id"></p><p data-id="x">no</p><p id="x">a</p>', "a"),
        ('<div id="x"><nav><p>no</p></nav><script>no</script><style>no</style>a</div>', "a"),
        ('<section id="x"><h2>T<a class="headerlink" href="#x">¶</a></h2></section>', "T"),
        ('<p id="&lt;x">no</p><p id="x">a</p>', "a"),
        (
            '<div id="s"><span id="x"></span><div><p>caption</p></div><pre>a</pre></div>no',
            "caption a",
        ),
        (
            '<p class="rubric" id="x">R</p><p>a</p><ul><li>b</li></ul><p class="rubric">no</p>',
            "R a b",
        ),
        ('<h3>no</h3><span id="x"></span><h4 class="rubric">R</h4><p>a</p><section>no', "R a"),
        ('<p id="x">a <span class="backrefs">(<a href="#y">1</a>)</span>b</p>', "a b"),
    ],
)
def test_the_piece_that_an_id_points_at(body: str, says: str) -> None:
    assert shown(body) == says


@pytest.mark.parametrize(
    "body", ["", "<p>a</p>", '<p id="x"></p>', '<p id="x"> <!-- a --> </p>', '<span id="x"></span>']
)
def test_where_there_is_nothing_to_see_there_is_no_preview(body: str) -> None:
    assert shown(body) == ""


def test_a_term_and_an_item_stand_in_their_list() -> None:
    term = preview('<dl class="simple glossary"><dt id="x">t</dt><dd>a</dd></dl>', "x")
    item = preview('<ol id="o" start="3"><li>no</li><li id="x">a</li></ol>', "x")
    assert term == Preview('<dl class="simple glossary"><dt id="x">t</dt><dd>a</dd></dl>', False)
    assert item == Preview('<ol start="3"><li id="x">a</li></ol>', False)


def test_a_picture_for_light_shows_with_the_one_for_dark() -> None:
    pair = '<img id="x" class="only-light" src="a.png"/> <img class="only-dark" src="b.png"/>'
    assert preview(f"{pair}<p>no</p>", "x") == Preview(pair, False)


@pytest.mark.parametrize(
    "label", ['<span id="x"></span>', '<div class="target" id="x"></div>', ""], ids=str
)
def test_a_label_on_a_scaled_picture_shows_the_picture(label: str) -> None:
    own = "" if label else ' id="x"'
    picture = (
        f'<a class="reference internal image-reference"{own} href="p.png"><img src="p.png"></a>'
    )
    body = f"<section id='s'><p>no</p>{label}{picture}<p>no</p></section>"
    assert preview(body, "x") == Preview(picture, False)


def test_what_a_theme_puts_before_its_text_is_not_looked_at() -> None:
    frame = '<header id="x">no</header><article role="main"><h1>T</h1>{}</article><p id="z">no</p>'
    assert preview('<p id="x">a</p>', "x", frame=frame) == Preview('<p id="x">a</p>', False)
    assert preview('<p id="x">a</p>', "z", frame=frame) is None
    named = '<article role="main" id="text">{}</article>'
    first = '<span id="x"></span><p>a</p><p>no</p>'
    assert preview(first, "x", frame=named) == Preview("<p>a</p>", False)


def test_headings_become_titles_that_no_outline_counts() -> None:
    found = preview('<section id="x"><h3>A</h3><section><h4>B</h4></section></section>', "x")
    assert found
    assert re.findall(r"<p class=\"rulebook-preview-(\w+)\">(\w)</p>", found.markup) == [
        ("title", "A"),
        ("heading", "B"),
    ]
    assert "<h" not in found.markup


def test_a_whole_page_is_its_first_section_and_what_is_before_it_else_all_its_text() -> None:
    page = Page('<main><section id="a"><h1>T</h1><p>a</p></section></main>')
    bare = Page("<main><p>a</p><p>b</p></main><footer>no</footer>")
    warned = Page(
        '<main><p>no</p><a>print</a><div class="admonition danger"><p>w</p></div><p>b</p>'
        '<span id="a"></span><section><h1>T</h1><p>a</p></section></main>'
    )
    flat = Page("<main><nav>no</nav><p>w</p><h1>T</h1><p>a</p><h2>U</h2><footer>no</footer></main>")
    assert text_of(preview_of(page, whole_page(page), 0).markup) == "T a"
    assert text_of(preview_of(flat, whole_page(flat), 0).markup) == "w T a U"
    assert text_of(preview_of(warned, whole_page(warned), 0).markup) == "w b T a"
    assert text_of(preview_of(bare, whole_page(bare), 0).markup) == "a b"


LONG = (
    "<div id='x'>"
    + "".join(f"<p>Paragraph {n} of <em>words</em>.</p>" for n in range(50))
    + "</div>"
)


@pytest.mark.parametrize("limit", [1, 5, 10, 17, 30, 44, 100, 250])
def test_a_long_text_is_cut_between_words_within_its_length(limit: int) -> None:
    found = preview(LONG, "x", limit)
    assert found
    assert found.is_cut
    text = text_of(found.markup)
    assert len(text.replace(" ", "")) <= limit + 1
    assert text.endswith("…")
    whole = text_of(preview(LONG, "x").markup).split()
    assert whole[: len(text.split()) - 1] == text.split()[:-1]
    assert len(re.findall(r"<\w", found.markup)) == len(re.findall(r"</", found.markup))


def test_zero_never_cuts() -> None:
    found = preview(LONG, "x", 0)
    assert found
    assert not found.is_cut
    assert "Paragraph 49" in found.markup


def test_a_text_that_just_fits_is_not_cut() -> None:
    assert preview('<p id="x">12345 789</p>', "x", 9) == Preview('<p id="x">12345 789</p>', False)
    assert preview('<p id="x">12345 789</p>', "x", 8) == Preview('<p id="x">12345…</p>', True)


def test_an_entity_is_never_cut_in_two() -> None:
    assert shown('<p id="x">a &amp; b &lt; c</p>', limit=4) == "a &…"


def test_text_without_spaces_is_cut_anywhere() -> None:
    assert shown('<p id="x">' + "規則書" * 20 + "</p>", limit=7) == "規則書規則書規…"


def test_a_long_table_is_cut_between_rows() -> None:
    rows = "".join(f"<tr><td>{n}</td><td>outcome {n}</td></tr>" for n in range(50))
    table = f'<table id="x"><thead><tr><th>Roll</th></tr></thead><tbody>{rows}</tbody></table>'
    found = preview(table, "x", 100)
    assert found
    assert found.is_cut
    assert re.fullmatch(r"Roll( (\d+) outcome \2)+", text_of(found.markup))
    assert found.markup.endswith("</tr></tbody></table>")


def test_mathematics_is_never_cut_in_two() -> None:
    math = r'<div class="math notranslate">\[a + b\]</div>'
    assert shown(f'<div id="x"><p>Words.</p>{math}</div>', limit=10) == "Words."
    assert shown(f'<div id="x">{math}<p>Words.</p></div>', limit=5) == r"\[a + b\]"


def test_pictures_take_room_so_a_gallery_ends() -> None:
    found = preview('<div id="x">' + '<img src="a.png">' * 100 + "</div>", "x", 600)
    assert found
    assert found.is_cut
    assert 5 < found.markup.count("<img") < 15


def test_a_broken_page_is_read_to_its_end() -> None:
    assert shown('<p id="x">a <b') == "a"
    assert shown('<p id="x">a <b>c') == "a c"


def test_an_inline_style_is_kept_as_data_which_a_strict_policy_allows() -> None:
    found = preview('<p id="x"><img src="a.png" style="width: 80px;"/></p>', "x")
    assert found
    assert found.markup == ('<p id="x"><img src="a.png" data-rulebook-style="width: 80px;"/></p>')


def test_what_would_run_a_script_is_left_out() -> None:
    found = preview(
        '<p id="x" ONclick="a > b" title=" onclick=\'no\' " style=\'a:b\'>a'
        '<img src=a.png onerror=go()><iframe srcdoc="<b>"></iframe></p>',
        "x",
    )
    assert found
    assert found.markup == (
        "<p id=\"x\" data-rulebook-acts title=\" onclick='no' \" data-rulebook-style='a:b'>a"
        "<img src=a.png><iframe></iframe></p>"
    )


def test_labels_in_a_drawing_are_no_text_that_is_cut() -> None:
    drawing = "<svg><text>Many words of labels</text></svg>"
    found = preview(f'<figure id="x">{drawing}{drawing}<p>Caption</p></figure>', "x", 130)
    assert found == Preview(f'<figure id="x">{drawing}{drawing}<p>Caption</p></figure>', False)
