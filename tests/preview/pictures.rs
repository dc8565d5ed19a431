//! Files that raw HTML shows are what their bytes are, as those of Markdown: told and marked where they change, come or go.

use serde_json::Value;

use crate::repository::Git;

const DOT: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"2\"/>";
const LINE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"2\"/>";

/// Two states of a site whose pages stay, and of its files.
struct Change<'c> {
    body: &'c str,
    /// Path, what it was, what it is.
    files: &'c [(&'c str, Option<&'c str>, Option<&'c str>)],
    config: &'c str,
}

/// What is told of the page, and the page with its marks.
struct Told {
    page: Option<Value>,
    marked: String,
}

fn told(change: &Change<'_>) -> Told {
    let git = Git::new();
    git.write("docent.yml", format!("title: T\n{}", change.config));
    git.write("content/index.md", "---\ntitle: Start\nkind: page\n---\n\n[all](sub/page.md)\n");
    git.write("content/sub/page.md", format!("---\ntitle: Page\nkind: page\n---\n\n{}\n", change.body));
    let files = |is_later: bool| {
        for (path, was, is) in change.files {
            match if is_later { is } else { was } {
                Some(text) => git.write(path, text),
                None if is_later && was.is_some() => git.remove(path),
                None => {}
            }
        }
    };
    files(false);
    git.commit("Begin");
    files(true);
    git.preview("origin", &["--base", "HEAD"]);
    let account: Value = serde_json::from_str(&git.made("origin/_preview/preview.json")).unwrap();
    let mut pages = account["pages"].as_array().unwrap().iter();
    let page = pages.find(|page| page["url"] == "sub/page.html").cloned();
    let marked = if page.is_some() { git.made("origin/_preview/diff/sub/page.html") } else { String::new() };
    let (_, marked) = marked.split_once("<article class=\"prose\">").unwrap_or_default();
    Told { page, marked: marked.split("</article>").next().unwrap_or_default().trim().to_owned() }
}

/// What shows the file before and after, whatever it is called there.
fn without_hashes(marked: &str) -> String {
    let mut parts = marked.split("before/");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str("before/");
        text.push_str(part.trim_start_matches(|sign: char| sign.is_ascii_hexdigit()));
    }
    text
}

const EARLIER: &str = "<img src=\"../../before/.svg\" alt=\"A dot\" loading=\"lazy\">";
const LATER: &str = "<img src=\"../../site/sub/pic.svg\" alt=\"A dot\" loading=\"lazy\">";

#[test]
fn an_image_of_raw_html_is_marked_as_one_of_markdown() {
    let pic = |was, is| [("content/sub/pic.svg", was, is)];
    let image = "![A dot](pic.svg)";
    for shown in [
        "<img src=\"pic.svg\" alt=\"A dot\">",
        "<p align=\"center\">\n  <IMG alt='A dot' src='/sub/pic.svg?raw#x'>\n</p>",
        "<a href=\"../index.md\"><img src=\"../sub/pic.svg\" alt=\"A dot\"></a>",
        "<picture><source srcset=\"wide.svg\"><img src=\"./pic.svg\" alt=\"A dot\"></picture>",
        "- item\n- > <div><img src=pic.svg alt=\"A dot\"></div>",
    ] {
        for (was, is, state) in
            [(Some(DOT), Some(LINE), "has changed"), (Some(DOT), None, "is gone"), (None, Some(DOT), "is new")]
        {
            let tell = |body| told(&Change { body, files: &pic(was, is), config: "" });
            let (html, markdown) = (tell(shown), tell(image));
            let page = html.page.unwrap_or_else(|| panic!("{shown} {state} and is not told"));
            assert_eq!(page["why"][0], format!("it shows the image sub/pic.svg, which {state}"));
            let expected = markdown.page.unwrap();
            for key in ["change", "why", "changes", "words_added", "words_removed", "not_visible"] {
                assert_eq!(page[key], expected[key], "{key} of {shown}");
            }
            let marked = without_hashes(&html.marked);
            assert_eq!(marked.contains(EARLIER), was.is_some(), "{shown} {state}:\n{marked}");
            assert_eq!(marked.contains(LATER), is.is_some(), "{shown} {state}:\n{marked}");
        }
        let same = told(&Change { body: shown, files: &pic(Some(DOT), Some(DOT)), config: "" });
        assert!(same.page.is_none(), "{shown}: {:#?}", same.page);
    }
}

/// What a reader sees of one change, and nothing of how the page around it is written.
fn marked(body: &str, was: Option<&str>, is: Option<&str>) -> String {
    let told = told(&Change { body, files: &[("content/sub/pic.svg", was, is)], config: "" });
    without_hashes(&told.marked)
}

fn change(class: &str, inner: &str) -> String {
    format!("<div class=\"change {class}\" id=\"_change-1\" tabindex=\"-1\">{inner}</div>")
}

/// A picture before or after.
fn side(class: &str, shown: &str) -> String {
    let name = if class == "earlier" { "Before" } else { "After" };
    format!("<div class=\"{class}\"><p class=\"side\">{name}</p><figure class=\"image\">{shown}</figure></div>")
}

fn pair(sides: &[String]) -> String {
    format!("<div class=\"pair\">{}</div>\n", sides.concat())
}

#[test]
fn pictures_of_raw_html_are_shown_before_and_after() {
    let block = "<p align=\"center\"><img src=\"pic.svg\" alt=\"A dot\"></p>";
    let both = [side("earlier", EARLIER), side("later", LATER)];
    assert_eq!(marked(block, Some(DOT), Some(LINE)), change("whole", &pair(&both)));
    let gone = [side("earlier", EARLIER), side("later", "A dot")];
    assert_eq!(marked(block, Some(DOT), None), change("whole", &pair(&gone)));
    let new = [side("earlier", "A dot"), side("later", LATER)];
    assert_eq!(marked(block, None, Some(DOT)), change("whole", &pair(&new)));
    let silent = marked("<img src=\"pic.svg\">", Some(DOT), None);
    assert!(silent.contains(&side("later", "<code>pic.svg</code> is missing")), "{silent}");
    let sized = marked("<img width=60 height='auto' src=\"pic.svg\" alt=\"\">", Some(DOT), Some(LINE));
    assert_eq!(sized.matches("alt=\"\" width=\"60\" loading=\"lazy\">").count(), 2, "{sized}");
}

#[test]
fn pictures_within_text_are_marked_within_it() {
    let line = |image: &str| format!("A <b>dot</b>: {image}, and more.");
    let image = "<img src=\"pic.svg\" alt=\"A dot\">";
    let expected =
        |was: &str, is: &str| change("text", &format!("<p>A dot: <del>{was}</del><ins>{is}</ins>, and more.</p>\n"));
    assert_eq!(marked(&line(image), Some(DOT), Some(LINE)), expected(EARLIER, LATER));
    assert_eq!(marked(&line(image), Some(DOT), None), expected(EARLIER, "A dot"));
    assert_eq!(marked(&line(image), None, Some(DOT)), expected("A dot", LATER));
    let silent = marked(&line("<img src=\"pic.svg\">"), Some(DOT), None);
    assert!(silent.contains("<ins><code>pic.svg</code> is missing</ins>, and more."), "{silent}");
    // Words of a block of raw HTML are no tags of it.
    let block = format!("<div>\nA <b>dot</b>: {image} and <i>more</i>.\n</div>");
    let shown = marked(&block, Some(DOT), Some(LINE));
    assert!(shown.contains(&format!("<del>{EARLIER}</del><ins>{LATER}</ins> and  more")), "{shown}");
}

#[test]
fn pictures_in_headings_cells_and_items_are_marked() {
    let image = "<img src=\"pic.svg\" alt=\"A dot\">";
    for body in [
        format!("## Part {image}\n\nWords."),
        format!("| a | b |\n|---|---|\n| c | x {image} |"),
        format!("- one\n- two {image}\n"),
        format!("- one\n- <b></b>{image}\n- ![A dot](pic.svg)\n"),
        format!("> [!NOTE]\n> Words {image}."),
    ] {
        let shown = marked(&body, Some(DOT), Some(LINE));
        assert!(shown.contains(&format!("<del>{EARLIER}</del><ins>{LATER}</ins>")), "{body}\n{shown}");
        assert_eq!(shown.matches("class=\"change ").count(), 1, "{body}\n{shown}");
    }
}

#[test]
fn what_stays_beside_a_picture_that_changes_has_no_mark() {
    let body = "<p><img src=\"kept.svg\" alt=\"Kept\"> <img src=\"pic.svg\" alt=\"A dot\"></p>\n\n\
                <p><img src=\"kept.svg\" alt=\"Kept too\"></p>\n\nText <img src=\"kept.svg\" alt=\"Kept still\">.";
    let files = [("content/sub/pic.svg", Some(DOT), Some(LINE)), ("content/sub/kept.svg", Some(DOT), Some(DOT))];
    let shown = without_hashes(&told(&Change { body, files: &files, config: "" }).marked);
    let kept = |alt: &str| format!("<img src=\"../../site/sub/kept.svg\" alt=\"{alt}\" loading=\"lazy\">");
    let sides = [
        format!("<div><figure class=\"image\">{}</figure></div>", kept("Kept")),
        side("earlier", EARLIER),
        side("later", LATER),
    ];
    let rest = format!("\n<p>{}</p>\n<p>Text {}.</p>", kept("Kept too"), kept("Kept still"));
    assert_eq!(shown, format!("{}{rest}", change("whole", &pair(&sides))));
}

#[test]
fn html_that_is_written_anew_shows_its_other_pictures_too() {
    let git = Git::new();
    let page = |width: u8| {
        format!(
            "---\ntitle: T\nkind: page\n---\n\n<p>\nWords that stay.\n<img src=\"a.svg\" width=\"{width}\">\n\
             <img src=\"b.svg\" alt=\"B\">\n</p>\n\nText <img src=\"a.svg\" width=\"{width}\"> here.\n"
        )
    };
    git.write("content/index.md", page(8));
    git.write("content/a.svg", DOT);
    git.write("content/b.svg", DOT);
    git.commit("Begin");
    git.write("content/index.md", page(9));
    git.write("content/b.svg", LINE);
    git.preview("origin", &["--base", "HEAD"]);
    let shown = without_hashes(&git.made("origin/_preview/diff/index.html"));
    let line = |sign: char, width: u8| {
        format!("<span class=\"sign\">{sign}</span>&lt;img src=&quot;a.svg&quot; width=&quot;{width}&quot;&gt;\n")
    };
    assert!(shown.contains(&line('-', 8)) && shown.contains(&line('+', 9)), "{shown}");
    let (earlier, later) = ("src=\"../before/.svg\" alt=\"B\"", "src=\"../site/b.svg\" alt=\"B\"");
    assert!(shown.contains(earlier) && shown.contains(later), "{shown}");
    assert_eq!(shown.matches("class=\"side\"").count(), 2, "the picture of another width is the same one: {shown}");
    let code = "<code>&lt;img src=&quot;a.svg&quot; width=&quot;9&quot;&gt;</code><img src=\"../site/a.svg\"";
    assert!(shown.contains(code), "{shown}");
}

#[test]
fn what_is_played_is_marked_in_words() {
    let changed = |body: &str, file: &str| {
        let told = told(&Change { body, files: &[(file, Some("1"), Some("2"))], config: "" });
        (told.page.unwrap_or_else(|| panic!("{body} is not told")), without_hashes(&told.marked))
    };
    for body in [
        "<video src=\"a.mp4\" controls></video>",
        "<video controls><source src=\"a.mp4\"></video>",
        "<audio src=\"a.mp4\"></audio>",
        "Text <video src=\"a.mp4\" controls></video>.",
        "<video><track src=\"a.mp4\"></video>",
    ] {
        let (page, marked) = changed(body, "content/sub/a.mp4");
        assert_eq!((&page["change"], &page["changes"]), (&"affected".into(), &1.into()), "{body}");
        assert_eq!(page["why"][0], "it shows sub/a.mp4, which has changed", "{body}");
        let words = "<del><code>a.mp4</code> as it was</del><ins><code>a.mp4</code> as it is now</ins>";
        assert!(marked.contains(words), "{body}\n{marked}");
    }
    let (page, marked) = changed("<video src=\"a.mp4\" poster=\"pic.png\"></video>", "content/sub/pic.png");
    assert_eq!(page["why"][0], "it shows the image sub/pic.png, which has changed");
    assert!(
        marked.contains("src=\"../../before/.png\"") && marked.contains("src=\"../../site/sub/pic.png\""),
        "{marked}"
    );
    assert!(!marked.contains("a.mp4"), "what is played is as it was: {marked}");
    let (page, _) = changed("<video src=\"../a.mp4\"></video>", "content/a.mp4");
    assert_eq!(page["changes"], 1);
}

#[test]
fn sites_that_trust_raw_html_are_no_other() {
    for body in ["<p><img src=\"pic.svg\" alt=\"A dot\"></p>", "Text <img src=\"pic.svg\" alt=\"A dot\">."] {
        let change =
            Change { body, files: &[("content/sub/pic.svg", Some(DOT), Some(LINE))], config: "raw_html: trusted\n" };
        let shown = without_hashes(&told(&change).marked);
        assert!(shown.contains(EARLIER) && shown.contains(LATER), "{body}\n{shown}");
    }
}

#[test]
fn what_only_looks_like_an_image_is_none() {
    for body in [
        "`<img src=\"pic.svg\">`",
        "```html\n<img src=\"pic.svg\">\n```",
        "<!-- <img src=\"pic.svg\"> -->",
        "\\<img src=\"pic.svg\">",
        "<textarea><img src=\"pic.svg\"></textarea>",
        "</img src=\"pic.svg\">",
        "<p src=\"pic.svg\">",
        "<img data-src=\"pic.svg\">",
        "<a href=\"pic.svg\">the picture</a>",
    ] {
        let told = told(&Change { body, files: &[("content/sub/pic.svg", Some(DOT), Some(LINE))], config: "" });
        assert!(told.page.is_none(), "{body}: {:#?}", told.page);
    }
    // Front matter is text: a tag in it is shown as it is written.
    let git = Git::new();
    let page = |words: &str| {
        let learn = "what_you_will_learn: ['Use `a` and <img src=\"pic.svg\"> or Vec<T>']\n";
        format!("---\ntitle: T\nkind: page\n{learn}---\n\n{words} ![A dot](pic.svg)\n")
    };
    git.write("content/pic.svg", DOT);
    git.write("content/index.md", page("Words of the old page:"));
    git.commit("Begin");
    git.write("content/pic.svg", LINE);
    git.write("content/index.md", page("Words of the new page:"));
    git.preview("origin", &["--base", "HEAD"]);
    let shown = git.made("origin/_preview/diff/index.html");
    assert!(shown.contains("and &lt;img src=&quot;pic.svg&quot;&gt; or Vec&lt;T&gt;"), "{shown}");
    assert_eq!(shown.matches("class=\"change ").count(), 1, "{shown}");
}

#[test]
fn a_tag_that_stands_elsewhere_is_shown_as_it_is_written() {
    let git = Git::new();
    let page = |body: &str| format!("---\ntitle: T\nkind: page\n---\n\n{body}\n");
    git.write("content/index.md", page("<b>One</b> two three four five six."));
    git.commit("Begin");
    git.write("content/index.md", page("One two three <b>four</b> five six."));
    git.preview("origin", &["--base", "HEAD"]);
    let shown = git.made("origin/_preview/diff/index.html");
    assert!(shown.contains("<del><code>&lt;b&gt;</code></del>One"), "{shown}");
    assert!(shown.contains("<ins><code>&lt;b&gt;</code></ins>four"), "{shown}");
}

#[test]
fn an_image_of_markdown_without_words_has_a_mark_too() {
    let line = |image: &str| format!("A dot: {image}, and more.");
    let shown = marked(&line("![](pic.svg)"), Some(DOT), None);
    let earlier = EARLIER.replace("A dot", "");
    let expected = format!("<del>{earlier}</del><ins><code>pic.svg</code> is missing</ins>");
    assert!(shown.contains(&expected), "{shown}");
    let git = Git::new();
    let page = |alt: &str, at: &str| format!("---\ntitle: T\nkind: page\n---\n\nA dot: ![{alt}]({at}), and more.\n");
    let preview = |before: String, after: String| {
        git.write("content/index.md", before);
        git.commit("Begin");
        git.write("content/index.md", after);
        git.preview("origin", &["--base", "HEAD"]);
        git.made("origin/_preview/diff/index.html")
    };
    let shown = preview(page("", "https://a.example/x.png"), page("", "https://a.example/y.png"));
    assert!(shown.contains("<ins><code>https://a.example/y.png</code></ins>"), "{shown}");
    let shown = preview(page("One", "gone.png"), page("Two", "gone.png"));
    assert!(shown.contains("<del>One</del><ins>Two</ins>"), "the words of one that is not there are seen: {shown}");
}

#[test]
fn pictures_beside_each_other_stand_before_and_after_each_in_turn() {
    let both = |paths: [&str; 2]| paths.map(|path| format!("content/sub/{path}.svg"));
    let [a, b] = both(["a", "b"]);
    let (old, new) = (DOT.replace('2', "3"), LINE.replace('2', "3"));
    let files = [(a.as_str(), Some(DOT), Some(LINE)), (b.as_str(), Some(old.as_str()), Some(new.as_str()))];
    for body in ["![A](a.svg) ![B](b.svg)", "<p><img src=\"a.svg\" alt=\"A\">\n<img src=\"b.svg\" alt=\"B\"></p>"] {
        let told = told(&Change { body, files: &files, config: "" });
        let shown: Vec<_> = told.marked.split("<div class=\"").skip(3).collect();
        let order = ["earlier\"", "later\"", "earlier\"", "later\""].into_iter().zip(["A", "A", "B", "B"]);
        assert_eq!(shown.len(), 4, "{body}\n{}", told.marked);
        for (side, (class, alt)) in shown.iter().zip(order) {
            assert!(side.starts_with(class) && side.contains(&format!("alt=\"{alt}\"")), "{body}\n{}", told.marked);
        }
    }
}
