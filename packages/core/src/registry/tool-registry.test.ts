import { callTool, defineTool, deepFreeze, Tool, ToolRegistry } from '@helve/core';
import type { RegistryChange, ToolRecord } from '@helve/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

function tool(id: string, more: Partial<ToolRecord> = {}): ToolRecord {
  const inputSchema = { type: 'object', properties: { a: { type: 'string' } } } as const;
  return { id, name: id, description: `Does ${id}`, inputSchema, hooksByStage: {}, execute: () => id, ...more };
}

function registryOf(...ids: string[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const id of ids) registry.addInline(tool(id));
  return registry;
}

describe('ToolRegistry', () => {
  test('C112 addInline adds as is, addValidated everything or nothing, list is a copy in order', () => {
    const registry = new ToolRegistry();
    const first = tool('first');
    expect(registry.addInline(first)).toBe(first);
    expect(registry.addInline(tool('odd', { description: '' })).id).toBe('odd');
    const constraints = [
      (it: ToolRecord) => (it.tags === undefined ? [{ pointer: '/tags', keyword: 'house', message: 'Tag it' }] : []),
    ];
    expect(() => registry.addValidated(tool('second', { name: '' }), { constraints })).toThrow(
      expect.objectContaining({
        code: 'CALL_TOOL_INVALID',
        details: expect.objectContaining({
          issues: [expect.objectContaining({ pointer: '/name' }), expect.objectContaining({ pointer: '/tags' })],
        }),
      }),
    );
    expect(registry.addValidated(tool('third', { tags: ['x'] }), { constraints }).id).toBe('third');
    expect(registry.list().map(({ id }) => id)).toEqual(['first', 'odd', 'third']);
    expect(registry.list()).not.toBe(registry.list());
  });

  test('C114 a taken id is an error; replace and remove are explicit; after seal all of them throw', () => {
    const registry = registryOf('a', 'b');
    expect(() => registry.addInline(tool('a'))).toThrow(expect.objectContaining({ code: 'CALL_TOOL_DUPLICATE' }));
    expect(() => registry.addValidated(tool('a'))).toThrow(expect.objectContaining({ code: 'CALL_TOOL_DUPLICATE' }));
    expect(() => registry.replace(tool('c'))).toThrow(expect.objectContaining({ code: 'CALL_TOOL_NOT_FOUND' }));
    registry.replace(tool('a', { description: 'New' }));
    expect(registry.list().map(({ description }) => description)).toEqual(['New', 'Does b']);
    expect(registry.remove('b')).toBe(true);
    expect(registry.remove('b')).toBe(false);
    registry.seal();
    const sealed = expect.objectContaining({ code: 'CALL_REGISTRY_SEALED' });
    expect(() => registry.addInline(tool('d'))).toThrow(sealed);
    expect(() => registry.addValidated(tool('d'))).toThrow(sealed);
    expect(() => registry.replace(tool('a'))).toThrow(sealed);
    expect(() => registry.remove('a')).toThrow(sealed);
  });

  test('C116 lookup by id, events with a revision, a content version at seal, snapshots that stay', () => {
    const registry = registryOf('a');
    const changes: RegistryChange[] = [];
    const stop = registry.subscribe((change) => changes.push(change));
    registry.addInline(tool('b'));
    const snapshot = registry.snapshot();
    registry.replace(tool('b', { description: 'New' }));
    registry.remove('a');
    stop();
    registry.addInline(tool('c'));
    expect(changes).toEqual([
      { type: 'tool-added', id: 'b', revision: 2 },
      { type: 'tool-replaced', id: 'b', revision: 3 },
      { type: 'tool-removed', id: 'a', revision: 4 },
    ]);
    expect(registry.get('c')?.id).toBe('c');
    expect(registry.get('a')).toBeUndefined();
    expect(registry.version).toBe('0.0.5');
    expect(snapshot.list().map(({ id, description }) => [id, description])).toEqual([
      ['a', 'Does a'],
      ['b', 'Does b'],
    ]);
    expect(snapshot.version).toMatch(/^1\.0\.[0-9a-f]{8}$/);
    expect(snapshot.version).toBe(registryOf('b', 'a').seal().version);
    expect(snapshot.version).not.toBe(registry.seal().version);
  });

  test('a listener that throws does not keep the others from hearing', () => {
    const registry = registryOf('a');
    const heard: string[] = [];
    registry.subscribe(() => {
      throw new Error('deaf');
    });
    registry.subscribe((change) => heard.push(change.type));
    expect(() => registry.addInline(tool('b'))).toThrow(AggregateError);
    expect(heard).toEqual(['tool-added']);
    expect(registry.get('b')?.id).toBe('b');
  });

  test('sealing freezes a copy all the way down, and leaves what the author holds alone', async () => {
    const hook = { calls: 0, willAuthorize: () => undefined };
    const mine = tool('mine', {
      tags: ['x'],
      policy: { effects: ['api-call'] },
      hooksByStage: { willAuthorize: [hook] },
    });
    const registry = new ToolRegistry();
    registry.addInline(mine);
    registry.addInline(
      defineTool({ id: 'zod', description: 'z', inputSchema: z.object({ a: z.string() }), execute: ({ a }) => a }),
    );
    registry.seal();
    const sealed = registry.get('mine');
    expect(sealed).not.toBe(mine);
    expect(
      [
        sealed,
        sealed?.tags,
        sealed?.policy?.effects,
        sealed?.hooksByStage,
        sealed?.hooksByStage.willAuthorize,
        sealed?.inputSchema,
      ].every(Object.isFrozen),
    ).toBe(true);
    expect(sealed?.hooksByStage.willAuthorize?.[0]).toBe(hook);
    expect(Object.isFrozen(hook)).toBe(false);
    mine.hooksByStage.willExecute = [hook];
    expect(sealed?.hooksByStage.willExecute).toBeUndefined();
    expect(await callTool({ tool: 'zod', tools: registry, rawInput: { a: 'x' } })).toMatchObject({
      ok: true,
      data: 'x',
    });
    expect(registry.seal()).toBe(registry);
    expect(registry.snapshot()).toBe(registry);
  });

  test('contracts are plain frozen data, one list until something changes', () => {
    const registry = registryOf('a');
    const contracts = registry.contracts();
    expect(registry.contracts()).toBe(contracts);
    expect(contracts).toEqual(JSON.parse(JSON.stringify(contracts)));
    expect(deepFrozen(contracts)).toBe(true);
    expect(contracts[0]).toMatchObject({
      version: '0.0.0',
      tags: [],
      policy: {
        category: 'action',
        sideEffects: 'writes',
        effects: [],
        idempotent: false,
        requiresConfirmation: false,
      },
    });
    registry.addInline(tool('b'));
    expect(registry.contracts()).not.toBe(contracts);
    expect(registry.contracts()[0]).toBe(contracts[0]);
  });

  test('C11 absent policy is read carefully, a partial one is completed', () => {
    const registry = registryOf('a');
    registry.addInline(tool('b', { policy: { category: 'utility', sideEffects: 'none' } }));
    const [silent, partial] = registry.contracts();
    expect(silent?.policy).toEqual({
      category: 'action',
      sideEffects: 'writes',
      effects: [],
      idempotent: false,
      requiresConfirmation: false,
    });
    expect(partial?.policy).toEqual({
      category: 'utility',
      sideEffects: 'none',
      effects: [],
      idempotent: false,
      requiresConfirmation: false,
    });
    expect(silent?.policy.allowedModes).toBeUndefined();
    expect(silent?.policy.latencyBudgetMs).toBeUndefined();
  });

  test('decorated classes are registered as they are, and stay known after sealing', async () => {
    @Tool({ type: 'function', name: 'shout', parameters: { text: { type: 'string' }, required: ['text'] } })
    class Shout {
      async run({ text }: { text: string }) {
        return text.toUpperCase();
      }
    }
    const registry = new ToolRegistry();
    registry.addInline(Shout);
    registry.seal();
    expect(await callTool({ tool: 'shout', tools: registry, rawInput: { text: 'a' } })).toMatchObject({ data: 'A' });
  });

  test('a schema that cannot be advertised surfaces at seal, naming the reason', () => {
    const registry = new ToolRegistry();
    registry.addInline(tool('date', { inputSchema: z.object({ at: z.date() }) }));
    expect(() => registry.seal()).toThrow(/input schema: Date cannot be represented/);
    expect(registry.sealed).toBe(false);
  });
});

function deepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(deepFrozen);
}

test('deepFreeze freezes through shared, cyclic and shallowly frozen values, and leaves instances alone', () => {
  const inner = { list: [{ n: 1 }] };
  const map = new Map();
  const value: Record<string, unknown> = { shallow: Object.freeze({ inner }), map };
  value['self'] = value;
  deepFreeze(value);
  expect(Object.isFrozen(inner.list[0])).toBe(true);
  expect(Object.isFrozen(map)).toBe(false);
});
