//! The prerequisite graph: which tutorial has to be read before which.

use std::collections::BTreeSet;
use std::ops::Range;

use super::link::Target;
use super::{DocumentId, Site};

/// What is known about which tutorial needs which.
#[derive(Debug, Clone, Default)]
pub struct Prerequisites {
    /// In the order of the documents, and of the items in each.
    pub edges: Vec<Edge>,
}

/// One tutorial names another among its prerequisites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The tutorial that names the other.
    pub from: DocumentId,
    /// The tutorial that it needs.
    pub to: DocumentId,
    /// Where the link stands in the tutorial that has it.
    pub range: Range<usize>,
}

impl Prerequisites {
    pub(super) fn new(site: &Site) -> Self {
        let edges = (0..site.documents.len()).flat_map(|from| {
            prerequisite_links(site, from).filter_map(move |(range, target)| match target {
                Target::Page { document: to, .. } if is_tutorial(site, *to) => Some(Edge { from, to: *to, range }),
                _ => None,
            })
        });
        Self { edges: edges.collect() }
    }

    /// The tutorials that need this one, in the order of their paths.
    pub fn needing(&self, id: DocumentId) -> Vec<DocumentId> {
        let mut needing: Vec<_> =
            self.edges.iter().filter(|edge| edge.to == id && edge.from != id).map(|edge| edge.from).collect();
        needing.dedup();
        needing
    }

    /// The circles of tutorials that need each other: of each the shortest way round, from its first tutorial.
    pub fn cycles(&self) -> Vec<Vec<&Edge>> {
        let mut cycles = Vec::new();
        let mut seen = BTreeSet::new();
        for edge in &self.edges {
            if !seen.contains(&edge.from)
                && let Some(cycle) = self.way_round(edge.from)
            {
                seen.extend(cycle.iter().map(|edge| edge.from));
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The shortest way from a tutorial back to itself.
    fn way_round(&self, start: DocumentId) -> Option<Vec<&Edge>> {
        // Each step knows the step before it, so that ways share what they have in common.
        let mut steps: Vec<(&Edge, Option<usize>)> = self.edges_from(start).map(|edge| (edge, None)).collect();
        let mut reached = BTreeSet::new();
        let mut next = 0;
        while let Some(&(edge, _)) = steps.get(next) {
            if edge.to == start {
                let mut way: Vec<_> =
                    std::iter::successors(steps.get(next), |step| steps.get(step.1?)).map(|step| step.0).collect();
                way.reverse();
                return Some(way);
            }
            if reached.insert(edge.to) {
                steps.extend(self.edges_from(edge.to).map(|edge| (edge, Some(next))));
            }
            next += 1;
        }
        None
    }

    fn edges_from(&self, id: DocumentId) -> impl Iterator<Item = &Edge> {
        let start = self.edges.partition_point(|edge| edge.from < id);
        self.edges[start..].iter().take_while(move |edge| edge.from == id)
    }
}

/// The links in the prerequisites of a document, each with its place and where it leads.
fn prerequisite_links(site: &Site, id: DocumentId) -> impl Iterator<Item = (Range<usize>, &Target)> {
    let document = &site.documents[id];
    let items = &document.front_matter.prerequisites;
    let links =
        document.links.iter().zip(site.targets(id)).take_while(|(link, _)| link.range.end <= document.body.start);
    links
        .filter(|(link, _)| {
            items.iter().any(|item| item.range.start <= link.range.start && link.range.end <= item.range.end)
        })
        .map(|(link, target)| (link.destination_range.clone(), target))
}

fn is_tutorial(site: &Site, id: DocumentId) -> bool {
    site.contract(id).is_some_and(crate::config::Kind::is_tutorial)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(DocumentId, DocumentId)]) -> Prerequisites {
        Prerequisites { edges: edges.iter().map(|&(from, to)| Edge { from, to, range: 0..0 }).collect() }
    }

    #[test]
    fn each_circle_is_told_once() {
        let graph = graph(&[(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (4, 0)]);
        let cycles: Vec<Vec<_>> =
            graph.cycles().iter().map(|cycle| cycle.iter().map(|edge| edge.from).collect()).collect();
        assert_eq!(cycles, [vec![0, 1, 2], vec![3]]);
        assert_eq!(graph.needing(0), [2, 4]);
    }

    #[test]
    fn a_long_chain_is_no_circle() {
        let edges: Vec<_> = (0..500).map(|id| (id, id + 1)).collect();
        assert!(graph(&edges).cycles().is_empty());
    }
}
