import { describe, expect, test } from 'vitest';
import type { Block } from '../contract/block.js';
import type { Overlay } from '../contract/overlay.js';
import type { Payload } from '../contract/payload.js';
import type { TargetFacts } from '../contract/view.js';
import { createBlock } from '../content/block/block.js';
import { textRun } from '../content/run/normalise-runs.js';
import { unitText } from '../content/text/projection.js';
import { rangeFor } from '../content/run/run-range.js';
import { createTarget } from '../content/block/target.js';
import type { BlockLoss, EditContext } from '../edit/edit-context.js';
import { editScene } from '../testing/edit-scene.js';
import { metaOf } from '../testing/meta-of.js';
import { runsOf } from '../testing/runs-of.js';
import { newBlockView } from './new-block-view.js';
import { newTargetView } from './new-target-view.js';
import { settle } from './settle.js';

const everything = [
  'term@source',
  'term@target',
  'segmentation@source',
  'segmentation@source#clause',
  'qa@source',
  'note@source',
];
const ports = [...everything, 'property:key@source', 'target@target'];
const facts: TargetFacts = { status: 'translated', origin: { kind: 'mt', engine: 'demo' } };
const note: Payload = { type: 'note', text: 'Short' };

const scene = (more: Partial<EditContext> = {}) => editScene(ports, more);

function hello(more: Partial<Block> = {}): Block {
  const fr = createTarget(runsOf('Salut le monde'), { status: 'translated' });
  return createBlock({
    id: 'b1',
    name: 'title',
    sourceLocale: 'en',
    source: 'Hello big world',
    targets: { fr },
    ...more,
  });
}

const termAt = (block: Block, start: number, end: number) => ({
  id: `${start}`,
  range: rangeFor(block.source, undefined, start, end),
  props: {},
});

describe('newBlockView', () => {
  test('K55 a view shows the block', () => {
    const segmentation: Overlay = { type: 'segmentation', variant: null, layer: '', spans: [] };
    const block = hello({ properties: { key: 'v' }, annotations: { note }, displayHint: { maxLength: 9 } });
    segmentation.spans.push(termAt(block, 0, 6));
    block.overlays.push({ ...segmentation, value: note });
    const view = newBlockView(block, scene().context);
    expect(view).toMatchObject({
      id: 'b1',
      name: 'title',
      type: 'text',
      translatable: true,
      preserveWhitespace: false,
    });
    expect([view.sourceLocale, view.source, view.variants]).toEqual(['en', block.source, ['fr']]);
    expect(view.displayHint).toEqual({ maxLength: 9 });
    expect(view.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect([view.target('fr'), view.target('de'), view.target('constructor')]).toEqual([
      block.targets['fr'],
      undefined,
      undefined,
    ]);
    expect([view.text('en'), view.text('fr'), view.text('de')]).toEqual(['Hello big world', 'Salut le monde', '']);
    expect([view.hasLocale('en'), view.hasLocale('fr'), view.hasLocale('de')]).toEqual([true, true, false]);
    expect(view.units(null).map(({ runs }) => unitText(runs))).toEqual(['Hello ', 'big world']);
    expect(view.units('fr').map(({ runs }) => unitText(runs))).toEqual(['Salut le monde']);
    expect(view.units('de')).toEqual([]);
    expect(view.overlays('segmentation', null)).toHaveLength(1);
    expect(view.overlays('segmentation', null, 'clause')).toEqual([]);
    expect(view.overlayValue('segmentation', null)).toEqual(note);
    expect([view.annotation('note'), view.annotation('toString')]).toEqual([note, undefined]);
    expect([view.property('key'), view.property('toString'), view.propertyKeys]).toEqual(['v', undefined, ['key']]);
  });

  test('K58 writes are seen by their own view at once and by the block when the view is settled', () => {
    const block = hello({ properties: { key: 'v' } });
    const before = JSON.stringify(block);
    const view = newBlockView(block, scene().context);
    view.putSpans('term', null, [termAt(block, 6, 9), termAt(block, 0, 5)]);
    view.setOverlayValue('term', null, note);
    view.setAnnotation('note', note);
    view.setProperty('key', null);
    expect(view.overlays('term', null).map(({ id }) => id)).toEqual(['6', '0']);
    expect([view.overlayValue('term', null), view.annotation('note')]).toEqual([note, note]);
    expect([view.property('key'), view.propertyKeys]).toEqual([undefined, []]);
    expect(JSON.stringify(block)).toBe(before);
    expect(settle(view)).toBe(true);
    expect(block.overlays).toEqual([
      { type: 'term', variant: null, layer: '', spans: [termAt(block, 0, 5), termAt(block, 6, 9)], value: note },
    ]);
    expect([block.annotations, block.properties]).toEqual([{ note }, {}]);
  });

  test('K58 marks can be taken away again', () => {
    const block = hello({ annotations: { note } });
    block.overlays.push({ type: 'term', variant: null, layer: '', spans: [termAt(block, 0, 5)] });
    const view = newBlockView(block, scene().context);
    view.removeOverlay('term', null);
    view.removeAnnotation('note');
    expect([view.overlays('term', null), view.overlayValue('term', null), view.annotation('note')]).toEqual([
      [],
      undefined,
      undefined,
    ]);
    settle(view);
    expect([block.overlays, block.annotations]).toEqual([[], {}]);
  });

  test('K58 one write that is refused leaves no trace of the others', () => {
    const block = hello();
    const before = JSON.stringify(block);
    const view = newBlockView(block, scene().context);
    view.setAnnotation('note', note);
    view.putSpans('term', null, [
      { id: 'far', range: { startRun: 0, startOffset: 0, endRun: 0, endOffset: 99 }, props: {} },
    ]);
    expect(() => settle(view)).toThrow('the span "far" of "term" is outside the source');
    expect(JSON.stringify(block)).toBe(before);
  });

  test('K58 a view takes no writes once it is settled', () => {
    const view = newBlockView(hello(), scene().context);
    settle(view);
    expect(() => view.setAnnotation('note', note)).toThrow('its handler has returned');
  });

  test('K58 a key that names a prototype is an annotation like any other', () => {
    const block = hello();
    const view = newBlockView(block, scene({ meta: metaOf(['__proto__@source']) }).context);
    view.setAnnotation('__proto__', note);
    settle(view);
    expect(Object.keys(block.annotations)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(block.annotations)).toBe(Object.prototype);
  });

  test('K60 a write to a port that the step does not produce names tool, block and port', () => {
    const block = hello();
    const refused = (write: (view: ReturnType<typeof newTargetView>) => void): unknown => {
      const view = newTargetView(block, scene({ meta: metaOf(['segmentation@source']) }).context);
      write(view);
      try {
        settle(view);
        return 'accepted';
      } catch (error) {
        expect(error).toMatchObject({ code: 'FLOW_UNDECLARED_PORT', details: { tool: 'probe', block: 'b1' } });
        return (error as { details: { port: string } }).details.port;
      }
    };
    expect(refused((view) => view.putSpans('segmentation', null, []))).toBe('accepted');
    expect(refused((view) => view.putSpans('segmentation', 'fr', []))).toBe('segmentation@target');
    expect(refused((view) => view.putSpans('segmentation', null, [], 'clause'))).toBe('segmentation@source#clause');
    expect(refused((view) => view.setOverlayValue('qa', null, note))).toBe('qa@source');
    expect(refused((view) => view.removeOverlay('term', 'fr'))).toBe('term@target');
    expect(refused((view) => view.setAnnotation('note', note))).toBe('note');
    expect(refused((view) => view.removeAnnotation('note'))).toBe('note');
    expect(refused((view) => view.setProperty('key', 'x'))).toBe('property:key');
    expect(refused((view) => view.setTarget('fr', [], facts))).toBe('target@target');
    expect(refused((view) => view.clearTargets())).toBe('target@target');
  });

  test('K60 a step may produce every property', () => {
    const block = hello();
    const view = newBlockView(block, scene({ meta: metaOf(['property:*@source']) }).context);
    view.setProperty('anything', 'x');
    settle(view);
    expect(block.properties).toEqual({ anything: 'x' });
  });

  test('K61 only a filter may drop a block', () => {
    const filter = newBlockView(hello(), scene({ meta: metaOf([], { shape: 'filter' }) }).context);
    filter.drop();
    expect(settle(filter)).toBe(false);
    const other = newBlockView(hello(), scene().context);
    other.drop();
    expect(() => settle(other)).toThrow('it drops block "b1", and its shape is one-to-one');
  });

  test('K61 settle refuses a view that it did not make', () => {
    expect(() => settle({} as ReturnType<typeof newBlockView>)).toThrow('it was not made by newBlockView');
  });

  test('settle refuses more spans than an overlay may hold', () => {
    const block = hello();
    const view = newBlockView(block, scene().context);
    view.putSpans(
      'term',
      null,
      Array.from({ length: 10_001 }, (_, index) => ({ id: `${index}`, props: {} })),
    );
    expect(() => settle(view)).toThrow('10001 spans in one overlay');
  });
});

describe('newTargetView', () => {
  test('K17 a target is set with its status and origin, frozen', () => {
    const block = hello();
    const view = newTargetView(block, scene().context);
    view.setTarget('de', [textRun('Hallo '), textRun('Welt')], { ...facts, score: 0.9 });
    expect([view.text('de'), view.variants]).toEqual(['Hallo Welt', ['fr', 'de']]);
    settle(view);
    expect(block.targets['de']).toEqual({ runs: [textRun('Hallo Welt')], ...facts, score: 0.9 });
    expect(Object.isFrozen(block.targets['de'])).toBe(true);
  });

  test('K56 targets are removed one by one or all', () => {
    const block = hello();
    const view = newTargetView(block, scene().context);
    view.setTarget('de', runsOf('Hallo'), facts);
    view.removeTarget('fr');
    expect(view.variants).toEqual(['de']);
    view.clearTargets();
    settle(view);
    expect(block.targets).toEqual({});
  });

  test('K18 an approved target is neither replaced nor removed, and spans for what should replace it go too', () => {
    const fr = createTarget(runsOf('Salut'), { status: 'signed-off' });
    const block = hello({ targets: { fr } });
    const { context, losses } = scene();
    const view = newTargetView(block, context);
    const longer = runsOf('Bonjour le monde');
    view.setTarget('fr', longer, facts);
    view.putSpans('term', 'fr', [{ id: 't', range: rangeFor(longer, undefined, 8, 16), props: {} }]);
    settle(view);
    expect([block.targets, block.overlays]).toEqual([{ fr }, []]);
    expect(losses).toEqual([
      { kind: 'target-protected', block: 'b1', detail: { variant: 'fr', status: 'signed-off' } },
    ]);
    const removing = newTargetView(block, context);
    removing.clearTargets();
    settle(removing);
    expect(block.targets).toEqual({ fr });
    const told = newTargetView(block, scene({ overwriteApproved: true }).context);
    told.removeTarget('fr');
    settle(told);
    expect(block.targets).toEqual({});
  });

  test('K56 spans over a target are about the content that was set with them', () => {
    const block = hello();
    const view = newTargetView(block, scene().context);
    const longer = runsOf('Bonjour tout le monde');
    view.putSpans('term', 'fr', [{ id: 't', range: rangeFor(longer, undefined, 16, 21), props: {} }]);
    view.setTarget('fr', longer, facts);
    settle(view);
    expect(block.overlays[0]?.spans[0]?.range).toEqual(rangeFor(longer, undefined, 16, 21));
  });

  test('K50 marks of a replaced target are dropped and counted, and stay where only codes change', () => {
    const fr = runsOf('<1>Salut</1>');
    const block = hello({ targets: { fr: createTarget(fr, { status: 'draft' }) } });
    const span = { id: 't', range: rangeFor(fr, undefined, 1, 6), props: {} };
    block.overlays.push({ type: 'term', variant: 'fr', layer: '', spans: [span] });
    const set = (markup: string): BlockLoss[] => {
      const { context, losses } = scene();
      const view = newTargetView(block, context);
      view.setTarget('fr', runsOf(markup), facts);
      settle(view);
      return losses;
    };
    expect(set('<1:fmt:italic>Salut</1>')).toEqual([]);
    expect(block.overlays).toHaveLength(1);
    expect(set('Coucou')).toMatchObject([{ kind: 'overlay-dropped', detail: { spanId: 't', reason: 'inside' } }]);
    expect(block.overlays).toEqual([]);
  });

  test('K56 a target that is not well-formed is refused', () => {
    const block = hello();
    const view = newTargetView(block, scene().context);
    view.setTarget('fr', [{ kind: 'pc-close', id: '1', type: 'fmt:bold', data: '</b>' }], facts);
    expect(() => settle(view)).toThrow('its target is not well-formed');
    expect(unitText(block.targets['fr']?.runs ?? [])).toBe('Salut le monde');
  });
});
