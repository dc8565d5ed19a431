//! What a diagram says, whatever its kind: names, and arrows between them.

/// A diagram as its reader understands it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// What kind of diagram it is.
    pub kind: Kind,
    /// Its boxes: nodes, participants, classes, states, entities.
    pub nodes: Vec<Node>,
    /// Its arrows, in the order of the text.
    pub edges: Vec<Edge>,
    /// Its other texts: notes, groups, conditions, members.
    pub texts: Vec<String>,
}

/// The kinds of diagram that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `flowchart` and `graph`.
    Flowchart,
    /// `sequenceDiagram`.
    Sequence,
    /// `classDiagram`.
    Class,
    /// `stateDiagram`.
    State,
    /// `erDiagram`.
    EntityRelationship,
}

/// A box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// As the text calls it.
    pub id: String,
    /// As its reader sees it.
    pub label: String,
}

/// An arrow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts, in [`Model::nodes`].
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What is written at it; empty where nothing is.
    pub label: String,
}

impl Model {
    /// The text alternative that lists the arrows, and the boxes that have none.
    pub fn description(&self) -> String {
        let name = |node: usize| self.nodes.get(node).map_or("", |node| node.label.as_str());
        let edges = self.edges.iter().map(|edge| match edge.label.as_str() {
            "" => format!("{} → {}", name(edge.from), name(edge.to)),
            label => format!("{} → {} ({label})", name(edge.from), name(edge.to)),
        });
        let touched = |node: usize| self.edges.iter().any(|edge| edge.from == node || edge.to == node);
        let alone = (0..self.nodes.len()).filter(|&node| !touched(node)).map(|node| name(node).to_owned());
        edges.chain(alone).collect::<Vec<_>>().join("; ")
    }
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Flowchart, Self::Sequence, Self::Class, Self::State, Self::EntityRelationship];

    /// The key of the word that names it in the page.
    pub fn label(self) -> &'static str {
        match self {
            Self::Flowchart => "flowchart",
            Self::Sequence => "sequence_diagram",
            Self::Class => "class_diagram",
            Self::State => "state_diagram",
            Self::EntityRelationship => "entity_relationship_diagram",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_lists_arrows_and_what_has_none() {
        let node = |label: &str| Node { id: label.to_owned(), label: label.to_owned() };
        let model = Model {
            kind: Kind::Flowchart,
            nodes: vec![node("script"), node("torch"), node("alone")],
            edges: vec![
                Edge { from: 0, to: 1, label: String::new() },
                Edge { from: 1, to: 1, label: "again".to_owned() },
            ],
            texts: Vec::new(),
        };
        assert_eq!(model.description(), "script → torch; torch → torch (again); alone");
    }
}
