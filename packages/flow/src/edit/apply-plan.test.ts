import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Block, Target } from '../contract/block.js';
import type { EditPlan } from '../contract/edit.js';
import type { Overlay } from '../contract/overlay.js';
import type { Run, Runs } from '../contract/run.js';
import type { Vault, VaultRecord } from '../contract/vault.js';
import { createBlock } from '../content/block/block.js';
import { contentHash } from '../content/block/identity.js';
import { normaliseRuns, textRun } from '../content/run/normalise-runs.js';
import { structuralText, unitText } from '../content/text/projection.js';
import { rangeFor } from '../content/run/run-range.js';
import { createTarget } from '../content/block/target.js';
import { editScene } from '../testing/edit-scene.js';
import { metaOf } from '../testing/meta-of.js';
import { runsOf } from '../testing/runs-of.js';
import { vaultOf } from '../testing/vault-of.js';
import { applyPlan } from './apply-plan.js';
import type { EditContext } from './edit-context.js';

const ports = ['source@source', 'target@target'];
const meta = metaOf(ports);

const scene = (more: Partial<EditContext> = {}) => editScene(ports, more);

function term(runs: Runs, start: number, end: number, variant: string | null = null): Overlay {
  return {
    type: 'term',
    variant,
    layer: '',
    spans: [{ id: 't', range: rangeFor(runs, undefined, start, end), props: {} }],
  };
}

function greeting(markup = 'Hello <1>big</1> {2}', more: Partial<Block> = {}): Block {
  const source = runsOf(markup);
  return createBlock({ id: 'b1', sourceLocale: 'en', source, overlays: [term(source, 0, 5)], ...more });
}

function target(markup: string, status: Target['status']): Target {
  return createTarget(runsOf(markup), { status, origin: { kind: 'human' }, score: 1 });
}

/** Expects a plan to be refused for a reason, and the block to be as it was, byte for byte. */
function expectRefusal(block: Block, plan: EditPlan, rule: string, context = scene().context): void {
  const before = JSON.stringify(block);
  let error: unknown;
  try {
    void applyPlan(block, plan, context);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: 'FLOW_EDIT_REJECTED', details: { tool: 'probe', block: 'b1' } });
  expect(String(error)).toContain(rule);
  expect(JSON.stringify(block)).toBe(before);
}

describe('applyPlan', () => {
  test('K44 edits alone make the new content', () => {
    const block = greeting();
    expect(
      applyPlan(block, { source: { edits: [{ start: 0, end: 5, replacement: [textRun('Hi')] }] } }, scene().context),
    ).toBeUndefined();
    expect(structuralText(block.source)).toBe('Hi {1}big{/1} {2/}');
  });

  test('KV12 edits that do not give the new content are refused and change nothing', () => {
    const edits = [{ start: 0, end: 5, replacement: [textRun('Hi')] }];
    expectRefusal(
      greeting(),
      { source: { edits, newRuns: runsOf('Ho <1>big</1> {2}') } },
      'do not give the new content',
    );
    const block = greeting();
    void applyPlan(block, { source: { edits, newRuns: runsOf('Hi <1>big</1> {2}') } }, scene().context);
    expect(structuralText(block.source)).toBe('Hi {1}big{/1} {2/}');
  });

  test('K44 new content alone may change codes and nothing else', () => {
    const block = greeting();
    void applyPlan(block, { source: { newRuns: runsOf('Hello <1:fmt:italic>big</1> {2}') } }, scene().context);
    expect(block.source[1]).toMatchObject({ kind: 'pc-open', type: 'fmt:italic' });
    expect(block.overlays).toEqual(greeting().overlays);
    expectRefusal(greeting(), { source: { newRuns: runsOf('Hallo <1>big</1> {2}') } }, 'no edit says how');
    const plural = (forms: Record<string, Runs>): Runs => normaliseRuns([{ kind: 'plural', pivot: 'n', forms }]);
    const counted = createBlock({ id: 'b1', source: plural({ one: runsOf('a'), other: runsOf('b') }) });
    expectRefusal(counted, { source: { newRuns: plural({ other: runsOf('b') }) } }, 'no edit says how');
    expectRefusal(
      counted,
      { source: { newRuns: plural({ one: runsOf('x'), other: runsOf('b') }) } },
      'no edit says how',
    );
  });

  test('K47 an opaque text drops every source overlay and reports each span', () => {
    const fr = term(runsOf('Salut'), 0, 5, 'fr');
    const block = greeting('Hello', { targets: { fr: target('Salut', 'draft') } });
    block.overlays.push(fr);
    const { context, losses } = scene();
    void applyPlan(block, { replaceAll: 'Bye' }, context);
    expect(block.source).toEqual([textRun('Bye')]);
    expect(block.overlays).toEqual([fr]);
    expect(losses).toEqual([
      {
        kind: 'overlay-dropped',
        block: 'b1',
        detail: { type: 'term', variant: null, layer: '', spanId: 't', reason: 'opaque' },
      },
    ]);
  });

  test('KV14 an opaque and a structured edit together are refused', () => {
    expectRefusal(greeting(), { replaceAll: 'x', source: { edits: [] } }, 'both opaque and structured edits');
  });

  test('KV14 changed text without edits is refused', () => {
    expectRefusal(greeting(), { source: { newRuns: runsOf('Other') } }, 'no edit says how');
  });

  test('KV14 edits that overlap, are unsorted or out of bounds are refused', () => {
    const edit = (start: number, end: number) => ({ start, end, replacement: [] });
    expectRefusal(greeting(), { source: { edits: [edit(0, 3), edit(2, 4)] } }, 'overlaps the one before');
    expectRefusal(greeting(), { source: { edits: [edit(3, 4), edit(0, 1)] } }, 'unsorted');
    expectRefusal(greeting(), { source: { edits: [edit(0, 99)] } }, 'out of bounds');
    expectRefusal(greeting(), { source: { edits: [edit(0.5, 1)] } }, 'out of bounds');
    expectRefusal(
      greeting(),
      { source: { edits: [{ ...edit(0, 1), path: [{ run: 0, form: 'one' }] }] } },
      'there is no unit at "/0:one"',
    );
    expectRefusal(greeting(), { targets: { fr: { edits: [] } } }, 'there is no target "fr"');
    expectRefusal(greeting(), { source: { edits: [null as never] } }, 'malformed');
  });

  test('K45 an edit inside a plural that goes as a whole is refused', () => {
    const plural: Run = { kind: 'plural', pivot: 'n', forms: { other: runsOf('files') } };
    const block = createBlock({ id: 'b1', source: [plural] });
    const inner = { path: [{ run: 0, form: 'other' }], start: 0, end: 1, replacement: [] };
    expectRefusal(
      block,
      { source: { edits: [{ start: 0, end: 1, replacement: [plural] }, inner] } },
      'overlaps an edit inside it',
    );
  });

  test('KV14 secrets without a vault are refused', () => {
    expectRefusal(greeting(), { secrets: [{ token: 'x', category: 'name', value: 'Bob' }] }, 'there is no vault');
  });

  test('KV14 a vault that fails leaves the block as it was', async () => {
    const plan = { secrets: [{ token: 'x', category: 'name', value: 'Hello' }], replaceAll: 'x{2}' };
    const vaults = [
      vaultOf(() => Promise.reject(new Error('disk full'))),
      vaultOf(() => {
        throw new Error('closed');
      }),
    ];
    for (const vault of vaults) {
      const block = greeting('Hello');
      const before = JSON.stringify(block);
      await expect(applyPlan(block, plan, scene({ vault }).context)).rejects.toMatchObject({
        code: 'FLOW_EDIT_REJECTED',
      });
      expect(JSON.stringify(block)).toBe(before);
    }
  });

  test('K45 secrets are durable before the content that held them goes', async () => {
    const stored: VaultRecord[] = [];
    const block = greeting('Hello');
    const put: Vault['put'] = async (records) => {
      await Promise.resolve();
      expect(unitText(block.source)).toBe('Hello');
      stored.push(...records);
    };
    const vault = vaultOf(put);
    const secret = { token: 'rdx', category: 'greeting', value: 'Hello' };
    await applyPlan(block, { replaceAll: '[x]', secrets: [secret] }, scene({ vault }).context);
    expect(unitText(block.source)).toBe('[x]');
    expect(stored).toEqual([{ document: 'a.json', block: 'b1', secret }]);
  });

  test('K45 a block that changed while its secrets were stored is left alone', async () => {
    const block = greeting('Hello');
    const put: Vault['put'] = async () => {
      await Promise.resolve();
      void applyPlan(block, { replaceAll: 'Other' }, scene().context);
    };
    const vault = vaultOf(put);
    const plan = { replaceAll: '[x]', secrets: [{ token: 'rdx', category: 'greeting', value: 'Hello' }] };
    await expect(applyPlan(block, plan, scene({ vault }).context)).rejects.toThrow(
      'changed while the plan was waiting',
    );
    expect(unitText(block.source)).toBe('Other');
  });

  test('K45 a code that may not be deleted stays unless the tool may remove codes', () => {
    const edits = [{ start: 12, end: 13, replacement: [] }];
    expectRefusal(greeting(), { source: { edits } }, 'removes the ph "2"');
    expectRefusal(greeting(), { replaceAll: 'flat' }, 'removes the ph "2"');
    const { context, losses } = scene({ meta: { ...meta, mayRemoveCodes: true } });
    const block = greeting();
    void applyPlan(block, { source: { edits } }, context);
    expect(structuralText(block.source)).toBe('Hello {1}big{/1} ');
    expect(losses).toEqual([{ kind: 'code-lost', block: 'b1', detail: { variant: null, count: 1, ids: ['2'] } }]);
  });

  test('K45 a plural or a variable in one of its forms counts as what may not be deleted', () => {
    const forms = { one: runsOf('{1} file'), other: runsOf('{1} files') };
    const block = createBlock({ id: 'b1', source: [{ kind: 'plural', pivot: 'n', forms }] });
    expectRefusal(
      block,
      { source: { edits: [{ start: 0, end: 1, replacement: [textRun('files')] }] } },
      'removes the plural "n"',
    );
    const path = [{ run: 0, form: 'one' }];
    expectRefusal(block, { source: { edits: [{ path, start: 0, end: 1, replacement: [] }] } }, 'removes the ph "1"');
  });

  test('K45 a form that goes is reported', () => {
    const forms = { one: runsOf('{1} file'), other: runsOf('{1} files') };
    const block = createBlock({ id: 'b1', source: [{ kind: 'plural', pivot: 'n', forms }] });
    const { context, losses } = scene();
    const replacement: Runs = [{ kind: 'plural', pivot: 'n', forms: { other: forms.other } }];
    void applyPlan(block, { source: { edits: [{ start: 0, end: 1, replacement }] } }, context);
    expect(losses).toEqual([
      { kind: 'form-lost', block: 'b1', detail: { variant: null, count: 1, forms: ['/0:one'] } },
    ]);
  });

  test('K45 codes that went to the vault and tokens that came back are no losses', async () => {
    const vault = vaultOf(async () => {});
    const { context, losses } = scene({ vault, meta: { ...meta, mayRemoveCodes: true } });
    const block = greeting('by <1>Bob</1>.', { overlays: [] });
    const secret = { token: 'rdx1', category: 'person', value: runsOf('<1>Bob</1>') as never };
    const token: Run = { kind: 'ph', id: 'rdx1.2', type: 'redaction:person', data: '[Person]' };
    await applyPlan(
      block,
      { source: { edits: [{ start: 3, end: 8, replacement: [token] }] }, secrets: [secret] },
      context,
    );
    const back = [{ start: 3, end: 4, replacement: runsOf('<1>Bob</1>') }];
    void applyPlan(block, { source: { edits: back }, restored: ['rdx1'] }, context);
    expect(structuralText(block.source)).toBe('by {1}Bob{/1}.');
    expect(losses).toEqual([]);
  });

  test('K45 content that is not well-formed is refused', () => {
    const closer: Run = { kind: 'pc-close', id: '9', type: 'fmt:bold', data: '</b>' };
    expectRefusal(greeting(), { source: { edits: [{ start: 0, end: 0, replacement: [closer] }] } }, 'not well-formed');
    expectRefusal(
      greeting(),
      { source: { edits: [{ start: 0, end: 0, replacement: [textRun('\ud800')] }] } },
      'not well-formed',
    );
  });

  test('K45 a new source has new hashes, and a target edit leaves them', () => {
    const block = greeting('Hello', { targets: { fr: target('Salut', 'draft') } });
    const hash = contentHash(block);
    void applyPlan(
      block,
      { targets: { fr: { edits: [{ start: 0, end: 5, replacement: [textRun('Coucou')] }] } } },
      scene().context,
    );
    expect(block.identity.contentHash).toBe(hash);
    void applyPlan(block, { replaceAll: 'Bye' }, scene().context);
    expect(contentHash(block)).not.toBe(hash);
  });

  test('K46 only the applier assigns a source', () => {
    const root = join(import.meta.dirname, '..');
    const writers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => /\bblock\.source = /.test(readFileSync(join(root, file), 'utf8')));
    expect(writers).toEqual([join('edit', 'replace-content.ts')]);
  });

  test('K18 an approved target is passed and counted unless the step overwrites', () => {
    for (const status of ['reviewed', 'signed-off'] as const) {
      const plan = { targets: { fr: { edits: [{ start: 0, end: 5, replacement: [textRun('Coucou')] }] } } };
      const block = greeting('Hello', { targets: { fr: target('Salut', status) } });
      const { context, losses } = scene();
      void applyPlan(block, plan, context);
      expect(block.targets['fr']).toEqual(target('Salut', status));
      expect(losses).toEqual([{ kind: 'target-protected', block: 'b1', detail: { variant: 'fr', status } }]);
      void applyPlan(block, plan, scene({ overwriteApproved: true }).context);
      expect(block.targets['fr']).toEqual(target('Coucou', 'translated'));
    }
  });

  test('K18 an edit that keeps meaning or brings an original back keeps status and origin', () => {
    const edits = [{ start: 0, end: 1, replacement: [textRun('S')], keepsMeaning: true }];
    const block = greeting('Hello', { targets: { fr: target('salut', 'signed-off') } });
    void applyPlan(block, { targets: { fr: { edits } } }, scene().context);
    expect(block.targets['fr']).toEqual(target('Salut', 'signed-off'));
    const restoring = {
      targets: { fr: { edits: [{ start: 0, end: 5, replacement: [textRun('Bob')] }] } },
      restored: ['rdx'],
    };
    void applyPlan(block, restoring, scene().context);
    expect(block.targets['fr']).toEqual(target('Bob', 'signed-off'));
  });

  test('K60 a plan for a side that the step does not produce is an undeclared port', () => {
    const { context } = scene({ meta: { ...meta, produces: [] } });
    const block = greeting('Hello', { targets: { fr: target('Salut', 'draft') } });
    expect(() => applyPlan(block, { replaceAll: 'x' }, context)).toThrow('does not declare the port source@source');
    expect(() => applyPlan(block, { targets: { fr: { edits: [] } } }, context)).toThrow('the port target@target');
  });
});
