import { createBlock } from '../content/block/block.js';
import { rangeFor } from '../content/run/run-range.js';
import { textRun } from '../content/run/normalise-runs.js';
import { createTarget } from '../content/block/target.js';
import type { Block } from '../contract/block.js';
import type { Overlay } from '../contract/overlay.js';
import type { Runs } from '../contract/run.js';
import { runsOf } from './runs-of.js';

const forms: Runs = [
  { kind: 'plural', pivot: 'n', forms: { one: runsOf('<1>{n}</1> file'), other: runsOf('<1>{n}</1> files') } },
];
const cases: Runs = [{ kind: 'select', pivot: 'g', cases: { female: runsOf('her {x}'), other: runsOf('their {x}') } }];
const nested: Runs = [
  textRun('In all: '),
  { kind: 'select', pivot: 'g', cases: { female: forms, other: [textRun('none')] } },
];

/** Blocks that tools get wrong: codes, pairs, forms in forms, marks on both sides, nothing at all, wide characters. */
export function hardBlocks(sourceLocale: string, variant: string): Block[] {
  const block = (id: string, source: Runs, target?: Runs, overlays: Overlay[] = []) =>
    createBlock({
      id,
      name: id,
      sourceLocale,
      source,
      overlays,
      ...(target === undefined ? {} : { targets: { [variant]: createTarget(target, { status: 'draft' }) } }),
    });
  const marked = runsOf('Click <1>here</1> for {x}');
  return [
    block('plain', [textRun('Hello world.')], [textRun('Bonjour le monde.')]),
    block('empty', []),
    block('lone', runsOf('{x}'), runsOf('{x}')),
    block('pairs', runsOf('A <1>bold <2>word</2></1> and {x}'), runsOf('{x} et un <1>mot <2>gras</2></1>')),
    block('plural', forms, forms),
    block('select', cases, cases),
    block('nested', nested),
    block('marked', marked, marked, [mark(null, marked), mark(variant, marked)]),
    block('wide', [textRun('👩‍🔬 e\u0301 𝒜 日本語')], [textRun('👩‍🔬 e\u0301')]),
    createBlock({ id: 'fixed', sourceLocale, source: 'v1.2', translatable: false }),
  ];
}

function mark(variant: string | null, runs: Runs): Overlay {
  const range = rangeFor(runs, undefined, 0, 5);
  return { type: 'term', variant, layer: '', spans: [{ id: 't1', range, props: {} }] };
}
