//! Diagrams and formulas in a browser: no label leaves its box, nothing is refused by a strict content policy.

#![cfg(feature = "diagrams")]
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "the test writes pages for a browser")]

use std::fs;
use std::path::Path;
use std::process::Command;

use docent::cache::Cache;
use docent::pipeline::{self, Options};
use docent::world::DiskWorld;

/// Measures every text against the smallest box that holds its middle, and writes down what sticks out.
const MEASURE: &str = r#"
addEventListener("load", () => document.fonts.ready.then(() => {
  const faults = [];
  let labels = 0;
  for (const svg of document.querySelectorAll(".diagram svg")) {
    const area = box => (box.right - box.left) * (box.bottom - box.top);
    const boxes = [...svg.querySelectorAll(".d-node, .d-remark, .d-group")].map(shape => shape.getBoundingClientRect());
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll("text")) {
      labels += 1;
      const box = text.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const around = boxes.filter(other => other.left < x && x < other.right && other.top < y && y < other.bottom);
      const nearest = around.sort((a, b) => area(a) - area(b))[0] ?? frame;
      // The box of a text is as high as the tallest letter of its font, which no label has.
      const [aside, above] = [0.5, box.height / 5];
      const out = box.left < nearest.left - aside || box.right > nearest.right + aside
        || box.top < nearest.top - above || box.bottom > nearest.bottom + above;
      const shown = box => [box.left, box.top, box.right, box.bottom].map(Math.round);
      if (out) faults.push(`${text.textContent}: ${shown(box)} in ${shown(nearest)}`);
    }
  }
  const wide = [...document.querySelectorAll("main *")].filter(element => !element.closest(".scroll, .math, pre, .table"))
    .filter(element => element.getBoundingClientRect().right > innerWidth + 1).map(element => element.outerHTML.slice(0, 80));
  const math = [...document.querySelectorAll("math")].filter(math => math.getBoundingClientRect().height < 8).length;
  const report = { labels, faults, wide, math, formulas: document.querySelectorAll("math").length, width: innerWidth };
  document.body.textContent = "REPORT" + JSON.stringify(report) + "END";
}));
"#;

#[test]
fn every_label_is_within_its_box_at_every_width() {
    let site = Path::new(env!("CARGO_MANIFEST_DIR"));
    let world = DiskWorld::new(site).unwrap();
    let build = pipeline::build(&world, &Cache::new(), &Options::default(), &());
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in build.outputs.iter() {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    fs::write(folder.path().join("measure.js"), MEASURE).unwrap();
    for (route, least_labels, least_formulas) in
        [("guides/figures.html", 60, 30), ("tutorials/autoloading.html", 15, 0)]
    {
        let page = folder.path().join(route);
        let html = fs::read_to_string(&page).unwrap();
        // The policy of a strict host: what it refuses would not be there to be measured.
        let policy = "<meta http-equiv=\"Content-Security-Policy\" \
                      content=\"default-src 'none'; script-src file:; style-src file:; font-src file:; img-src file:\">";
        let html = html.replace("<head>", &format!("<head>{policy}<script src=\"../measure.js\"></script>"));
        fs::write(&page, html).unwrap();
        for width in [320, 390, 768, 1280] {
            let report = measured(&page, width);
            let list = |key: &str| report[key].as_array().unwrap().clone();
            assert_eq!(list("faults"), Vec::<serde_json::Value>::new(), "{route} at {width}");
            assert_eq!(list("wide"), Vec::<serde_json::Value>::new(), "{route} at {width}");
            assert!(report["labels"].as_u64().unwrap() >= least_labels, "{report}");
            assert!(report["formulas"].as_u64().unwrap() >= least_formulas && report["math"] == 0, "{report}");
        }
    }
}

fn measured(page: &Path, width: u32) -> serde_json::Value {
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", page.with_extension("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("chromium runs");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let report = dom.split("REPORT").nth(1).and_then(|rest| rest.split("END").next());
    let report =
        report.unwrap_or_else(|| panic!("no report: {dom:.2000}\n{}", String::from_utf8_lossy(&output.stderr)));
    serde_json::from_str(
        &report.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
    )
    .unwrap()
}
