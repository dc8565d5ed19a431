//! What merman's parsers found, as a model: the five kinds have five forms.

use serde_json::Value;

use super::model::{Edge, Kind, Model, Node};
use super::quotes::with_quotes;

/// The model of a diagram of this type; `None` where the type is not one of ours.
pub(super) fn model(diagram_type: &str, found: &Value) -> Option<Model> {
    let mut builder = Builder::default();
    let kind = match diagram_type {
        "flowchart-v2" | "flowchart" => builder.flowchart(found),
        "sequence" => builder.sequence(found),
        "classDiagram" | "class" => builder.classes(found),
        "stateDiagram" | "state" => builder.states(found),
        "er" => builder.entities(found),
        _ => return None,
    };
    Some(Model { kind, nodes: builder.nodes, edges: builder.edges, texts: builder.texts })
}

#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    texts: Vec<String>,
}

impl Builder {
    fn flowchart(&mut self, found: &Value) -> Kind {
        for node in list(found, "nodes") {
            self.node(text(node, "id"), text(node, "label"));
        }
        // A group can be the end of an arrow as well.
        for group in list(found, "subgraphs") {
            self.node(text(group, "id"), text(group, "title"));
        }
        for edge in list(found, "edges") {
            self.edge(text(edge, "from"), text(edge, "to"), text(edge, "label"));
        }
        Kind::Flowchart
    }

    fn sequence(&mut self, found: &Value) -> Kind {
        let actors = found.get("actors");
        for id in list(found, "actorOrder").filter_map(Value::as_str) {
            let label = actors.and_then(|actors| actors.get(id)).map_or("", |actor| text(actor, "description"));
            self.node(id, label);
        }
        // Notes are among the messages as well, by this number.
        const NOTE: u64 = 2;
        for message in
            list(found, "messages").filter(|message| message.get("type").and_then(Value::as_u64) != Some(NOTE))
        {
            match (text(message, "from"), text(message, "to"), text(message, "message")) {
                ("", "", words) => self.text(words),
                (from, to, words) if self.is_node(from) && self.is_node(to) => self.edge(from, to, words),
                _ => {}
            }
        }
        for note in list(found, "notes") {
            self.text(text(note, "message"));
        }
        Kind::Sequence
    }

    fn classes(&mut self, found: &Value) -> Kind {
        for (id, class) in map(found, "classes") {
            self.node(id, text(class, "label"));
            for member in list(class, "members").chain(list(class, "methods")) {
                self.text(text(member, "displayText"));
                self.text(text(member, "id"));
            }
        }
        for relation in list(found, "relations") {
            self.edge(text(relation, "id1"), text(relation, "id2"), text(relation, "title"));
        }
        for note in list(found, "notes") {
            self.text(text(note, "text"));
        }
        Kind::Class
    }

    fn states(&mut self, found: &Value) -> Kind {
        for state in list(found, "nodes") {
            let label = match text(state, "shape") {
                "stateStart" => "start",
                "stateEnd" => "end",
                "note" | "noteGroup" => {
                    self.text(text(state, "label"));
                    continue;
                }
                _ => text(state, "label"),
            };
            self.node(text(state, "id"), label);
        }
        for edge in list(found, "edges").filter(|edge| text(edge, "arrowhead") != "none") {
            self.edge(text(edge, "start"), text(edge, "end"), text(edge, "label"));
        }
        Kind::State
    }

    fn entities(&mut self, found: &Value) -> Kind {
        for (name, entity) in map(found, "entities") {
            let label =
                [text(entity, "alias"), text(entity, "label"), name].into_iter().find(|label| !label.is_empty());
            self.node(text(entity, "id"), label.unwrap_or_default());
            for attribute in list(entity, "attributes") {
                self.text(text(attribute, "name"));
                self.text(text(attribute, "comment"));
            }
        }
        for relation in list(found, "relationships") {
            self.edge(text(relation, "entityA"), text(relation, "entityB"), text(relation, "roleA"));
        }
        Kind::EntityRelationship
    }

    fn node(&mut self, id: &str, label: &str) {
        let label = plain(if label.is_empty() { id } else { label });
        self.nodes.push(Node { id: id.to_owned(), label });
    }

    fn edge(&mut self, from: &str, to: &str, label: &str) {
        let place = |id: &str| self.nodes.iter().position(|node| node.id == id);
        if let (Some(from), Some(to)) = (place(from), place(to)) {
            self.edges.push(Edge { from, to, label: plain(label) });
        }
    }

    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.texts.push(plain(text));
        }
    }

    fn is_node(&self, id: &str) -> bool {
        self.nodes.iter().any(|node| node.id == id)
    }
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn map<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = (&'v str, &'v Value)> + use<'v> {
    value.get(key).and_then(Value::as_object).into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// What merman and authors write for signs that mean something in a label.
const REFERENCES: [(&str, &str); 7] =
    [("#quot;", "\""), ("#35;", "#"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];

/// A label as one line of words: without tags, emphasis and Mermaid's own references.
fn plain(label: &str) -> String {
    let mut words = String::with_capacity(label.len());
    let mut rest = label;
    while let Some(open) = rest.find('<') {
        // `x < 3` is no tag.
        let is_tag = rest[open + 1..].starts_with(|next: char| next.is_ascii_alphabetic() || next == '/');
        match rest[open..].find('>').filter(|_| is_tag) {
            Some(close) => {
                words.push_str(&rest[..open]);
                words.push(' ');
                rest = &rest[open + close + 1..];
            }
            None => {
                words.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
            }
        }
    }
    words.push_str(rest);
    let words = words.replace("**", "").replace('`', "");
    let words = REFERENCES.iter().fold(words, |words, (reference, sign)| words.replace(reference, sign));
    with_quotes(&words.split_whitespace().collect::<Vec<_>>().join(" "))
}
