//! The two sites that the tests look at: a small one with one of each thing, and this repository's own.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::program::Scratch;

/// Pages of this repository: an index, a tutorial, and a long reference page.
pub(crate) const OWN_PAGES: [&str; 3] = ["index.html", "tutorials/autoloading.html", "reference/rules.html"];

/// Has code of each kind that is copied in its own way, tabs, and three numbered steps.
const TUTORIAL: &str = r#"---
title: Build a kite
description: Cut the sail, tie the bridle and fly the kite.
what_you_will_learn:
  - Cut the sail of a kite
prerequisites:
  - Scissors
tags: [paper]
---

## 1. Install

```console
$ pip install \
    kites
Collecting kites
$ kite --version
1.0
```

```bash tab="pip"
pip install kites
```
```bash tab="conda"
conda install kites
```

## 2. Cut the sail

```diff
-sail = None
+sail = Sail()
 fly(sail)
```

```python mark=1
sail = Sail(material="ripstop nylon", shape="diamond", width=0.8, height=1.2, colour="red", tail="ribbon")
sail
```
```output
Sail(material="ripstop nylon", shape="diamond", width=0.8, height=1.2, colour="red", tail="ribbon", knots=4)
```

```text wrap
A long line that is wrapped, since it is prose: cut the sail with a hot knife, and never against the weave of the cloth.
```

```python title="the_long_name_of_a_file_that_cuts_sails_of_every_shape_and_size.py"
sail.cut(along="the weave", with_knife="hot", margin=0.01, corners="rounded", hem="folded twice and glued")
```

## 3. Fly

```python title="fly.py" numbers
def fly(sail):
    return sail.rise()
```
"#;

/// The small site, built once for all tests of a run, as a folder.
pub(crate) fn small() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let site = Scratch::new();
        let page = |title: &str, body: &str| format!("---\ntitle: {title}\nkind: page\n---\n\n{body}\n");
        site.write("docent.yml", "title: Kites\nnav: [tutorials/, guides/]\n");
        site.write("content/index.md", "---\ntitle: Kites\n---\n\nAll about kites.\n");
        site.write("content/tutorials/index.md", "---\ntitle: Tutorials\n---\n");
        site.write("content/tutorials/build.md", TUTORIAL);
        site.write("content/guides/index.md", "---\ntitle: Guides\n---\n");
        let weather = "## Wind\n\nA steady breeze.\n\n## Thunder\n\nMeasure it with an anemometer first.";
        site.write("content/guides/weather.md", page("Weather", weather));
        published(&site.path(""), "small-site")
    })
}

/// This repository's own site, built once for all tests of a run.
pub(crate) fn own() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| published(Path::new(env!("CARGO_MANIFEST_DIR")), "own-site"))
}

/// Publishes into the folder that cargo keeps for tests.
fn published(site: &Path, name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (site, folder) = (site.to_str().unwrap(), out.to_str().unwrap());
    Scratch::new().docent(&["build", "--site", site, "--out", folder]).expect(0);
    out
}

/// The address of a page that is read from the disk.
pub(crate) fn file(site: &Path, page: &str) -> String {
    format!("file://{}", site.join(page).display())
}
