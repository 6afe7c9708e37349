import { describe, expect, test } from 'vitest';
import { createBlock } from '../content/block/block.js';
import { textRun } from '../content/run/normalise-runs.js';
import { rangeFor } from '../content/run/run-range.js';
import { unitText } from '../content/text/projection.js';
import type { TargetStatus } from '../contract/block.js';
import { editScene } from '../testing/edit-scene.js';
import { newTargetView } from './new-target-view.js';
import { settle } from './settle.js';

const facts = { status: 'draft', origin: { kind: 'mt' } } as const;
const runs = [textRun('Eins. Zwei.')];
const spans = (status?: TargetStatus, text = 'Eins. Zwei.') => [
  { id: '1', range: rangeFor([textRun(text)], undefined, 0, 5), props: status === undefined ? {} : { status } },
  { id: '2', range: rangeFor([textRun(text)], undefined, 6, text.length), props: {} },
];

function segmented(status?: TargetStatus) {
  const block = createBlock({ id: 'b1', source: 'One. Two.', targets: { de: { runs, status: 'new' } } });
  block.overlays.push({ type: 'segmentation', variant: 'de', layer: '', spans: spans(status) });
  const scene = editScene(['target@target']);
  return { block, view: newTargetView(block, scene.context), losses: scene.losses };
}

describe('setTarget with segments', () => {
  test('K56 the segments of a new target replace the old ones, and nothing is lost', () => {
    const { block, view, losses } = segmented();
    const wanted = spans('reviewed', 'Eins. Drei!');
    view.setTarget('de', [textRun('Eins. Drei!')], facts, wanted);
    expect(view.overlays('segmentation', 'de')).toBe(wanted);
    settle(view);
    expect(block.overlays).toEqual([{ type: 'segmentation', variant: 'de', layer: '', spans: wanted }]);
    expect(losses).toEqual([]);
  });

  test('K4 a target without segments drops all of the old ones, and tells it', () => {
    const { block, view, losses } = segmented();
    view.setTarget('de', [textRun('Ganz neu')], facts);
    settle(view);
    expect(block.overlays).toEqual([]);
    expect(losses.map(({ kind }) => kind)).toEqual(['overlay-dropped', 'overlay-dropped']);
  });

  test('K45 a segment outside of its target is refused', () => {
    const { view } = segmented();
    view.setTarget('de', [textRun('Kurz')], facts, spans());
    expect(() => settle(view)).toThrow('outside the target "de"');
  });

  test('K18 an approved segment stays with its text, and its neighbour may change', () => {
    const { block, view, losses } = segmented('reviewed');
    view.setTarget('de', [textRun('Eins. Drei!')], facts, spans('reviewed', 'Eins. Drei!'));
    settle(view);
    expect(unitText(block.targets['de']?.runs ?? [])).toBe('Eins. Drei!');
    const other = segmented('reviewed');
    other.view.setTarget('de', [textRun('Null. Drei!')], facts, spans('reviewed', 'Null. Drei!'));
    settle(other.view);
    expect(unitText(other.block.targets['de']?.runs ?? [])).toBe('Eins. Zwei.');
    expect([losses, other.losses.map(({ kind }) => kind)]).toEqual([[], ['target-protected']]);
  });
});
