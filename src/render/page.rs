//! What a page's template may show, gathered from the site and the page's body.

use super::context::{Author, ContractSection, LinkTo, OutlineItem, PageContext, PageFacts};
use super::duration::duration;
use super::labels::{Labels, word};
use super::listing::{cards, filters};
use super::outcome::Body;
use super::{date, json_ld, repository, social_card, verified};
use crate::document::{Document, Heading, anchor};
use crate::site::{DocumentId, FacetGroup, Route, Site};

/// The context of a document's page, all but the prose: it is light enough to be made for every page of every build.
pub fn page_context(site: &Site, id: DocumentId, body: &Body, labels: &Labels) -> PageContext {
    let document = &site.documents[id];
    let route = site.route(id);
    let (previous, next) = site.navigation().neighbours(id);
    let link = |id: DocumentId| LinkTo { url: route.to(site.route(id)), title: site.documents[id].title().to_owned() };
    let contract = contract(document, body, labels);
    let breadcrumbs = site.trail(id);
    let mut page = page_facts(site, id, route, labels);
    page.has_math = body.needs.math;
    page.has_diagrams = body.needs.diagrams;
    page.verified = verified::facts(site.verification(id), &site.config.language, labels);
    page.json_ld = json_ld::of_document(site, id, &page, &breadcrumbs, labels);
    let cards = if site.kind(id) == "index" { cards(site, id, route, labels) } else { Vec::new() };
    PageContext {
        page,
        outline: outline(document, &contract),
        contract,
        needed_for: needed_for(site, id).into_iter().map(link).collect(),
        breadcrumbs: breadcrumbs.into_iter().map(link).collect(),
        previous: previous.map(link),
        next: next.map(link),
        filters: filters(site, &cards, route, labels),
        cards,
    }
}

/// The published tutorials that name this one as a prerequisite, in reading order.
fn needed_for(site: &Site, id: DocumentId) -> Vec<DocumentId> {
    let mut needing = site.prerequisites().needing(id);
    needing.retain(|&needing| site.is_published(needing));
    needing.sort_by_key(|&id| (site.navigation().place(id).is_none(), site.navigation().place(id), id));
    needing
}

fn page_facts(site: &Site, id: DocumentId, route: &Route, labels: &Labels) -> PageFacts {
    let document = &site.documents[id];
    let front_matter = &document.front_matter;
    let path = document.path();
    PageFacts {
        title: document.title().to_owned(),
        description: front_matter.description.as_ref().map(|description| description.value.clone()),
        kind: site.kind(id).to_owned(),
        route: route.to_string(),
        canonical: site.config.base_url.as_ref().map(|base| route.below(base)),
        robots: (front_matter.draft || site.config.unlisted).then(|| "noindex".to_owned()),
        audience: front_matter.audience.clone(),
        level: front_matter.level.clone(),
        duration: duration(site, id, labels),
        status: front_matter.status.clone(),
        authors: front_matter
            .authors
            .iter()
            .map(|author| Author { name: author.name.clone(), url: author.url.clone() })
            .collect(),
        date: front_matter.date.map(|day| date::facts(day, &site.config.language)),
        updated: site.dates().changed(id).map(|day| date::facts(day, &site.config.language)),
        tags: tags(site, document, route),
        draft: front_matter.draft,
        has_math: false,
        has_diagrams: false,
        verified: None,
        edit_url: repository::edit_url(&site.config, path),
        source_url: repository::source_url(&site.config, path),
        report_url: repository::report_url(&site.config, path, document.title()),
        markdown_url: site.config.publish.markdown.then(|| route.to(&route.with_ending("md"))),
        notebook_url: site.has_notebook(id).then(|| route.to(&route.with_ending("ipynb"))),
        card_image: social_card::url(site, id),
        json_ld: None,
    }
}

fn tags(site: &Site, document: &Document, route: &Route) -> Vec<LinkTo> {
    let facets = document.front_matter.tags.iter().filter_map(|tag| site.facets().get(FacetGroup::Tag, tag));
    facets.map(|facet| LinkTo { url: route.to(&facet.route), title: facet.value.clone() }).collect()
}

fn contract(document: &Document, body: &Body, labels: &Labels) -> Vec<ContractSection> {
    let section = |id: &str, title: &str, items: &[String], none: Option<String>| ContractSection {
        id: id.to_owned(),
        title: word(labels, title).to_owned(),
        items_html: items.to_vec(),
        none,
    };
    let nothing = document.front_matter.no_prerequisites.then(|| word(labels, "no_prerequisites").to_owned());
    let learn = section(anchor::LEARN, "what_you_will_learn", &body.learn_items, None);
    let prerequisites = section(anchor::PREREQUISITES, "prerequisites", &body.prerequisite_items, nothing);
    [learn, prerequisites]
        .into_iter()
        .filter(|section| !section.items_html.is_empty() || section.none.is_some())
        .collect()
}

/// Two levels: the contract sections and the headings below the title, each with the headings below it.
fn outline(document: &Document, contract: &[ContractSection]) -> Vec<OutlineItem> {
    let item = |anchor: &str, title: &str| OutlineItem {
        anchor: anchor.to_owned(),
        title: title.to_owned(),
        items: Vec::new(),
    };
    let mut outline: Vec<_> = contract.iter().map(|section| item(&section.id, &section.title)).collect();
    let (repeated, shift) = (document.repeated_title(), document.heading_shift());
    let shown = document.headings.iter().filter(|heading| Some(*heading) != repeated);
    let level = |heading: &Heading| heading.level + shift;
    for heading in shown {
        match (level(heading), outline.last_mut()) {
            (..=2, _) | (3, None) => outline.push(item(&heading.anchor, &heading.text)),
            (3, Some(parent)) => parent.items.push(item(&heading.anchor, &heading.text)),
            _ => {}
        }
    }
    outline
}
