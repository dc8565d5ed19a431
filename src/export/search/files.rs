//! Files: which shard goes into which file, and the head that tells where all of them start.

use super::SearchLabels;
use super::dictionary::Dictionary;
use super::numbers::push_number;
use super::script::{Shard, push_string};
use super::texts::TextShards;
use crate::site::made::SEARCH;

/// Bytes up to which the whole index is one file.
const ONE_FILE: usize = 100_000;

/// Puts shards into files. What is small travels with the head, so that a small site's index is a single file.
pub(super) fn files(
    words: Dictionary,
    spellings: Option<Dictionary>,
    texts: TextShards,
    labels: &SearchLabels,
) -> Vec<(String, Vec<u8>)> {
    let few_words = spellings.is_none();
    let one_file = few_words && bytes(&words.shards) + bytes(&texts.shards) <= ONE_FILE;
    let head = head(&words, spellings.as_ref(), &texts, labels);
    let (mut within, mut apart) = (Vec::new(), Vec::new());
    if few_words { &mut within } else { &mut apart }.extend(words.shards);
    apart.extend(spellings.into_iter().flat_map(|spellings| spellings.shards));
    if one_file { &mut within } else { &mut apart }.extend(texts.shards);

    let mut index: String = within.into_iter().map(|shard| shard.script).collect();
    index.push_str(&head.script);
    let mut files = vec![(format!("{SEARCH}/index.js"), index.into_bytes())];
    files.extend(apart.into_iter().map(|shard| (format!("{SEARCH}/{}.js", shard.name), shard.script.into_bytes())));
    files
}

/// `{version,passages,words,spellings,texts,labels}`: the starts of the files of a dictionary are separated by spaces;
/// `texts` says how many passages a file holds, and how many such files follow each other, and so on.
fn head(words: &Dictionary, spellings: Option<&Dictionary>, texts: &TextShards, labels: &SearchLabels) -> Shard {
    let mut data = String::from("{\"version\":");
    push_string(&mut data, &version(words, spellings, texts));
    data.push_str(",\"passages\":");
    data.push_str(&texts.counts.iter().sum::<u32>().to_string());
    data.push_str(",\"words\":");
    push_string(&mut data, &words.starts.join(" "));
    data.push_str(",\"spellings\":");
    match spellings {
        Some(spellings) => push_string(&mut data, &spellings.starts.join(" ")),
        None => data.push_str("null"),
    }
    data.push_str(",\"texts\":");
    push_string(&mut data, &runs(&texts.counts));
    data.push_str(",\"labels\":{");
    let labels = [
        ("search", &labels.search),
        ("close", &labels.close),
        ("results", &labels.results),
        ("nothing", &labels.nothing),
        ("failed", &labels.failed),
    ];
    for (index, (name, label)) in labels.into_iter().enumerate() {
        data.push_str(if index > 0 { "," } else { "" });
        push_string(&mut data, name);
        data.push(':');
        push_string(&mut data, label);
    }
    data.push_str("}}");
    Shard::new("index".to_owned(), &data)
}

/// Names the content of all shards: the browser asks for each with it, so that a file kept from an earlier build is
/// never read with the head of a later one.
fn version(words: &Dictionary, spellings: Option<&Dictionary>, texts: &TextShards) -> String {
    let mut hasher = blake3::Hasher::new();
    let spellings = spellings.into_iter().flat_map(|spellings| &spellings.shards);
    for shard in words.shards.iter().chain(spellings).chain(&texts.shards) {
        hasher.update(shard.script.as_bytes());
    }
    hasher.finalize().to_hex()[..8].to_owned()
}

fn runs(counts: &[u32]) -> String {
    let mut runs = String::new();
    for run in counts.chunk_by(|a, b| a == b) {
        push_number(&mut runs, run[0]);
        push_number(&mut runs, u32::try_from(run.len()).unwrap_or(u32::MAX));
    }
    runs
}

fn bytes(shards: &[Shard]) -> usize {
    shards.iter().map(|shard| shard.script.len()).sum()
}
