//! Tutorials made for measuring: the same text at each run, of the size and the parts that real ones have.

/// One tutorial.
pub(crate) struct Tutorial {
    /// Folder and name without ending: `part-003/step-00071`.
    pub(crate) path: String,
    /// Its title.
    pub(crate) title: String,
    /// Its Markdown, without front matter.
    pub(crate) body: String,
}

/// How many tutorials share a folder.
const IN_FOLDER: usize = 25;

/// Makes `n` tutorials of about ten kilobytes, each with five code blocks.
pub(crate) fn tutorials(n: usize) -> Vec<Tutorial> {
    (0..n).map(tutorial).collect()
}

fn tutorial(number: usize) -> Tutorial {
    let mut words = Words(number as u64 + 1);
    let mut body = String::new();
    for section in 0..5 {
        body.push_str(&format!("## {}\n\n", words.title()));
        for _ in 0..4 {
            body.push_str(&format!("{}\n\n", words.paragraph(70)));
        }
        body.push_str(&code(section, &mut words));
        if section == 1 {
            body.push_str("| setting | effect |\n|---|---|\n");
            (0..6).for_each(|_| body.push_str(&format!("| `{}` | {} |\n", words.name(), words.paragraph(6))));
            body.push('\n');
        }
        if section == 3 {
            body.push_str(&format!("> [!NOTE]\n> {}\n\n", words.paragraph(20)));
        }
    }
    let path = format!("part-{:03}/step-{number:05}", number / IN_FOLDER);
    Tutorial { path, title: format!("{} {number}", words.title()), body }
}

/// A block in one of the languages that tutorials use most, thirty lines of it.
fn code(section: usize, words: &mut Words) -> String {
    let language = ["python", "bash", "rust", "yaml", "cpp"][section];
    let mut block = format!("```{language}\n");
    for _ in 0..10 {
        let (one, two, number) = (words.name(), words.name(), words.next() % 1000);
        block.push_str(&match language {
            "python" => format!("def {one}({two}, size={number}):\n    \"\"\"{}\"\"\"\n    return {two}[:size] + [\"{one}\"]\n", words.paragraph(6)),
            "bash" => format!("export {}={number}\nif [ -f \"{one}.txt\" ]; then\n    grep -n '{two}' \"{one}.txt\" | head -n {number}; fi\n", one.to_uppercase()),
            "rust" => format!("fn {one}({two}: &str) -> Option<usize> {{\n    let limit = {number}; // {}\n    {two}.find(\"{one}\").filter(|at| *at < limit)\n}}\n", words.paragraph(5)),
            "yaml" => format!("{one}:\n  {two}: {number}\n  - \"{}\"\n", words.paragraph(4)),
            _ => format!("template <typename T> T {one}(const T& {two}) {{\n    // {}\n    return {two} + static_cast<T>({number});\n}}\n", words.paragraph(5)),
        });
    }
    block.push_str("```\n\n");
    block
}

/// Words from a generator that gives the same ones on every machine.
struct Words(u64);

const SYLLABLES: [&str; 24] = [
    "ten", "sor", "lo", "ad", "mo", "del", "gra", "di", "ent", "ba", "tch", "ker", "nel", "de", "vice", "lay", "er",
    "out", "put", "in", "fer", "ence", "tra", "in",
];

impl Words {
    fn next(&mut self) -> u64 {
        // The steps of splitmix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn word(&mut self) -> String {
        let count = 1 + self.next() % 3;
        (0..count).map(|_| SYLLABLES[usize::try_from(self.next() % 24).unwrap_or_default()]).collect()
    }

    fn name(&mut self) -> String {
        format!("{}_{}", self.word(), self.word())
    }

    fn title(&mut self) -> String {
        let (one, two) = (self.word(), self.word());
        format!("Load the {one} {two}")
    }

    fn paragraph(&mut self, words: usize) -> String {
        let mut text: Vec<_> = (0..words).map(|_| self.word()).collect();
        text[0] = format!("The {}", text[0]);
        format!("{}.", text.join(" "))
    }
}
