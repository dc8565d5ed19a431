//! Benchmarks of the pipeline: `cargo bench --bench pipeline`.

mod corpus;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use docent::cache::Cache;
use docent::document::Document;
use docent::pipeline::{self, Options};
use docent::source::{SitePath, Source};
use docent::world::MemoryWorld;

/// Enough to see what grows with the site, and few enough to repeat.
const PAGES: usize = 1_000;

fn site(pages: usize) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    world.write("content/index.md", "---\ntitle: Tutorials\n---\n");
    for tutorial in corpus::tutorials(pages) {
        world.write(&format!("content/{}.md", tutorial.path), page(&tutorial));
    }
    world
}

fn page(tutorial: &corpus::Tutorial) -> String {
    format!(
        "---\ntitle: {}\ndescription: How to measure what a page of this size costs to build and to check.\nwhat_you_will_learn:\n  - Run it\n  - Read \
         its output\nprerequisites:\n  - Python 3.11 or newer\n---\n\n{}",
        tutorial.title, tutorial.body
    )
}

fn parse(criterion: &mut Criterion) {
    let sources: Vec<_> = corpus::tutorials(100)
        .iter()
        .map(|tutorial| Source::new(SitePath::new(format!("content/{}.md", tutorial.path)), page(tutorial)))
        .collect();
    criterion.bench_function("parse 100 tutorials", |bench| {
        bench.iter(|| sources.iter().map(|source| Arc::new(Document::parse(source))).collect::<Vec<_>>());
    });
}

fn check(criterion: &mut Criterion) {
    let world = site(PAGES);
    criterion.bench_function("check 1,000 tutorials", |bench| {
        bench.iter(|| black_box(pipeline::check_site(&world, &Cache::forgetful(), &Options::default())));
    });
}

fn build(criterion: &mut Criterion) {
    let world = site(PAGES);
    let options = Options::default();
    let mut group = criterion.benchmark_group("build 1,000 tutorials");
    group.sample_size(10);
    group.bench_function("cold", |bench| {
        bench.iter(|| black_box(pipeline::build(&world, &Cache::forgetful(), &options, &())));
    });
    let cache = Cache::new();
    pipeline::build(&world, &cache, &options, &());
    let tutorial = &corpus::tutorials(1)[0];
    let path = format!("content/{}.md", tutorial.path);
    let mut edits = 0u32;
    group.bench_function("pages, warm, after one edit", |bench| {
        bench.iter_batched(
            || {
                edits += 1;
                let mut edited = world.clone();
                edited.write(&path, format!("{}\nEdit {edits}.\n", page(tutorial)));
                edited
            },
            |edited| black_box(pipeline::render(&edited, &cache, &options, &())),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, parse, check, build);
criterion_main!(benches);
