//! The only owner of merman: its configuration, its errors, and what a diagram may cost.

use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use merman::svg::{
    DeterministicTextMeasurer, MeasurementProfileId, RenderResourcePolicy, TextMeasurementPolicy,
    TextMeasurementProfile, TextMeasurementProfileIdentity,
};
use merman::{
    Engine, MermaidConfig, OperationControl, ParseOptions, RenderError, RenderOutput, RenderRequest, Renderer,
    SvgEnvironment, SvgRequest,
};
use serde_json::json;

use super::quotes::without_quotes;
use super::width::FONT_SIZE;
use super::{Diagram, semantics, svg, width};
use crate::figure::{Mistake, within};
use crate::limit::{DIAGRAM_BYTES, DIAGRAM_SECONDS, DIAGRAM_STEPS};

/// The last safety: it is never reached unless the bounds above have a hole.
const LONGEST_TIME: Duration = Duration::from_secs(DIAGRAM_SECONDS as u64);
/// Nested groups are drawn by recursion.
const STACK: usize = 64 << 20;

type Answer = Result<Arc<Diagram>, Mistake>;

/// Reads and draws a diagram, or remembers it: `serve` renders a page with all its diagrams again at each edit of it.
pub(super) fn read(text: &str) -> Option<Answer> {
    /// More answers than a site has diagrams; beyond it the memory starts anew.
    const MOST_REMEMBERED: usize = 4096;
    static REMEMBERED: LazyLock<Mutex<HashMap<blake3::Hash, Answer>>> = LazyLock::new(Mutex::default);
    // A thread that panicked holds no half-written value here: answers are inserted whole.
    let remembered = || REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = blake3::hash(text.as_bytes());
    let known = remembered().get(&key).cloned();
    Some(known.unwrap_or_else(|| {
        let answer = within_bounds(text);
        let mut remembered = remembered();
        if remembered.len() >= MOST_REMEMBERED {
            remembered.clear();
        }
        remembered.insert(key, answer.clone());
        answer
    }))
}

fn within_bounds(text: &str) -> Answer {
    let whole = |message: String| Mistake { range: 0..text.len(), message };
    if text.len() > DIAGRAM_BYTES {
        return Err(whole(format!("the diagram has {} bytes; the most is {DIAGRAM_BYTES}", text.len())));
    }
    let control = OperationControl::new();
    let (sender, receiver) = mpsc::channel();
    let (owned, worker_control) = (text.to_owned(), control.clone());
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        // Nobody waits any more where the time is over.
        let _ = sender.send(read_and_draw(&owned, &worker_control));
    });
    if worker.is_err() {
        return Err(whole("the diagram cannot be drawn: no thread could be had".to_owned()));
    }
    match receiver.recv_timeout(LONGEST_TIME) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => {
            control.cancel();
            Err(whole(format!("the diagram takes longer than {} seconds to draw", LONGEST_TIME.as_secs())))
        }
        Err(RecvTimeoutError::Disconnected) => Err(whole("the diagram cannot be drawn".to_owned())),
    }
}

fn read_and_draw(text: &str, control: &OperationControl) -> Answer {
    let escaped = without_quotes(text);
    let whole = |message: &str| Mistake { range: 0..text.len(), message: message.to_owned() };
    let parsed = RENDERER.engine().parse_diagram_sync(&escaped, ParseOptions::strict());
    let parsed = parsed.map_err(|error| mistake(&RenderError::from(error), text))?;
    let parsed = parsed.ok_or_else(|| whole("the diagram is empty"))?;
    let model = semantics::model(&parsed.meta.diagram_type, &parsed.model);
    let model = model.ok_or_else(|| whole("the diagram cannot be understood"))?;
    let request = RenderRequest::svg(&escaped, control.clone(), request());
    let drawing = match RENDERER.render(request).map_err(|error| mistake(&error, text))? {
        RenderOutput::Svg(Some(output)) => svg::convert(output.svg()),
        _ => None,
    };
    let drawing = drawing.ok_or_else(|| whole("the diagram cannot be drawn"))?;
    Ok(Arc::new(Diagram { model, drawing }))
}

static RENDERER: LazyLock<Renderer> =
    LazyLock::new(|| Renderer::new().with_engine(Engine::new().with_site_config(configuration())));

/// Labels are SVG text, so that they can be selected and styled; how things look is for the style sheet to say, so that
/// a diagram's own wishes about it are not heard.
fn configuration() -> MermaidConfig {
    MermaidConfig::from_value(json!({
        "look": "classic",
        "theme": "default",
        "layout": "dagre",
        "htmlLabels": false,
        "securityLevel": "strict",
        "fontSize": FONT_SIZE,
        "themeVariables": { "fontSize": format!("{FONT_SIZE}px") },
        "flowchart": { "htmlLabels": false, "padding": 12, "nodeSpacing": 36, "rankSpacing": 40, "wrappingWidth": 260 },
        "class": { "htmlLabels": false, "rankSpacing": 64, "nodeSpacing": 48 },
        "er": { "rankSpacing": 96, "nodeSpacing": 64 },
        "state": { "htmlLabels": false },
        "sequence": { "diagramMarginX": 4, "actorMargin": 24, "width": 104, "height": 65, "messageMargin": 36, "wrap": true },
        "secure": [
            "secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "look", "theme", "themeVariables",
            "themeCSS", "layout", "htmlLabels", "fontFamily", "fontSize", "handDrawnSeed", "flowchart", "class", "state",
            "sequence", "er",
        ],
    }))
}

fn request() -> SvgRequest {
    static ENVIRONMENT: LazyLock<SvgEnvironment> = LazyLock::new(|| {
        let mut resources = RenderResourcePolicy::interactive();
        // A limit of this name exists, as a test of the bounds shows.
        let _ = resources.apply_override("max_layout_work_units", DIAGRAM_STEPS);
        let environment = SvgEnvironment::deterministic().with_resource_policy(resources);
        match measurement() {
            Some(policy) => environment.with_text_measurement_policy(policy),
            None => environment,
        }
    });
    let mut request = SvgRequest { environment: ENVIRONMENT.clone(), ..SvgRequest::default() };
    // The same in every drawing: ids are made unique in each page.
    request.options.diagram_id = Some("d".to_owned());
    request
}

fn measurement() -> Option<TextMeasurementPolicy> {
    let identity = TextMeasurementProfileIdentity::new(MeasurementProfileId::new("widest").ok()?, "1").ok()?;
    let measurer = DeterministicTextMeasurer::default().with_width_callback(|line, style| {
        let weight = style.font_weight.as_deref().unwrap_or_default();
        let bold = weight.starts_with("bold") || weight.parse().is_ok_and(|weight: u16| weight >= 600);
        width::of_line(line, bold) * style.font_size
    });
    Some(TextMeasurementPolicy::uniform(TextMeasurementProfile::new(identity, measurer)))
}

fn mistake(error: &RenderError, text: &str) -> Mistake {
    let first_line = || text.find('\n').map_or(0..text.len(), |end| 0..end);
    let (range, message) = match error {
        RenderError::NoDiagram => (first_line(), "no kind of diagram is named here".to_owned()),
        RenderError::ResourceLimitExceeded(_) => (0..text.len(), "the diagram is too large to be drawn".to_owned()),
        RenderError::Parse(diagnostic) => {
            let details = diagnostic.terminal_diagnostic_details();
            let message = diagnostic.terminal_safe_message();
            match (details.diagram_type, details.span) {
                (Some(kind), _) if message.starts_with("Unsupported") => {
                    (first_line(), format!("diagrams of the kind `{kind}` are not drawn"))
                }
                (Some(_), Some(span)) => (span.start..span.end, phrase(&message)),
                (Some(_), None) => (0..text.len(), phrase(&message)),
                (None, _) => (first_line(), "no kind of diagram is named here".to_owned()),
            }
        }
        other => (0..text.len(), phrase(&other.to_string())),
    };
    Mistake { range: within(range, text), message }
}

/// The message in our form, without the list of all that could have stood there.
fn phrase(message: &str) -> String {
    let message = message.split_once("): ").map_or(message, |(_, rest)| rest);
    let (main, expected) = message.split_once("; expected ").map_or((message, ""), |(main, rest)| (main, rest));
    let main = main.trim_end_matches('.').replace('"', "`");
    let mut characters = main.chars();
    let first = characters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    let main = first + characters.as_str();
    match expected.split(", ").count() {
        1..=3 if !expected.is_empty() => format!("{main}; expected {}", expected.replace('"', "`")),
        _ => main,
    }
}
