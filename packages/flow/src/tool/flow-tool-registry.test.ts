import type { JsonObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { sideEffectsOf, toolMeta } from '../testing/tool-meta.js';
import type { ToolMeta } from '../contract/meta.js';
import type { FlowTool } from '../contract/tool.js';
import { FlowToolRegistry, registerAll, registerProven } from './flow-tool-registry.js';
import { flagName } from './reserved-names.js';
import { schemaFrom } from './schema-from.js';
import type { ToolEntry, ToolFactory } from './tool-info.js';

const properties = { size: { type: 'integer', default: 3, minimum: 1, description: 'How many.' } } as const;

/** A tool that remembers its config. */
function remembering(meta: ToolMeta): ToolFactory {
  return (config: JsonObject = { size: 3 }): FlowTool & { config: JsonObject } => ({
    meta,
    config,
    process: (_, input) => input,
  });
}

function register(
  registry: FlowToolRegistry,
  facts: Partial<ToolMeta> & { id: string },
  parameters: object = properties,
) {
  const meta = toolMeta(facts);
  return registry.registerWithSchema(
    meta.id,
    remembering(meta),
    schemaFrom({ type: 'object', properties: { ...parameters } }, meta),
  );
}

describe('FlowToolRegistry', () => {
  test('K86 finds tools by name and alias, in the order of registration', () => {
    const registry = register(register(new FlowToolRegistry(), { id: 'b-tool', aliases: ['bt'] }), { id: 'a-tool' });
    expect(registry.list().map(({ name }) => name)).toEqual(['b-tool', 'a-tool']);
    expect(registry.get('bt')).toBe(registry.get('b-tool'));
    expect(registry.get('c-tool')).toBeUndefined();
    expect(registry.suggest('c-tool')).toEqual(['b-tool', 'a-tool']);
  });

  test('K86 makes a tool of a checked config, and of the defaults without one', () => {
    const registry = register(new FlowToolRegistry(), { id: 'sample' });
    expect(registry.create('sample')).toMatchObject({ config: { size: 3 } });
    expect(registry.create('sample', { size: 5 })).toMatchObject({ config: { size: 5 } });
    expect(() => registry.create('sample', { size: 0 })).toThrow(
      'Cannot configure "sample": Expected a number of at least 1, got 0, at "/size"',
    );
    expect(() => registry.create('simple')).toThrow('Cannot find the tool "simple"');
  });

  test('K86 registerAll takes a list, and a sealed registry takes nothing more', () => {
    const registry = new FlowToolRegistry();
    const meta = toolMeta({ id: 'sample' });
    const schema = schemaFrom({ type: 'object', properties }, meta);
    registerAll(registry, [{ name: 'sample', factory: remembering(meta), schema }]);
    expect(registry.seal().sealed).toBe(true);
    expect(() => register(registry, { id: 'late' })).toThrow('Cannot register "late": the registry is sealed');
    expect(() => registry.registerProvider('late', true)).toThrow('the registry is sealed');
  });

  test('K86 registerProven makes the schema of a tool and an instance of it when somebody asks, once', () => {
    const meta = toolMeta({ id: 'sample', aliases: ['sm'] });
    const asked: string[] = [];
    const schema = schemaFrom({ type: 'object', properties }, meta);
    const entry: ToolEntry = {
      name: 'sample',
      meta,
      get schema() {
        asked.push('schema');
        return schema;
      },
      factory: (config) => {
        asked.push('instance');
        return { ...remembering(meta)(config), handleData: () => {} };
      },
    };
    const registry = new FlowToolRegistry();
    registerProven(registry, [entry]);
    const info = registry.seal().get('sm');
    expect([info?.meta, info?.hasShortForm, registry.list().length, asked]).toEqual([meta, true, 1, []]);
    expect([info?.handles, info?.handles, info?.schema, asked]).toEqual([
      ['data'],
      ['data'],
      schema,
      ['instance', 'schema'],
    ]);
    expect(Object.isFrozen(info?.meta.produces)).toBe(true);
    expect(() => registerProven(register(new FlowToolRegistry(), { id: 'other', aliases: ['sm'] }), [entry])).toThrow(
      'Cannot register "sample": the name "sm" is taken',
    );
  });

  test.each([
    ['a taken name', { id: 'sample' }, 'the name "sample" is taken'],
    ['a taken alias', { id: 'other', aliases: ['sm'] }, 'the name "sm" is taken'],
    ['a name that is no kebab case', { id: 'My_Tool' }, '"My_Tool" is not in kebab case'],
    ['a command as a name', { id: 'run' }, '"run" is a command of helve'],
    ['a command as an alias', { id: 'other', aliases: ['translate'] }, '"translate" is a command of helve'],
    ['an unknown effect', { id: 'other', sideEffects: sideEffectsOf('mail') }, 'there is no side effect "mail"'],
    ['an unknown requirement', { id: 'other', requires: ['luck'] as never }, 'there is no requirement "luck"'],
    ['an unknown category', { id: 'other', category: 'misc' as never }, 'there is no category "misc"'],
    [
      'a port without a type',
      { id: 'other', produces: [{ type: '', side: 'source' }] },
      'a port cannot have the type ""',
    ],
  ] satisfies [string, Partial<ToolMeta> & { id: string }, string][])('K87 refuses %s', (_, facts, problem) => {
    const registry = register(new FlowToolRegistry(), { id: 'sample', aliases: ['sm'] });
    expect(() => register(registry, facts)).toThrow(problem);
  });

  test('K87 refuses a tool with two block handlers, and one whose contract is that of another', () => {
    const meta = toolMeta({ id: 'sample' });
    const schema = schemaFrom({ type: 'object', properties }, meta);
    const two = () => ({ meta, process: (_: unknown, input: never) => input, annotate() {}, transform: () => null });
    expect(() => new FlowToolRegistry().registerWithSchema('sample', two, schema)).toThrow(
      'Cannot register "sample": it has more than one block handler: annotate, transform',
    );
    expect(() => new FlowToolRegistry().registerWithSchema('other', remembering(meta), schema)).toThrow(
      'its contract is that of "sample"',
    );
  });

  test('K87 only internal tools are hidden', () => {
    const registry = register(register(new FlowToolRegistry(), { id: 'shown' }), { id: 'hidden', internal: true });
    expect(registry.list({ shown: true }).map(({ name }) => name)).toEqual(['shown']);
    expect([registry.get('shown')?.hasShortForm, registry.get('hidden')?.hasShortForm]).toEqual([true, false]);
  });

  test('K84 a parameter is spelt as a flag, and none may hide a flag of the run', () => {
    expect(flagName('includeVerticalWS')).toBe('include-vertical-ws');
    expect(flagName('checkXMLNow')).toBe('check-xml-now');
    expect(() => register(new FlowToolRegistry(), { id: 'sample' }, { onError: { type: 'string' } })).toThrow(
      'the parameter "onError" would hide the flag --on-error',
    );
    expect(
      register(new FlowToolRegistry(), { id: 'call' }, { input: { type: 'string' } }).get('call')?.hasShortForm,
    ).toBe(false);
  });

  test('S46 groups of parameters must name each of them once', () => {
    const meta = toolMeta({ id: 'sample' });
    const attempt = (...groups: readonly (readonly string[])[]) => {
      const named = groups.map((list, at) => ({ id: `g${at % 2}`, title: 'Group', properties: list }));
      const schema = schemaFrom({ type: 'object', properties }, meta, { groups: named });
      return () => new FlowToolRegistry().registerWithSchema('sample', remembering(meta), schema);
    };
    expect(attempt(['size'])).not.toThrow();
    expect(attempt([])).toThrow('the parameter "size" is in no group');
    expect(attempt(['size'], ['size'])).toThrow('the parameter "size" is in two groups');
    expect(attempt(['size', 'seize'])).toThrow('a group names "seize", which is no parameter');
    expect(attempt(['size'], [], [])).toThrow('it has two groups with the id "g0"');
  });

  test('K80 a tool that wraps a step of another system says which', () => {
    const meta = toolMeta({ id: 'sample' });
    const stepMeta = { system: 'okapi', step: 'WordCountStep', version: '1.46' };
    const schema = schemaFrom({ type: 'object', properties }, meta, { stepMeta });
    const registry = new FlowToolRegistry().registerWithSchema('sample', remembering(meta), schema);
    expect(registry.get('sample')?.stepMeta).toEqual(stepMeta);
    expect(registry.create('sample', { size: 4 })).toMatchObject({ config: { size: 4 } });
    expect(register(new FlowToolRegistry(), { id: 'plain' }).get('plain')?.stepMeta).toBeUndefined();
  });

  test('K88 a contract follows the config, in the fields that may be refined', () => {
    const meta = toolMeta({ id: 'sample', barrier: 'run' });
    const schema = schemaFrom({ type: 'object', properties }, meta);
    const registry = new FlowToolRegistry().registerWithSchema('sample', remembering(meta), schema, {
      resolve: ({ size }, info) => ({
        produces: [{ type: `property:${Number(size)}`, side: 'source' }],
        barrier: undefined,
        diagnostics: info.meta.id === 'sample' ? [{ severity: 'warning', message: 'It is seen' }] : [],
      }),
    });
    const { contract, diagnostics } = registry.get('sample')?.resolve({ size: 5 }) ?? {};
    expect(contract).toEqual({ ...toolMeta({ id: 'sample' }), produces: [{ type: 'property:5', side: 'source' }] });
    expect(diagnostics).toEqual([{ severity: 'warning', message: 'It is seen' }]);
    expect([contract, contract?.produces].every(Object.isFrozen)).toBe(true);
    expect(meta.barrier).toBe('run');
  });

  test('K90 whether a provider is local is said once, and an unknown one is remote', () => {
    const registry = new FlowToolRegistry()
      .registerProvider('demo', true)
      .registerProvider('ollama', ({ endpoint }) => endpoint === 'http://127.0.0.1:11434');
    expect(registry.isLocalProvider('demo', {})).toBe(true);
    expect(registry.isLocalProvider('ollama', { endpoint: 'http://127.0.0.1:11434' })).toBe(true);
    expect(registry.isLocalProvider('ollama', { endpoint: 'http://192.0.2.1' })).toBe(false);
    expect(registry.isLocalProvider('anthropic', {})).toBe(false);
    expect(registry.isLocalProvider(undefined, {})).toBe(false);
  });
});
