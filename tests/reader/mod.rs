//! What a reader's browser makes of the published files: pages as elements, the site as linked pages.

#![allow(dead_code, reason = "each test crate looks at its own part of a page")]

mod website;

use std::cell::Ref;
use std::fmt;

use html5ever::tendril::TendrilSink;
use html5ever::{Attribute, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

pub(crate) use website::Website;

/// A page, parsed as browsers parse it.
pub(crate) struct Page {
    document: Handle,
    /// Where the HTML breaks the rules, in the parser's words.
    pub(crate) errors: Vec<String>,
}

/// An element of a page.
#[derive(Clone)]
pub(crate) struct Element(Handle);

impl Page {
    pub(crate) fn parse(html: &str) -> Self {
        let dom = parse_document(RcDom::default(), Default::default()).one(html);
        let errors = dom.errors.borrow().iter().map(ToString::to_string).collect();
        Self { document: dom.document, errors }
    }

    /// All elements, in document order.
    pub(crate) fn elements(&self) -> Vec<Element> {
        let mut elements = Vec::new();
        gather(&self.document, &mut elements);
        elements
    }

    /// The elements of a name, in document order.
    pub(crate) fn all(&self, name: &str) -> Vec<Element> {
        self.elements().into_iter().filter(|element| element.name() == name).collect()
    }

    /// The first element that has a class.
    pub(crate) fn first_of_class(&self, class: &str) -> Option<Element> {
        self.elements().into_iter().find(|element| element.has_class(class))
    }

    /// The rendered prose alone, without what the templates put around it.
    pub(crate) fn prose(&self) -> Option<Element> {
        self.first_of_class("prose")
    }

    /// The ids of all elements, in document order.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.elements().iter().filter_map(|element| element.attribute("id")).collect()
    }
}

impl Element {
    pub(crate) fn name(&self) -> &str {
        match &self.0.data {
            NodeData::Element { name, .. } => &name.local,
            _ => "",
        }
    }

    fn raw_attributes(&self) -> Option<Ref<'_, Vec<Attribute>>> {
        match &self.0.data {
            NodeData::Element { attrs, .. } => Some(attrs.borrow()),
            _ => None,
        }
    }

    /// Its attributes, as names and values.
    pub(crate) fn attributes(&self) -> Vec<(String, String)> {
        let attributes = self.raw_attributes();
        let pair = |attribute: &Attribute| (attribute.name.local.to_string(), attribute.value.to_string());
        attributes.map(|attributes| attributes.iter().map(pair).collect()).unwrap_or_default()
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        self.attributes().into_iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.attribute("class").is_some_and(|classes| classes.split_whitespace().any(|own| own == class))
    }

    /// The elements within it, in document order.
    pub(crate) fn elements(&self) -> Vec<Element> {
        let mut elements = Vec::new();
        self.0.children.borrow().iter().for_each(|child| gather(child, &mut elements));
        elements
    }

    /// The elements of a name within it.
    pub(crate) fn all(&self, name: &str) -> Vec<Element> {
        self.elements().into_iter().filter(|element| element.name() == name).collect()
    }

    /// Its text, as a reader sees it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.0.children.borrow().iter().for_each(|child| gather_text(child, &mut text));
        text
    }

    /// What is in it, as HTML. The spans that only colour code are left out: highlighting has tests of its own.
    pub(crate) fn inner_html(&self) -> String {
        let mut html = String::new();
        self.0.children.borrow().iter().for_each(|child| write(child, &mut html));
        html
    }

    fn is_token(&self) -> bool {
        self.name() == "span" && self.attributes().iter().all(|(name, value)| name == "class" && value.len() == 1)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut html = String::new();
        write(&self.0, &mut html);
        f.write_str(&html)
    }
}

fn gather(node: &Handle, elements: &mut Vec<Element>) {
    if matches!(node.data, NodeData::Element { .. }) {
        elements.push(Element(node.clone()));
    }
    node.children.borrow().iter().for_each(|child| gather(child, elements));
}

/// Elements that begin a line of their own, whatever stands before them.
const BLOCKS: [&str; 8] = ["blockquote", "div", "figure", "ol", "p", "section", "table", "ul"];

fn gather_text(node: &Handle, text: &mut String) {
    match &node.data {
        NodeData::Text { contents } => text.push_str(&contents.borrow()),
        NodeData::Element { name, .. } if BLOCKS.contains(&&*name.local) => text.push('\n'),
        _ => {}
    }
    node.children.borrow().iter().for_each(|child| gather_text(child, text));
}

/// Elements that have no content and no end tag.
const VOID: [&str; 9] = ["br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"];

fn write(node: &Handle, html: &mut String) {
    let children = |html: &mut String| node.children.borrow().iter().for_each(|child| write(child, html));
    match &node.data {
        NodeData::Text { contents } => html.push_str(&escaped(&contents.borrow())),
        NodeData::Comment { contents } => html.push_str(&format!("<!--{contents}-->")),
        NodeData::Element { .. } => {
            let element = Element(node.clone());
            if element.is_token() {
                return children(html);
            }
            let name = element.name();
            html.push_str(&format!("<{name}"));
            for (attribute, value) in element.attributes() {
                html.push_str(&format!(" {attribute}=\"{}\"", escaped(&value).replace('"', "&quot;")));
            }
            html.push('>');
            if !VOID.contains(&name) {
                children(html);
                html.push_str(&format!("</{name}>"));
            }
        }
        _ => children(html),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\u{a0}', "&nbsp;")
}
