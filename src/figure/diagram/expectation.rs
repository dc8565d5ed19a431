//! What a reviewer wants to be in a diagram: arrows and labels, as `expect` on its fence names them.

use super::model::Model;

/// One thing that must be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// `a -> b`, or `a -> b: label`: an arrow from one box to another.
    Edge {
        /// Words of the box where it starts.
        from: String,
        /// Words of the box where it ends.
        to: String,
        /// Words that stand at it.
        label: Option<String>,
    },
    /// `a => b`: a way from one box to another, over as many arrows as it takes.
    Way {
        /// Words of the first box.
        from: String,
        /// Words of the last box.
        to: String,
    },
    /// Words that stand somewhere in the diagram.
    Label(String),
}

impl Expectation {
    /// Reads `a -> b; b => c; some words`.
    pub fn list(text: &str) -> Vec<Self> {
        text.split(';').map(str::trim).filter(|part| !part.is_empty()).map(Self::one).collect()
    }

    fn one(text: &str) -> Self {
        let part = |text: &str| text.trim().to_owned();
        if let Some((from, to)) = text.split_once("=>") {
            return Self::Way { from: part(from), to: part(to) };
        }
        match text.split_once("->") {
            Some((from, rest)) => {
                let (to, label) = rest.split_once(": ").map_or((rest, None), |(to, label)| (to, Some(part(label))));
                Self::Edge { from: part(from), to: part(to), label }
            }
            None => Self::Label(part(text)),
        }
    }

    /// Why the diagram does not have it; `None` where it does.
    pub fn lacking(&self, model: &Model) -> Option<String> {
        let missing = |words: &str| format!("nothing in the diagram says `{words}`");
        match self {
            Self::Label(words) => {
                let nodes = model.nodes.iter().flat_map(|node| [&node.id, &node.label]);
                let edges = model.edges.iter().map(|edge| &edge.label);
                let found = nodes.chain(edges).chain(&model.texts).any(|text| says(text, words));
                (!found).then(|| missing(words))
            }
            Self::Edge { from, to, label } => {
                if let Some(words) = [from, to].into_iter().find(|words| named(model, words).is_empty()) {
                    return Some(missing(words));
                }
                let (from_nodes, to_nodes) = (named(model, from), named(model, to));
                let between: Vec<_> = model
                    .edges
                    .iter()
                    .filter(|edge| from_nodes.contains(&edge.from) && to_nodes.contains(&edge.to))
                    .collect();
                if between.is_empty() {
                    return Some(format!("no arrow leads from `{from}` to `{to}`"));
                }
                let label = label.as_ref()?;
                let found = between.iter().any(|edge| says(&edge.label, label));
                (!found).then(|| format!("the arrow from `{from}` to `{to}` does not say `{label}`"))
            }
            Self::Way { from, to } => {
                if let Some(words) = [from, to].into_iter().find(|words| named(model, words).is_empty()) {
                    return Some(missing(words));
                }
                (!leads(model, &named(model, from), &named(model, to)))
                    .then(|| format!("no way leads from `{from}` to `{to}`"))
            }
        }
    }
}

/// The boxes that words name: those that say just them, else those whose text holds them.
fn named(model: &Model, words: &str) -> Vec<usize> {
    let all = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let nodes = model.nodes.iter().enumerate();
        nodes.filter(|(_, node)| fits(&node.id) || fits(&node.label)).map(|(at, _)| at).collect()
    };
    let exact = all(&|text| plain(text) == plain(words));
    if exact.is_empty() { all(&|text| says(text, words)) } else { exact }
}

fn says(text: &str, words: &str) -> bool {
    plain(text).contains(&plain(words))
}

/// Words as they are compared: without case, and with one blank between them.
fn plain(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn leads(model: &Model, from: &[usize], to: &[usize]) -> bool {
    let mut reached = vec![false; model.nodes.len()];
    let mut open = from.to_vec();
    while let Some(node) = open.pop() {
        for edge in model.edges.iter().filter(|edge| edge.from == node) {
            if to.contains(&edge.to) {
                return true;
            }
            if !std::mem::replace(&mut reached[edge.to], true) {
                open.push(edge.to);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::diagram::model::{Edge, Kind, Node};

    fn model() -> Model {
        let node = |id: &str, label: &str| Node { id: id.to_owned(), label: label.to_owned() };
        let edge = |from, to, label: &str| Edge { from, to, label: label.to_owned() };
        Model {
            kind: Kind::Flowchart,
            nodes: vec![
                node("torch", "import torch"),
                node("on", "switched on?"),
                node("find", "look up the  entry points"),
                node("load", "load torch_foo"),
            ],
            edges: vec![edge(0, 1, ""), edge(1, 2, "yes"), edge(2, 3, ""), edge(3, 0, "circular import")],
            texts: vec!["for each entry point".to_owned()],
        }
    }

    fn lacking(text: &str) -> Vec<String> {
        Expectation::list(text).iter().filter_map(|expectation| expectation.lacking(&model())).collect()
    }

    #[test]
    fn what_is_there_is_found_by_its_words_or_its_name() {
        assert_eq!(lacking("import torch -> switched on?; on -> Entry points: yes; load -> torch: circular"), [""; 0]);
        assert_eq!(lacking("import torch => entry points; for each; circular import; ;"), [""; 0]);
    }

    #[test]
    fn what_is_not_there_is_said() {
        assert_eq!(lacking("import torch -> entry points"), ["no arrow leads from `import torch` to `entry points`"]);
        assert_eq!(lacking("on -> find: no"), ["the arrow from `on` to `find` does not say `no`"]);
        assert_eq!(lacking("torch -> nowhere"), ["nothing in the diagram says `nowhere`"]);
        assert_eq!(lacking("lazy"), ["nothing in the diagram says `lazy`"]);
    }

    #[test]
    fn words_that_name_a_box_exactly_mean_it_alone() {
        // `torch` is the name of the first box, though others hold the word too.
        assert_eq!(lacking("find -> torch"), ["no arrow leads from `find` to `torch`"]);
    }
}
