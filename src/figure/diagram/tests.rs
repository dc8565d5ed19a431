//! Diagrams of each kind: what they say, how they are drawn, and what a hostile one costs.

use std::collections::BTreeSet;
use std::time::Instant;

use super::*;

const FLOWCHART: &str = r#"flowchart TD
  script([Your script]) --> torch["import torch"]
  torch --> on{"x < 3 & more?"}
  on -- no --> ready[[torch is ready]]
  on -->|yes| load["load <br/> torch_foo"]
  load -. circular import .-> torch
  load ==> failed[RuntimeError]:::caution
  subgraph loop [for each entry point]
    load
  end
"#;
const SEQUENCE: &str = "sequenceDiagram
  autonumber
  actor U as User
  participant F as torch_foo
  participant T as torch
  U->>+F: import torch_foo
  F->>T: import torch
  Note over F,T: half imported
  loop each entry point
    T-->>F: load
  end
  F--x-U: AttributeError
";
const CLASS: &str = "classDiagram
  class Module {
    <<abstract>>
    +str name
    +forward(x) Tensor
  }
  Module <|-- Linear : extends
  Module \"1\" o-- \"*\" Parameter : holds
  Optimizer ..> Parameter
";
const STATE: &str = "stateDiagram-v2
  [*] --> Idle
  Idle --> Training : start
  state Training {
    [*] --> Forward
    Forward --> Backward : loss
  }
  Training --> Failed : NaN
  note right of Failed : loss is not finite
  Failed --> [*]
";
const ENTITIES: &str = "erDiagram
  MODEL ||--o{ RUN : \"is trained in\"
  RUN ||--|{ METRIC : logs
  MODEL {
    string name PK \"unique\"
    int parameters
  }
";

fn answer(text: &str) -> Result<Arc<Diagram>, Mistake> {
    read(text).expect("the renderer is there")
}

fn diagram(text: &str) -> Arc<Diagram> {
    answer(text).unwrap_or_else(|mistake| panic!("{mistake:?} in\n{text}"))
}

fn mistake(text: &str) -> Mistake {
    answer(text).expect_err("a mistake")
}

#[test]
fn each_kind_says_its_arrows() {
    for (text, kind, description) in [
        (
            FLOWCHART,
            Kind::Flowchart,
            "Your script → import torch; import torch → x < 3 & more?; x < 3 & more? → torch is ready (no); \
             x < 3 & more? → load torch_foo (yes); load torch_foo → import torch (circular import); \
             load torch_foo → RuntimeError; for each entry point",
        ),
        (
            SEQUENCE,
            Kind::Sequence,
            "User → torch_foo (import torch_foo); torch_foo → torch (import torch); torch → torch_foo (load); \
             torch_foo → User (AttributeError)",
        ),
        (CLASS, Kind::Class, "Module → Linear (extends); Module → Parameter (holds); Optimizer → Parameter"),
        (
            STATE,
            Kind::State,
            "start → Idle; Idle → Training (start); start → Forward; Forward → Backward (loss); \
             Training → Failed (NaN); Failed → end",
        ),
        (ENTITIES, Kind::EntityRelationship, "MODEL → RUN (is trained in); RUN → METRIC (logs)"),
    ] {
        let model = &diagram(text).model;
        assert_eq!(model.kind, kind);
        assert_eq!(model.description(), description);
    }
    assert!(diagram(SEQUENCE).model.texts.iter().any(|text| text == "half imported"));
    assert!(diagram(STATE).model.texts.iter().any(|text| text == "loss is not finite"));
}

#[test]
fn drawings_hold_shapes_text_and_classes_alone() {
    for text in [FLOWCHART, SEQUENCE, CLASS, STATE, ENTITIES] {
        let drawing = &diagram(text).drawing;
        let markup = drawing.markup("_d1");
        let document = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{markup}</svg>");
        let parsed = roxmltree::Document::parse(&document).unwrap_or_else(|error| panic!("{error}: {markup}"));
        let mut ids = BTreeSet::new();
        for node in parsed.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            assert!(!matches!(name, "style" | "script" | "foreignObject" | "image" | "use" | "filter"), "{name}");
            for attribute in node.attributes() {
                assert!(!matches!(attribute.name(), "style" | "href" | "fill" | "stroke" | "onclick"), "{attribute:?}");
                if attribute.name() == "id" {
                    assert!(attribute.value().starts_with("_d1-") && ids.insert(attribute.value()), "{attribute:?}");
                }
            }
        }
        for reference in markup.match_indices("url(#").map(|(at, _)| &markup[at + 5..]) {
            let id = reference.split(')').next().unwrap();
            assert!(ids.contains(id), "{id} of {ids:?}");
        }
        assert!(drawing.width > 50 && drawing.height > 50 && markup.len() < 16_000, "{} bytes", markup.len());
    }
}

#[test]
fn text_is_what_its_author_wrote() {
    let text = "graph TD\n  A[\"one <br/> two & three\"] --> B{x < 3?}\n  B -->|\"yes \\\"q\\\"\"| C\n";
    let drawing = diagram(text).drawing.markup("x");
    for words in [">one<", ">two &amp; three<", ">x &lt; 3?<", "yes \"q\""] {
        assert!(drawing.contains(words), "{words} in {drawing}");
    }
    assert_eq!(diagram(text).model.edges[1].label, "yes \"q\"");
}

#[test]
fn colours_become_tones() {
    let drawing = diagram(
        "flowchart TD\n a:::tip --> b\n b --> c\n style b fill:#f9f,stroke:#333\n classDef red fill:#fcc\n class c red\n",
    );
    let markup = drawing.drawing.markup("x");
    for class in ["d-node d-tip", "d-node d-important", "d-node d-caution"] {
        assert!(markup.contains(class), "{class} in {markup}");
    }
}

#[test]
fn a_diagram_cannot_say_how_it_looks() {
    let init = "%%{init: {\"htmlLabels\": true, \"flowchart\": {\"htmlLabels\": true}, \"theme\": \"dark\", \"themeCSS\": \".x{}\"}}%%\n";
    let plain = "flowchart TD\n a[words] --> b\n";
    assert_eq!(diagram(&format!("{init}{plain}")).drawing, diagram(plain).drawing);
    let front = "---\nconfig:\n  look: handDrawn\n  htmlLabels: true\n---\n";
    assert_eq!(diagram(&format!("{front}{plain}")).drawing, diagram(plain).drawing);
}

#[test]
fn mistakes_stand_where_they_are() {
    for (text, place, message) in [
        ("graph TD\n  A --> \n  B[unclosed\n", "[unclosed", "unterminated node label (missing `]`)"),
        ("foo bar\nx", "foo bar", "no kind of diagram is named here"),
        ("pie title x\n \"a\": 1\n", "pie title x", "diagrams of the kind `pie` are not drawn"),
        ("sequenceDiagram\n A->>B hello\n", "o", "unexpected statement separator; expected text"),
        ("flowchart TD\n A[é] --> B[中文 ]]\n", "]", "unexpected character"),
    ] {
        let mistake = mistake(text);
        assert!(mistake.message.starts_with(message), "{mistake:?} of {text}");
        assert!(
            text[mistake.range.clone()].starts_with(place),
            "{:?} of {text}: {mistake:?}",
            &text[mistake.range.clone()]
        );
    }
    assert_eq!(mistake("").range, 0..0);
}

#[test]
fn hostile_diagrams_are_refused_in_time() {
    let chain = |nodes: usize| {
        (0..nodes)
            .fold("flowchart TD\n".to_owned(), |text, node| text + &format!("n{node}-->n{}\n", (node * 7 + 1) % nodes))
    };
    let dense = (0..40).flat_map(|from| (0..40).map(move |to| format!("a{from}-->b{to}\n"))).collect::<String>();
    let nested =
        (0..300).fold("flowchart TD\n".to_owned(), |text, group| text + &format!("subgraph g{group}\n")) + "x\n";
    for text in [
        chain(1500),
        format!("flowchart TD\n{dense}"),
        nested + &"end\n".repeat(300),
        "flowchart TD\n a[".to_owned() + &"(".repeat(20_000),
        "sequenceDiagram\n".to_owned() + &"A->>B: x\n".repeat(3000),
        "classDiagram\n".to_owned() + &(0..900).map(|at| format!("A{at} <|-- A{}\n", at / 2)).collect::<String>(),
        "stateDiagram-v2\n".to_owned() + &"state x {\n".repeat(1000),
        "%%{init: {\"a\":".repeat(1000),
        "x".repeat(100_000),
    ] {
        let start = Instant::now();
        let _ = answer(&text);
        assert!(start.elapsed().as_millis() < 3000, "{:?}: {}", start.elapsed(), &text[..40]);
    }
    // It is the size that stops them, not the clock: that one stops others on other machines.
    assert_eq!(mistake(&chain(1500)).message, "the diagram is too large to be drawn");
}

#[test]
fn a_hundred_flowcharts_take_a_second_at_most() {
    let start = Instant::now();
    for number in 0..100 {
        let edges: String = (0..12)
            .map(|node| format!("  n{node}[\"Step {node} of {number}\"] --> n{}\n", (node * 5 + 1) % 12))
            .collect();
        diagram(&format!("flowchart TD\n{edges}"));
    }
    // Ten times the budget of an optimised build on an idle machine: this one may be neither.
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
