import {
  asVerified,
  defineTool,
  emptyArtifact,
  loadRegistry,
  ToolRegistry,
  type ArtifactTool,
  type HandlerMap,
  type RegistryArtifact,
  type SchemaCompiler,
} from '@helve/core';
import { describe, expect, test } from 'vitest';

import { artifactTool, buildArtifact } from '../../../../test/artifact-kit.js';

const always = () => true;

function handlersFor(...ids: string[]): HandlerMap {
  const execute = ({ word }: { word: string }) => ({ ok: true, data: word.toUpperCase() });
  return Object.fromEntries(ids.map((id) => [id, () => Promise.resolve({ execute })]));
}

function twoTools(): RegistryArtifact {
  return buildArtifact([artifactTool('shout'), artifactTool('whisper', { allowedModes: ['text'] })], {
    inside: { openai: always, openaiStrict: (id) => id === 'shout', geminiNative: always },
  }).artifact;
}

function loaded() {
  return loadRegistry(twoTools(), handlersFor('shout', 'whisper'));
}

function added(id: string, more: object = {}) {
  const inputSchema = { type: 'object', properties: {} } as const;
  return defineTool({ id, description: `Does ${id}`, inputSchema, execute: () => id, ...more });
}

const compiler: SchemaCompiler = {
  provider: 'openai',
  version: '1',
  compile: (tool, names) => ({
    schema: { provider: 'openai', name: names[tool.id] ?? '', made: 'at lock' },
    losses: [],
    restore: [],
  }),
};

const failure = (code: string) => expect.objectContaining({ code });

describe('loadRegistry', () => {
  test('F28 an artifact is loaded once, and its tools answer through the call line', async () => {
    let imports = 0;
    const execute = () => ({ ok: true, data: 'hi' });
    const handlers = {
      shout: () => Promise.resolve({ execute: ((imports += 1), execute) }),
      whisper: () => Promise.resolve({ execute }),
    };
    const registry = loadRegistry(twoTools(), handlers);
    expect(await registry.load()).toBe(registry);
    await registry.load();
    registry.lock();
    expect(await registry.executeTool('shout', { rawInput: { word: 'a' } })).toMatchObject({ ok: true, data: 'hi' });
    expect(await registry.executeTool('shout', { rawInput: { word: '' } })).toMatchObject({
      error: { type: 'VALIDATION' },
    });
    expect(imports).toBe(1);
    expect(registry).toBeInstanceOf(ToolRegistry);
    expect(registry.gitCommit).toBe('abcdef12');
    expect(registry.version).toBe(twoTools().version);
  });

  test.each<[string, unknown]>([
    ['no object', null],
    ['another format', { ...twoTools(), formatVersion: 2 }],
    ['no format', {}],
    ['no tools', { ...twoTools(), tools: {} }],
    ['a tool without a schema', { ...twoTools(), tools: [{ ...artifactTool('a'), jsonSchema: 'x' }] }],
    ['a tool that is none', { ...twoTools(), tools: [1] }],
  ])('F28 what is not an artifact of this format is CALL_REGISTRY_FORMAT: %s', (_, artifact) => {
    expect(() => loadRegistry(artifact as RegistryArtifact, {})).toThrow(failure('CALL_REGISTRY_FORMAT'));
  });

  test.each<[string, (artifact: RegistryArtifact) => RegistryArtifact]>([
    ['version', (artifact) => ({ ...artifact, version: '1.0.00000000' })],
    ['contract digest', (artifact) => ({ ...artifact, contractDigest: '0'.repeat(64) })],
    ['implementation digest', (artifact) => ({ ...artifact, implementationDigest: '0'.repeat(64) })],
    ['names', (artifact) => ({ ...artifact, names: { shout: 'scream' } })],
    ['a tool left out', (artifact) => ({ ...artifact, tools: artifact.tools.slice(1) })],
    ['a digest of one tool', (artifact) => withTool(artifact, { contractDigest: '0'.repeat(64) })],
  ])('F28 digests that do not follow from each other are CALL_REGISTRY_DIGEST at once: %s', (_, change) => {
    expect(() => loadRegistry(change(twoTools()), {})).toThrow(failure('CALL_REGISTRY_DIGEST'));
  });

  test.each<[string, Partial<ArtifactTool>]>([
    ['description', { description: 'Does something else' }],
    ['schema', { jsonSchema: { type: 'object' } }],
    ['policy', { requiresConfirmation: true }],
    ['docs', { documentation: 'Other' }],
    ['tags', { tags: ['new'] }],
    ['form', { providerSchemas: { openai: { name: 'other' }, geminiNative: {} } }],
  ])('F28 changed content is CALL_REGISTRY_DIGEST when the registry loads: %s', async (_, change) => {
    const registry = loadRegistry(withTool(twoTools(), change), handlersFor('shout', 'whisper'));
    await expect(registry.load()).rejects.toThrow(failure('CALL_REGISTRY_DIGEST'));
  });

  test('F28 a lazy registry notices changed content when the tool is first used, and answers with it', async () => {
    const artifact = withTool(twoTools(), { description: 'Does something else' });
    const registry = loadRegistry(artifact, handlersFor('shout', 'whisper'), { lazy: true });
    await registry.load();
    registry.lock();
    expect(await registry.executeTool('whisper', { rawInput: { word: 'a' } })).toMatchObject({ ok: true });
    expect(await registry.executeTool('shout', { rawInput: { word: 'a' } })).toMatchObject({
      error: { type: 'INTERNAL', details: { code: 'CALL_REGISTRY_DIGEST' } },
    });
  });

  test('an artifact that was verified byte by byte is not looked through again', async () => {
    const artifact = asVerified(withTool(twoTools(), { description: 'Does something else' }));
    const registry = loadRegistry(artifact, handlersFor('shout', 'whisper'));
    await registry.load();
    expect(registry.get('shout')?.description).toBe('Does something else');
  });

  test('F28 a handler that is not there is CALL_HANDLER_MISSING, in lazy mode too', async () => {
    const missing = failure('CALL_HANDLER_MISSING');
    await expect(loadRegistry(twoTools(), handlersFor('shout')).load()).rejects.toThrow(missing);
    await expect(loadRegistry(twoTools(), handlersFor('shout'), { lazy: true }).load()).rejects.toThrow(missing);
    const broken = { ...handlersFor('shout'), whisper: () => Promise.reject(new Error('no such module')) };
    await expect(loadRegistry(twoTools(), broken).load()).rejects.toThrow(missing);
  });

  test('F28 a handler without execute is CALL_HANDLER_NO_EXECUTE', async () => {
    const handlers = { ...handlersFor('shout'), whisper: () => Promise.resolve({ run: () => 1 }) };
    await expect(loadRegistry(twoTools(), handlers).load()).rejects.toThrow(failure('CALL_HANDLER_NO_EXECUTE'));
  });

  test('F28 lazy handlers are imported on first use, and an import that failed is tried again', async () => {
    const seen: string[] = [];
    const flaky = () => {
      seen.push('whisper');
      return seen.length === 1
        ? Promise.reject(new Error('disk'))
        : Promise.resolve({ execute: () => ({ ok: true, data: 1 }) });
    };
    const registry = loadRegistry(twoTools(), { ...handlersFor('shout'), whisper: flaky }, { lazy: true });
    await registry.load();
    registry.lock();
    expect(seen).toEqual([]);
    const request = { rawInput: { word: 'a' } };
    expect(await registry.executeTool('whisper', request)).toMatchObject({
      error: { type: 'INTERNAL', partialSideEffects: false, details: { code: 'CALL_HANDLER_MISSING' } },
    });
    expect(await registry.executeTool('whisper', request)).toMatchObject({ ok: true });
    expect(await registry.executeTool('whisper', request)).toMatchObject({ ok: true });
    expect(seen).toEqual(['whisper', 'whisper']);
  });
});

describe('getProviderSchemas', () => {
  test('F30 the same arguments give the same frozen list, and nothing is converted', () => {
    const registry = loaded().lock();
    const schemas = registry.getProviderSchemas('openai');
    expect(schemas.map(({ name }) => name)).toEqual(['shout', 'whisper']);
    expect(registry.getProviderSchemas('openai', {})).toBe(schemas);
    expect(registry.getProviderSchemas('openai', { strict: false })).toBe(schemas);
    expect(isDeepFrozen(schemas)).toBe(true);
    const only = registry.getProviderSchemas('openai', { only: ['whisper'] });
    expect(registry.getProviderSchemas('openai', { only: ['whisper'] })).toBe(only);
    expect(only).toEqual([schemas[1]]);
    expect(registry.getProviderSchemas('openai', { mode: 'voice' })).toEqual([schemas[0]]);
    expect(registry.getProviderSchemas('openai', { mode: 'voice' })).toBe(
      registry.getProviderSchemas('openai', { mode: 'voice' }),
    );
  });

  test('F30 strict: auto takes the strict form where there is one, true demands it', () => {
    const registry = loaded().lock();
    const providers = (strict: 'auto' | boolean, only?: string[]) =>
      registry.getProviderSchemas('openai', { strict, only }).map(({ provider }) => provider);
    expect(providers('auto')).toEqual(['openaiStrict', 'openai']);
    expect(providers(false)).toEqual(['openai', 'openai']);
    expect(providers(true, ['shout'])).toEqual(['openaiStrict']);
    expect(() => providers(true)).toThrow(failure('CALL_FORM_MISSING'));
    expect(() => registry.getProviderSchemas('geminiNative', { strict: true })).toThrow(failure('CALL_FORM_UNKNOWN'));
  });

  test('F30 an unknown provider throws, as do an unknown tool and a tool without the form: none is skipped', () => {
    const registry = loaded();
    registry.addInline(added('late'));
    registry.lock();
    expect(() => registry.getProviderSchemas('opanai')).toThrow(
      expect.objectContaining({ details: { suggestion: 'Did you mean "openai"?' } }),
    );
    expect(() => registry.getProviderSchemas('openai')).toThrow('Cannot give "late" for "openai"');
    expect(() => registry.getProviderSchemas('openai', { only: ['nobody'] })).toThrow(failure('CALL_TOOL_NOT_FOUND'));
    expect(registry.getProviderSchemas('openai', { only: ['shout'] })).toHaveLength(1);
  });

  test('F30 tools added in code are compiled once, at lock, with the compilers handed in', () => {
    const registry = loaded();
    registry.addInline(added('late.one'));
    let compiled = 0;
    const counting = {
      ...compiler,
      compile: (...args: Parameters<typeof compiler.compile>) => (compiled++, compiler.compile(...args)),
    };
    registry.lock({
      compilers: [counting],
      names: (ids) => Object.fromEntries(ids.map((id) => [id, id.replace('.', '_')])),
    });
    expect(registry.getProviderSchemas('openai').map(({ name }) => name)).toEqual(['shout', 'whisper', 'late_one']);
    registry.getProviderSchemas('openai', { mode: 'text' });
    expect(compiled).toBe(1);
    expect(registry.nameFor('late.one')).toBe('late_one');
    expect(registry.toolOf('late_one')).toBe('late.one');
  });

  test('a form that a compiler refuses is missing, and names may not collide', () => {
    const refusing: SchemaCompiler = { ...compiler, compile: () => ({ refused: true, losses: [] }) };
    const registry = loaded();
    registry.addInline(added('late'));
    registry.lock({ compilers: [refusing] });
    expect(() => registry.getProviderSchemas('openai')).toThrow(failure('CALL_FORM_MISSING'));
    const other = loaded();
    other.addInline(added('late'));
    expect(() => other.lock({ names: { late: 'shout' } })).toThrow(failure('CALL_NAME_TAKEN'));
  });

  test('a tool in place of one of the artifact has none of its forms', () => {
    const registry = loaded();
    registry.replace(added('shout'));
    registry.lock({ compilers: [compiler] });
    expect(registry.getProviderSchemas('openai').map(({ made }) => made)).toEqual(['at lock', undefined]);
    expect(registry.version).toMatch(/^1\.0\.[0-9a-f]{8}\+[0-9a-f]{8}$/);
  });

  test('tools for tools only are not shown to models', () => {
    const registry = loadRegistry(emptyArtifact(), {});
    registry.addInline(added('hidden', { tags: ['internal'] }));
    registry.addInline(added('shown'));
    registry.lock({ compilers: [compiler] });
    expect(registry.getProviderSchemas('openai').map(({ name }) => name)).toEqual(['shown']);
    expect(registry.getSummaries().map(({ id }) => id)).toEqual(['shown']);
  });

  test('side files are read when asked for, once, and with the strict forms', async () => {
    const { artifact, sideFiles } = buildArtifact([artifactTool('shout')], {
      beside: { anthropic: always, anthropicStrict: always },
    });
    const reads: string[] = [];
    const providers = Object.fromEntries(
      Object.entries(sideFiles).map(([key, file]) => [
        key,
        () => (reads.push(key), Promise.resolve({ default: file })),
      ]),
    );
    const registry = loadRegistry(artifact, handlersFor('shout'), { providers }).lock();
    expect(() => registry.getProviderSchemas('anthropic')).toThrow(failure('CALL_FORM_UNREAD'));
    await Promise.all([registry.loadProvider('anthropic'), registry.loadProvider('anthropic')]);
    expect(registry.getProviderSchemas('anthropic', { strict: 'auto' })).toMatchObject([
      { provider: 'anthropicStrict' },
    ]);
    expect(isDeepFrozen(registry.getProviderSchemas('anthropic'))).toBe(true);
    expect(reads).toEqual(['anthropic', 'anthropicStrict']);
    await expect(registry.loadProvider('nobody')).rejects.toThrow(failure('CALL_FORM_UNKNOWN'));
  });

  test('F28 a side file of another build, or a changed one, is CALL_REGISTRY_DIGEST', async () => {
    const { artifact, sideFiles } = buildArtifact([artifactTool('shout')], { beside: { anthropic: always } });
    const file = sideFiles['anthropic'];
    const open = (read: unknown) =>
      loadRegistry(artifact, handlersFor('shout'), { providers: { anthropic: () => Promise.resolve(read) } });
    const changed = { ...file, tools: { shout: { schema: {}, restore: [], losses: [] } } };
    await expect(open(changed).load({ providers: ['anthropic'] })).rejects.toThrow(failure('CALL_REGISTRY_DIGEST'));
    const other = asVerified({ ...file, digest: '0'.repeat(64) });
    await expect(open(other).loadProvider('anthropic')).rejects.toThrow(failure('CALL_REGISTRY_DIGEST'));
    await expect(open({ provider: 'openai' }).loadProvider('anthropic')).rejects.toThrow(
      failure('CALL_REGISTRY_FORMAT'),
    );
    await open(file).load({ providers: ['anthropic'] });
    await expect(loadRegistry(artifact, {}).loadProvider('anthropic')).rejects.toThrow(failure('CALL_FORM_UNREAD'));
  });
});

describe('what a registry tells', () => {
  test('F31 summaries and documentation come separately, in registration order; an unknown id gives null', () => {
    const registry = loaded();
    registry.addInline(added('late'));
    registry.lock();
    expect(registry.getSummaries()).toEqual([
      { id: 'shout', category: 'utility', summary: 'shout in\nfew words' },
      { id: 'whisper', category: 'utility', summary: 'whisper in\nfew words' },
      { id: 'late', category: 'action', summary: 'Does late' },
    ]);
    expect(registry.getSummaries({ mode: 'voice' }).map(({ id }) => id)).toEqual(['shout', 'late']);
    expect(registry.getSummaries()).toBe(registry.getSummaries());
    expect(registry.getDocumentation('shout')).toBe('# shout\n\nEverything about it');
    expect(registry.getDocumentation('late')).toBe('Does late');
    expect(registry.getDocumentation('nobody')).toBeNull();
  });

  test('F32 metadata is the deep-frozen policy with id and version; a record without a policy is read carefully', () => {
    const registry = loaded();
    registry.addInline(added('late'));
    registry.lock();
    expect(registry.getToolMetadata('whisper')).toEqual({
      id: 'whisper',
      version: '1.2.0',
      category: 'utility',
      sideEffects: 'none',
      effects: [],
      idempotent: true,
      requiresConfirmation: false,
      allowedModes: ['text'],
      latencyBudgetMs: 200,
    });
    expect(isDeepFrozen(registry.getToolMetadata('whisper'))).toBe(true);
    expect(registry.getToolMetadata('whisper')).toBe(registry.getToolMetadata('whisper'));
    expect(registry.getToolMetadata('late')).toEqual({
      id: 'late',
      version: '0.0.0',
      category: 'action',
      sideEffects: 'writes',
      effects: [],
      idempotent: false,
      requiresConfirmation: false,
    });
    expect(registry.getToolMetadata('nobody')).toBeNull();
    expect(registry.getToolsByCategory('utility').map(({ id }) => id)).toEqual(['shout', 'whisper']);
  });

  test('names, restore plans and the digest of a definition are found by exact lookup', () => {
    const { artifact } = buildArtifact([artifactTool('shout')], {
      inside: { openai: always },
      names: { shout: 'shout_it' },
    });
    const registry = loadRegistry(artifact, handlersFor('shout')).lock();
    expect([registry.nameFor('shout'), registry.nameFor('Shout'), registry.nameFor('constructor')]).toEqual([
      'shout_it',
      null,
      null,
    ]);
    expect([registry.toolOf('shout_it'), registry.toolOf('shout')]).toEqual(['shout', null]);
    expect(registry.getRestorePlan('openai', 'shout')).toEqual([{ step: 'null-removed', pointer: '/word' }]);
    expect(registry.getRestorePlan('openai', 'nobody')).toBeNull();
    expect(registry.definitionDigest('openai', 'shout')).toMatch(/^[0-9a-f]{64}$/);
    expect(registry.definitionDigest('openai', 'shout')).toBe(
      registry.definitionDigest('openai', 'shout', { strict: 'auto' }),
    );
    expect(registry.definitionDigest('openai', 'nobody')).toBeNull();
  });
});

describe('lock and snapshot', () => {
  test('F33 after lock, load and every way to add throw', async () => {
    const registry = loaded();
    expect(registry.lock()).toBe(registry);
    expect(registry.seal()).toBe(registry);
    const sealed = failure('CALL_REGISTRY_SEALED');
    await expect(registry.load()).rejects.toThrow(sealed);
    expect(() => registry.addInline(added('late'))).toThrow(sealed);
    expect(() => registry.addValidated(added('late'))).toThrow(sealed);
    expect(() => registry.replace(added('shout'))).toThrow(sealed);
    expect(() => registry.remove('shout')).toThrow(sealed);
    expect(() => registry.lock({ compilers: [compiler] })).toThrow(sealed);
    expect(isDeepFrozen(registry.contracts())).toBe(true);
    expect(isDeepFrozen(registry.get('shout'))).toBe(true);
  });

  test('F33 a snapshot is legal at any time, equals a sealed copy, and later changes do not reach it', async () => {
    const registry = loaded();
    registry.addInline(added('early'));
    registry.remove('whisper');
    const snapshot = registry.snapshot();
    registry.addInline(added('late'));
    expect(snapshot.list().map(({ id }) => id)).toEqual(['shout', 'early']);
    expect(snapshot.sealed).toBe(true);
    expect(snapshot.getProviderSchemas('openai', { only: ['shout'] })).toHaveLength(1);
    expect(await snapshot.executeTool('early')).toMatchObject({
      data: 'early',
      meta: { registryVersion: snapshot.version },
    });
    expect(snapshot.get('shout')).toBe(registry.get('shout'));
    registry.lock();
    expect(registry.snapshot()).toBe(registry);
    expect(registry.version).not.toBe(snapshot.version);
  });

  test('the version is that of the artifact until something is changed in code', () => {
    const registry = loaded();
    expect(registry.version).toBe(twoTools().version);
    registry.addInline(added('late'));
    expect(registry.version).toBe(`${twoTools().version}+r1`);
    const other = loaded();
    other.addInline(added('late'));
    expect(registry.lock().version).toBe(other.lock().version);
  });

  test('F34 a session keeps the snapshot it began with while a newer registry takes over', async () => {
    const older = loaded().lock();
    const session = older.snapshot();
    const { artifact } = buildArtifact([artifactTool('shout', { version: '2.0.0' })], { inside: { openai: always } });
    const current = loadRegistry(artifact, handlersFor('shout')).lock();
    const request = { rawInput: { word: 'a' } };
    expect((await session.executeTool('shout', request)).meta).toMatchObject({
      toolVersion: '1.2.0',
      registryVersion: older.version,
    });
    expect((await current.executeTool('shout', request)).meta).toMatchObject({ toolVersion: '2.0.0' });
    expect(session.list()).toHaveLength(2);
  });

  test('F35 every envelope carries both versions, failures and unknown tools included', async () => {
    const registry = loaded().lock();
    const { version } = registry;
    const metaOf = async (id: string, request?: object) => (await registry.executeTool(id, request)).meta;
    expect(await metaOf('shout', { rawInput: { word: 'a' } })).toMatchObject({
      registryVersion: version,
      toolVersion: '1.2.0',
    });
    expect(await metaOf('shout')).toMatchObject({ registryVersion: version, toolVersion: '1.2.0' });
    expect(await metaOf('nobody')).toMatchObject({ registryVersion: version, toolVersion: null });
    expect(await metaOf('shout', { typo: 1 })).toMatchObject({ registryVersion: version, toolVersion: '1.2.0' });
  });

  test('F36 one registry object serves voice and text at the same time', async () => {
    const registry = loaded().lock();
    const ask = (mode: string) => registry.executeTool('shout', { rawInput: { word: mode }, call: { mode } });
    const answers = await Promise.all(['voice', 'text', 'voice', 'text'].map(ask));
    expect(answers.map((answer) => answer.ok && answer.data)).toEqual(['VOICE', 'TEXT', 'VOICE', 'TEXT']);
    expect(registry.getProviderSchemas('openai', { mode: 'voice' })).toHaveLength(1);
    expect(registry.getProviderSchemas('openai', { mode: 'text' })).toHaveLength(2);
  });

  test('executeTool answers, whatever it is asked with', async () => {
    const registry = loaded();
    const hostile = Object.defineProperty({}, 'rawInput', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    for (const request of [null, 'text', 3, hostile, { rawInput: 1n }]) {
      expect(await registry.executeTool('shout', request as object)).toMatchObject({ ok: false });
    }
  });

  test('an empty artifact is a registry to add to', async () => {
    const registry = loadRegistry(emptyArtifact(), {});
    await registry.load();
    expect(registry.lock().list()).toEqual([]);
    expect(registry.version).toMatch(/^1\.0\.[0-9a-f]{8}$/);
    expect(registry.getSummaries()).toEqual([]);
  });
});

function withTool(artifact: RegistryArtifact, change: Partial<ArtifactTool>): RegistryArtifact {
  return { ...artifact, tools: artifact.tools.map((tool, index) => (index === 0 ? { ...tool, ...change } : tool)) };
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
