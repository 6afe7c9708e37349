import { describe, expect, test } from 'vitest';
import type { Block } from '../contract/block.js';
import type { ToolMeta } from '../contract/meta.js';
import type { Payload } from '../contract/payload.js';
import type { Vault } from '../contract/vault.js';
import { createBlock } from '../content/block/block.js';
import { textRun } from '../content/run/normalise-runs.js';
import { unitText } from '../content/text/projection.js';
import { rangeFor } from '../content/run/run-range.js';
import { createTarget } from '../content/block/target.js';
import { metaOf } from '../testing/meta-of.js';
import { runsOf } from '../testing/runs-of.js';
import { recordingContext } from '../testing/step-context.js';
import { vaultOf } from '../testing/vault-of.js';
import { BlockStep, type BlockHandlers, type StepOptions } from './block-step.js';

const note: Payload = { type: 'note', text: 'Short' };
const ports = ['term@source', 'note@source', 'property:key@source', 'target@target', 'source@source'];
const fr = createTarget(runsOf('Salut'), { status: 'draft' });

function step(handlers: BlockHandlers, options: StepOptions = {}, meta: ToolMeta = metaOf(ports)): BlockStep {
  return new BlockStep(handlers, meta, options);
}

function hello(): Block {
  return createBlock({ id: 'b1', sourceLocale: 'en', source: 'Hello world', targets: { fr } });
}

const term = (block: Block, start: number, end: number) => ({
  id: 't',
  range: rangeFor(block.source, undefined, start, end),
  props: {},
});

describe('BlockStep', () => {
  test('K64 a synchronous handler costs no promise, an asynchronous one is waited for', async () => {
    const ctx = recordingContext();
    const block = hello();
    expect(step({ annotate: (view) => view.setAnnotation('note', note) }).handle(block, ctx)).toBe(true);
    expect(block.annotations).toEqual({ note });
    const later = step({
      async annotate(view) {
        await Promise.resolve();
        view.setProperty('key', 'x');
      },
    }).handle(block, ctx);
    expect(block.properties).toEqual({});
    expect(await later).toBe(true);
    expect(block.properties).toEqual({ key: 'x' });
  });

  test('KV18 a handler that sets a span and then throws leaves no span', async () => {
    for (const fail of [
      () => {
        throw new Error('broken');
      },
      () => Promise.reject(new Error('broken')),
    ]) {
      const block = hello();
      const before = JSON.stringify(block);
      const one = step({
        annotate(view) {
          view.putSpans('term', null, [term(block, 0, 5)]);
          return fail();
        },
      });
      await expect((async () => one.handle(block, recordingContext()))()).rejects.toThrow('broken');
      expect(JSON.stringify(block)).toBe(before);
    }
  });

  test('KV13 an annotate handler that changes source or target is an error with tool and block', () => {
    const block = hello();
    const before = JSON.stringify(block);
    const ctx = recordingContext();
    const facts = expect.objectContaining({ tool: 'probe', block: 'b1', surface: 'source' });
    expect(() => step({ annotate: () => void (block['source'] = runsOf('x')) }).handle(block, ctx)).toThrow(
      expect.objectContaining({ code: 'FLOW_IMMUTABLE', details: facts }),
    );
    expect(() => step({ annotate: () => void (block.targets = {}) }).handle(block, ctx)).toThrow(
      'it changed the targets',
    );
    expect(JSON.stringify(block)).toBe(before);
  });

  test('KV13 a translate handler that changes the source, and one that edits targets in place, are errors', () => {
    const block = hello();
    const ctx = recordingContext();
    expect(() => step({ translate: () => void (block['source'] = runsOf('x')) }).handle(block, ctx)).toThrow(
      'changed the source',
    );
    expect(() => step({ translate: () => void (block.targets['de'] = fr) }).handle(block, ctx)).toThrow(
      'changed the target "de"',
    );
    expect(() =>
      step({ translate: (view) => void ((view.source as unknown[])[0] = textRun('x')) }).handle(block, ctx),
    ).toThrow(TypeError);
    expect(unitText(block.source)).toBe('Hello world');
  });

  test('K59 the comparison can be switched off', () => {
    const block = hello();
    void step({ annotate: () => void (block.targets = {}) }, { enforceImmutability: false }).handle(
      block,
      recordingContext(),
    );
    expect(block.targets).toEqual({});
  });

  test('K60 a step is held to the contract that its config resolved', () => {
    const one = step({ annotate: (view) => view.setAnnotation('note', note) }, { contract: metaOf([]) });
    expect(() => one.handle(hello(), recordingContext())).toThrow('does not declare the port note');
  });

  test('K55 a transform that returns nothing may still write marks', () => {
    const block = hello();
    const one = step({
      transform(view) {
        view.setAnnotation('note', note);
        return null;
      },
    });
    expect(one.handle(block, recordingContext())).toBe(true);
    expect([block.annotations, unitText(block.source)]).toEqual([{ note }, 'Hello world']);
  });

  test('K55 writes of a transform are applied first and moved by its plan', () => {
    const block = hello();
    const one = step({
      transform(view) {
        view.putSpans('term', null, [term(block, 6, 11)]);
        view.setAnnotation('note', note);
        return { source: { edits: [{ start: 0, end: 5, replacement: [textRun('Hi')] }] } };
      },
    });
    expect(one.handle(block, recordingContext())).toBe(true);
    expect(unitText(block.source)).toBe('Hi world');
    expect(block.overlays[0]?.spans[0]?.range).toEqual(rangeFor(block.source, undefined, 3, 8));
    expect(block.annotations).toEqual({ note });
  });

  test('K46 a refused plan takes the writes of its handler with it', () => {
    const block = hello();
    const before = JSON.stringify(block);
    const one = step({
      transform(view) {
        view.putSpans('term', null, [term(block, 6, 11)]);
        view.setAnnotation('note', note);
        view.setProperty('key', 'x');
        return { source: { edits: [{ start: 0, end: 99, replacement: [] }] } };
      },
    });
    expect(() => one.handle(block, recordingContext())).toThrow(
      expect.objectContaining({ code: 'FLOW_EDIT_REJECTED' }),
    );
    expect(JSON.stringify(block)).toBe(before);
  });

  test('K45 a plan with secrets waits for the vault of the run', async () => {
    const stored: string[] = [];
    const put: Vault['put'] = async (records) => void stored.push(...records.map(({ secret }) => secret.token));
    const vault = vaultOf(put);
    const block = hello();
    const one = step({
      transform(view) {
        view.setAnnotation('note', note);
        return { replaceAll: '[x]', secrets: [{ token: 'rdx', category: 'all', value: 'Hello world' }] };
      },
    });
    const handled = one.handle(block, recordingContext({ resources: { vault, get: () => undefined } }));
    expect([unitText(block.source), block.annotations]).toEqual(['Hello world', {}]);
    expect(await handled).toBe(true);
    expect([unitText(block.source), block.annotations, stored]).toEqual(['[x]', { note }, ['rdx']]);
  });

  test('K18 a step passes approved targets unless it overwrites them', () => {
    const approved = createTarget(runsOf('Salut'), { status: 'reviewed' });
    const block = createBlock({ id: 'b1', source: 'Hello', targets: { fr: approved } });
    const handlers: BlockHandlers = {
      translate: (view) => view.setTarget('fr', runsOf('Coucou'), { status: 'draft', origin: { kind: 'mt' } }),
    };
    const ctx = recordingContext();
    void step(handlers).handle(block, ctx);
    expect(block.targets['fr']?.status).toBe('reviewed');
    expect(ctx.losses).toMatchObject([{ kind: 'target-protected', block: 'b1' }]);
    void step(handlers, { overwriteApproved: true }).handle(block, ctx);
    expect(block.targets['fr']?.status).toBe('draft');
  });

  test('K61 a filter drops a block, also along with a plan', () => {
    const meta = metaOf(ports, { shape: 'filter' });
    expect(step({ annotate: (view) => view.drop() }, {}, meta).handle(hello(), recordingContext())).toBe(false);
    const both: BlockHandlers = {
      transform(view) {
        view.drop();
        return { replaceAll: 'x' };
      },
    };
    expect(step(both, {}, meta).handle(hello(), recordingContext())).toBe(false);
  });
});
