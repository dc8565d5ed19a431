//! The script that keeps a page current. It is part of the answer, never of the page.

use super::gate::Gate;

/// Where the server keeps what is its own.
pub(super) const PREFIX: &str = "_docent/";

/// The script: each of its parts is a file of its own.
pub(super) const SCRIPT: &str = concat!(
    "(function () {\n\"use strict\";\n",
    include_str!("client/morph.js"),
    include_str!("client/panel.js"),
    include_str!("client/page.js"),
    "})();\n",
);

/// A page with the script in it, before the end of its body. The page that stands for a missing one waits for it.
pub(super) fn with_script(page: &[u8], route: &str, missing: bool, version: &str, gate: &Gate) -> Vec<u8> {
    const END: &[u8] = b"</body>";
    let tag = format!(
        "<script src=\"/{PREFIX}client.js\" data-route=\"{}\" data-version=\"{version}\" data-token=\"{}\"{}></script>\n",
        escaped(route),
        gate.token(),
        if missing { " data-missing" } else { "" },
    );
    // The last one: code on the page may show the same words, though only escaped ones.
    let end = page.windows(END.len()).rposition(|window| window == END).unwrap_or(page.len());
    [&page[..end], tag.as_bytes(), &page[end..]].concat()
}

/// Text as the value of an attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_stands_before_the_end_of_the_body() {
        let gate = Gate::new("127.0.0.1", "127.0.0.1:1".parse().unwrap()).unwrap();
        let page =
            |html: &str| String::from_utf8(with_script(html.as_bytes(), "a&\".html", false, "1", &gate)).unwrap();
        let html = page("<body>x</body> y</body>\n");
        assert!(
            html.starts_with("<body>x</body> y<script src=\"/_docent/client.js\" data-route=\"a&amp;&quot;.html\"")
        );
        assert!(html.ends_with("</script>\n</body>\n"));
        assert!(page("no body").starts_with("no body<script"));
    }
}
