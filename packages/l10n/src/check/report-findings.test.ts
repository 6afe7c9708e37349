import { createBlock, newBlockView, textRun, type Block, type ToolMeta } from '@helve/flow';
import { applyPlan, checkPayload, rangeFor, settle } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { foundIn } from '../testing/finding-kit.js';
import { aBlock, plural } from '../testing/runs-kit.js';
import { checkPorts } from './check-port.js';
import type { FindingDraft } from './finding-draft.js';
import { toFingerprint } from './fingerprint.js';
import { reportFindings, type ReportFindingsOptions } from './report-findings.js';

const meta: ToolMeta = {
  id: 'probe',
  version: '1.0.0',
  category: 'validate',
  displayName: 'Probe',
  description: 'Finds what it is told.',
  cardinality: 'bilingual',
  consumes: [],
  produces: checkPorts,
};

/** Writes findings to a block, as a step does. */
function put(
  block: Block,
  check: string,
  drafts: readonly FindingDraft[],
  options: ReportFindingsOptions = { variant: 'fr' },
) {
  const view = newBlockView(block, { tool: 'probe', meta, document: 'd', lose: () => undefined });
  const findings = reportFindings(view, check, drafts, options);
  settle(view);
  return findings;
}

const hello = () => aBlock('Hello world', { fr: 'Bonjour  monde' });
const range = (block: Block, side: string | null, start: number, end: number) =>
  rangeFor(side === null ? block.source : (block.targets[side]?.runs ?? []), undefined, start, end);
const draft = (fields: Partial<FindingDraft> = {}): FindingDraft => ({
  rule: 'qa.double-spaces',
  severity: 'minor',
  message: 'Two spaces',
  side: 'fr',
  ...fields,
});
const scoreOf = (block: Block, variant: string | null = 'fr') =>
  block.overlays.find((overlay) => overlay.variant === variant)?.value?.['score'];

function isFrozenDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDeep);
}

describe('reportFindings', () => {
  test('T39 findings are frozen all the way down, and as their type asks', () => {
    const block = aBlock([plural({ one: 'a', other: 'b  c' })], { fr: [plural({ one: 'a', other: 'b  c' })] });
    const place = { path: [{ run: 0, form: 'other' }], startRun: 0, startOffset: 1, endRun: 0, endOffset: 3 };
    const fix = { variant: 'fr', edits: [{ start: 1, end: 3, replacement: [{ kind: 'text' as const, text: ' ' }] }] };
    put(block, 'qa-check', [
      draft({ range: place, subject: '  ', suggestion: 'One', fix, metadata: { places: [1, { at: 3 }] } }),
      draft({ side: null }),
    ]);
    const values = block.overlays.map(({ value }) => value);
    expect(values).toHaveLength(2);
    for (const value of values) {
      expect(value && checkPayload(value)).toEqual([]);
      expect(isFrozenDeep(value)).toBe(true);
    }
    expect(Object.isFrozen(place.path)).toBe(false);
    expect(Object.isFrozen(fix.edits)).toBe(false);
  });

  test('T39 a finding has its rule, check, side, path, subject and what helps to repair it', () => {
    const block = aBlock([plural({ one: 'a', other: 'b  c' })], { fr: [plural({ one: 'a', other: 'b  c' })] });
    const place = rangeFor(block.targets['fr']?.runs ?? [], [{ run: 0, form: 'other' }], 1, 3);
    const fix = { variant: 'fr', edits: [{ start: 1, end: 3, replacement: [textRun(' ')] }] };
    const [finding] = put(block, 'qa-check', [
      draft({ range: place, subject: '  ', suggestion: 'One', fix, metadata: { count: 2 } }),
    ]);
    expect(finding).toEqual({
      id: finding?.fingerprint,
      rule: 'qa.double-spaces',
      check: 'qa-check',
      severity: 'minor',
      message: 'Two spaces',
      side: 'target',
      variant: 'fr',
      path: [{ run: 0, form: 'other' }],
      subject: '  ',
      suggestion: 'One',
      fix,
      metadata: { count: 2 },
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test('T40 findings are the value of the overlay of their side, places are spans with their id on both sides', () => {
    const block = hello();
    const [finding] = put(block, 'qa-check', [
      draft({ range: range(block, 'fr', 7, 9), other: { side: null, range: range(block, null, 5, 6) } }),
    ]);
    expect(block.overlays).toMatchObject([
      { type: 'qa', variant: null, spans: [{ id: finding?.id, range: { startOffset: 5, endOffset: 6 } }] },
      {
        type: 'qa',
        variant: 'fr',
        spans: [{ id: finding?.id, range: { startOffset: 7, endOffset: 9 } }],
        value: { type: 'findings', findings: [finding], score: 99 },
      },
    ]);
    expect(block.overlays[0]?.value).toBeUndefined();
  });

  test('T40 an edit moves the place of a finding, and its id still leads there', async () => {
    const block = hello();
    put(block, 'qa-check', [draft({ range: range(block, 'fr', 7, 9) })]);
    const plan = { targets: { fr: { edits: [{ start: 0, end: 0, replacement: [textRun('Ah ')] }] } } };
    const editing: ToolMeta = { ...meta, produces: [{ type: 'target', side: 'target' }] };
    await applyPlan(block, plan, { tool: 'edit', meta: editing, document: 'd', lose: () => undefined });
    expect(foundIn(block)).toMatchObject([{ target: { start: 10, end: 12 } }]);
  });

  test('T40 a finding may speak of a side that is not there yet', () => {
    const block = aBlock('Hello');
    put(block, 'qa-check', [draft({ other: { side: null, range: range(block, null, 0, 5) } })]);
    expect(foundIn(block)).toMatchObject([{ variant: 'fr', source: { start: 0, end: 5 } }]);
  });

  test('TV20 two checks add up, a clean one leaves the findings, a second run adds nothing', () => {
    const block = hello();
    const spaces = [draft({ range: range(block, 'fr', 7, 9) })];
    put(block, 'qa-check', spaces);
    put(block, 'term-check', [draft({ rule: 'term.missing', severity: 'major' })]);
    expect([foundIn(block).map(({ rule }) => rule), scoreOf(block)]).toEqual([
      ['qa.double-spaces', 'term.missing'],
      94,
    ]);
    const before = structuredClone(block.overlays);
    expect(put(block, 'length-check', [])).toEqual([]);
    expect(block.overlays).toEqual(before);
    put(block, 'qa-check', spaces);
    expect(block.overlays).toEqual(before);
  });

  test('T41 a check that finds nothing any more takes its own findings away, and only those', () => {
    const block = hello();
    const other = { side: null, range: range(block, null, 0, 1) };
    put(block, 'qa-check', [draft({ range: range(block, 'fr', 7, 9), other })]);
    put(block, 'term-check', [draft({ rule: 'term.missing', severity: 'major' })]);
    put(block, 'qa-check', []);
    expect(foundIn(block).map(({ rule }) => rule)).toEqual(['term.missing']);
    expect([scoreOf(block), block.overlays.length]).toEqual([95, 1]);
    put(block, 'term-check', []);
    expect(block.overlays).toEqual([]);
  });

  test('T41 what was found in another target stays', () => {
    const block = aBlock('Hello', { fr: 'a', de: 'b' });
    put(block, 'qa-check', [draft({ other: { side: null, range: range(block, null, 0, 2) } })], { variant: 'fr' });
    put(block, 'qa-check', [draft({ side: 'de' })], { variant: 'de' });
    put(block, 'qa-check', [], { variant: 'de' });
    expect(foundIn(block)).toMatchObject([{ variant: 'fr', source: { start: 0, end: 2 } }]);
  });

  test('T41 a check of several targets replaces what it said of each of them', () => {
    const block = aBlock('Hello', { fr: 'a', de: 'b' });
    const drafts = [draft({ side: null }), draft({ side: 'fr' }), draft({ side: 'de' })];
    put(block, 'x-check', drafts, { variant: ['fr', 'de'] });
    const before = structuredClone(block.overlays);
    put(block, 'x-check', drafts, { variant: ['fr', 'de'] });
    expect(block.overlays).toEqual(before);
    put(block, 'x-check', [draft({ side: 'de' })], { variant: ['fr', 'de'] });
    expect(foundIn(block).map(({ variant }) => variant)).toEqual(['de']);
  });

  test('T41 a clean block on which nothing was found stays untouched', () => {
    const block = hello();
    expect(put(block, 'qa-check', [])).toEqual([]);
    expect(block.overlays).toEqual([]);
  });

  test('T41 severities of a project change a rule, or turn it off', () => {
    const block = hello();
    const severities = { 'qa.double-spaces': 'critical', 'qa.same-as-source': 'off' } as const;
    put(block, 'qa-check', [draft(), draft({ rule: 'qa.same-as-source' })], { variant: 'fr', severities });
    expect(foundIn(block)).toMatchObject([{ rule: 'qa.double-spaces', severity: 'critical' }]);
    expect(scoreOf(block)).toBe(75);
  });

  test('TV19 major, minor and critical take 31 from the score of a block', () => {
    const block = hello();
    put(block, 'qa-check', [
      draft({ severity: 'major' }),
      draft({ rule: 'qa.max-length' }),
      draft({ rule: 'placeholder.missing', severity: 'critical' }),
      draft({ rule: 'qa.neutral', severity: 'neutral' }),
    ]);
    expect(scoreOf(block)).toBe(69);
  });

  test('T44 the score of a block is never below 0', () => {
    const block = hello();
    put(
      block,
      'qa-check',
      Array.from({ length: 5 }, (_, at) => draft({ severity: 'critical', subject: String(at) })),
    );
    expect(scoreOf(block)).toBe(0);
  });

  test('T43 a block names rules that are left alone there: they do not count, and stay', () => {
    const block = aBlock('Hello', { fr: 'a' }, { properties: { 'helve-ignore': 'qa.max-length  qa.double-spaces' } });
    put(block, 'qa-check', [draft(), draft({ rule: 'qa.same-as-source' })]);
    expect(foundIn(block)).toMatchObject([{ suppressed: true }, { rule: 'qa.same-as-source' }]);
    expect(scoreOf(block)).toBe(99);
  });
});

describe('toFingerprint', () => {
  const golden = '8dc53e166015a738';

  test('TV21 the golden fingerprint', () => {
    const block = aBlock('Hello world', { fr: 'Bonjour  monde' });
    expect(put(block, 'qa-check', [draft({ subject: '  ' })])[0]?.fingerprint).toBe(golden);
  });

  test('TV21 it stays when another block is edited, and when codes or targets change', () => {
    const other = createBlock({ id: 'b9', sourceLocale: 'en', source: 'Other' });
    put(other, 'qa-check', [draft({ subject: '  ' })]);
    const block = aBlock('Hello world', { fr: 'Salut  monde' }, { id: 'b7', name: 'moved' });
    expect(put(block, 'qa-check', [draft({ subject: '  ' })])[0]?.fingerprint).toBe(golden);
  });

  test('T42 rule, content, variant, subject and turn make a fingerprint', () => {
    const block = hello();
    const prints = put(block, 'qa-check', [draft(), draft(), draft({ subject: 'x' }), draft({ rule: 'qa.other' })]);
    expect(new Set(prints.map(({ fingerprint }) => fingerprint)).size).toBe(4);
    const of = (fields: object) =>
      toFingerprint({ rule: 'r', contentHash: 'h', variant: 'fr', subject: '', n: 0, ...fields });
    expect(new Set([of({}), of({ contentHash: 'i' }), of({ variant: null }), of({ n: 1 })]).size).toBe(4);
  });
});
