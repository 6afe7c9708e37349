import { describe, expect, test } from 'vitest';
import type { Block } from '../contract/block.js';
import type { Run } from '../contract/run.js';
import type { TargetFacts } from '../contract/view.js';
import { createBlock } from '../content/block/block.js';
import { normaliseRuns, textRun } from '../content/run/normalise-runs.js';
import { structuralText, unitText } from '../content/text/projection.js';
import { rangeFor } from '../content/run/run-range.js';
import { editScene } from '../testing/edit-scene.js';
import { runsOf } from '../testing/runs-of.js';
import { newTargetView } from './new-target-view.js';
import { settle } from './settle.js';

const facts: TargetFacts = { status: 'translated', origin: { kind: 'mt', engine: 'demo' } };

const segment = (block: Block, start: number, end: number) => ({
  id: `${start}`,
  range: rangeFor(block.source, undefined, start, end),
  props: {},
});

describe('produceUnits', () => {
  const upper = (text: string) => [textRun(text.toUpperCase())];

  function segmented(): Block {
    const block = createBlock({ id: 'b1', source: runsOf('One.  Two. {1}') });
    const spans = [segment(block, 0, 4), segment(block, 6, 10)];
    block.overlays.push({ type: 'segmentation', variant: null, layer: '', spans });
    return block;
  }

  test('KV17 when all units are written the target is committed with the white space and codes between', () => {
    const block = segmented();
    const view = newTargetView(block, editScene(['target@target']).context);
    const units = [...view.produceUnits('de', facts)];
    expect(units.map(({ key, source, ignorable }) => [key, structuralText(source), ignorable])).toEqual([
      ['#0', 'One.', false],
      ['#1', '  ', true],
      ['#2', 'Two.', false],
      ['#3', ' {1/}', true],
    ]);
    for (const unit of units) if (!unit.ignorable) unit.set(upper(unitText(unit.source)));
    settle(view);
    expect(structuralText(block.targets['de']?.runs ?? [])).toBe('ONE.  TWO. {1/}');
    expect(block.targets['de']).toMatchObject(facts);
  });

  test('KV17 when none or some units are written, or the handler stops early, nothing is committed', () => {
    for (const count of [0, 1]) {
      const block = segmented();
      const view = newTargetView(block, editScene(['target@target']).context);
      let written = 0;
      for (const unit of view.produceUnits('de', facts)) {
        if (written === count) break;
        unit.set(upper(unitText(unit.source)));
        written += 1;
      }
      settle(view);
      expect(block.targets).toEqual({});
    }
  });

  test('KV17 content without words is copied, and no content is not', () => {
    for (const [markup, expected] of [
      ['{1}', '{1/}'],
      ['', undefined],
    ] as const) {
      const block = createBlock({ id: 'b1', source: markup === '' ? [] : runsOf(markup) });
      const view = newTargetView(block, editScene(['target@target']).context);
      expect([...view.produceUnits('de', facts)].every(({ ignorable }) => ignorable)).toBe(true);
      settle(view);
      const runs = block.targets['de']?.runs;
      expect(runs && structuralText(runs)).toBe(expected);
    }
  });

  test('K56 the units are the forms of the target locale', () => {
    const forms = { one: runsOf('{1} file'), other: runsOf('{1} files') };
    const plural: Run = { kind: 'plural', pivot: 'n', forms };
    const block = createBlock({ id: 'b1', source: normaliseRuns([textRun('You have '), plural]) });
    const view = newTargetView(block, editScene(['target@target']).context);
    for (const unit of view.produceUnits('pl', facts)) {
      const words = `${unit.category ?? 'top'}:`;
      unit.set(unit.source.map((run) => (run.kind === 'text' ? textRun(words) : run)));
    }
    settle(view);
    expect(structuralText(block.targets['pl']?.runs ?? [])).toBe(
      'top:{n,plural,one{{1/}one:}few{{1/}few:}many{{1/}many:}other{{1/}other:}}',
    );
  });

  test('K56 forms of a plural are cut by the segments of the form they come from', () => {
    const forms = { other: runsOf('A. B.') };
    const block = createBlock({ id: 'b1', source: [{ kind: 'plural', pivot: 'n', forms }] });
    const path = [{ run: 0, form: 'other' }];
    const spans = [
      { id: '1', range: rangeFor(block.source, path, 0, 3), props: {} },
      { id: '2', range: rangeFor(block.source, path, 3, 5), props: {} },
    ];
    block.overlays.push({ type: 'segmentation', variant: null, layer: '', spans });
    const view = newTargetView(block, editScene(['target@target']).context);
    const units = [...view.produceUnits('en', facts)];
    expect(units.map(({ key }) => key)).toEqual(['', '/0:one#0', '/0:one#1', '/0:other#0', '/0:other#1']);
    for (const unit of units) unit.set(unit.ignorable ? unit.source : upper(unitText(unit.source)));
    settle(view);
    expect(structuralText(block.targets['en']?.runs ?? [])).toBe('{n,plural,one{A. B.}other{A. B.}}');
  });
});
