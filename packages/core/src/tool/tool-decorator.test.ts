import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  callTool,
  getDefinition,
  Tool,
  ToolComponent,
  toolFromClass,
  toolMetadata,
  ToolRegistry,
  validateTool,
} from '@helve/core';
import type { ToolDefinition } from '@helve/core';
import { build } from 'esbuild';
import { afterEach, describe, expect, test } from 'vitest';

const weather = {
  type: 'function',
  name: 'get_current_weather',
  description: 'Get the current weather for a given location',
  parameters: {
    location: { type: 'string', description: 'The name of the city' },
    format: { type: 'string', enum: ['celsius', 'fahrenheit'] },
    required: ['location', 'format'],
  },
} as const satisfies ToolDefinition;

const kind = Symbol('kind');

@Tool(weather)
class WeatherTool {
  static readonly kind = 'weather';
  static readonly [kind] = 'symbolic';
  static #made = 0;
  readonly args: { location?: string } | undefined;
  readonly #location: unknown;
  readonly arrow = () => this.#location;

  constructor(args?: { location?: string }) {
    this.args = args;
    this.#location = args?.location;
    WeatherTool.#made += 1;
  }

  static get made() {
    return WeatherTool.#made;
  }

  get place() {
    return this.#location;
  }

  async run(params?: unknown) {
    return { params, location: this.#location };
  }
}

describe('@Tool', () => {
  test('A1 a plain class works, and its instances are ToolComponents', () => {
    expect(new WeatherTool()).toBeInstanceOf(ToolComponent);
    expect(new WeatherTool()).toBeInstanceOf(WeatherTool);
    expect(new (class Plain {})()).not.toBeInstanceOf(ToolComponent);
    expect(new (class Plain {})()).not.toBeInstanceOf(WeatherTool);
  });

  test('A2 constructor, methods, accessors, statics, private and arrow fields work as before', async () => {
    const before = WeatherTool.made;
    const { arrow, ...instance } = new WeatherTool({ location: 'Oslo' });
    expect(instance.args).toEqual({ location: 'Oslo' });
    expect(arrow()).toBe('Oslo');
    expect(new WeatherTool({ location: 'Rome' }).place).toBe('Rome');
    expect(await new WeatherTool({ location: 'Rome' }).run(1)).toEqual({ params: 1, location: 'Rome' });
    expect(WeatherTool.kind).toBe('weather');
    expect(WeatherTool[kind]).toBe('symbolic');
    expect(WeatherTool.made - before).toBe(3);
  });

  test('A3 the class name is preserved', () => {
    expect(WeatherTool.name).toBe('WeatherTool');
    expect(new WeatherTool().constructor.name).toBe('WeatherTool');
  });

  test('A4 the class and getDefinition give the definition, and undefined for undecorated classes', () => {
    expect(WeatherTool.getDefinition?.()).toEqual(weather);
    expect(getDefinition(WeatherTool)).toEqual(weather);
    expect(getDefinition(class Plain {})).toBeUndefined();
    expect(getDefinition(undefined)).toBeUndefined();
    expect(ToolComponent.getDefinition()).toBeUndefined();
  });

  test('A7 the definition is a deep-frozen copy, and the author object is not changed', () => {
    const source = { type: 'function' as const, name: 'mine', parameters: { a: { type: 'string' as const } } };
    @Tool(source)
    class Mine {}
    const stored = getDefinition(Mine);
    expect(stored).toEqual(source);
    expect(stored).not.toBe(source);
    expect(Object.isFrozen(stored?.parameters?.['a'])).toBe(true);
    expect(Object.isFrozen(source)).toBe(false);
    source.parameters.a.type = 'changed' as 'string';
    expect(stored?.parameters).toEqual({ a: { type: 'string' } });
  });

  test('A8 nothing shows in JSON.stringify or Object.keys of class or instance', () => {
    class Bare {}
    const Decorated = Tool(weather)(class {});
    expect(Object.keys(Decorated)).toEqual(Object.keys(Bare));
    expect(Object.keys(new Decorated())).toEqual([]);
    expect(JSON.stringify(new Decorated())).toBe('{}');
    expect(JSON.stringify({ Decorated })).toBe('{}');
  });

  test('A9 the definition holds what its author wrote and nothing else, also after use', async () => {
    await callTool({ tool: toolFromClass(WeatherTool), rawInput: { location: 'Oslo', format: 'celsius' } });
    const stored = getDefinition(WeatherTool);
    expect(stored).toEqual(weather);
    expect(Reflect.ownKeys(stored ?? {})).toEqual(Object.keys(weather));
  });

  test('A10 the constructor receives one argument, the validated object', async () => {
    const seen: unknown[][] = [];
    @Tool({ type: 'function', name: 'spy', parameters: { a: { type: 'number', default: 2 } } })
    class Spy {
      constructor(...args: unknown[]) {
        seen.push(args);
      }
      async run() {
        return null;
      }
    }
    await callTool({ tool: toolFromClass(Spy), rawInput: {} });
    expect(seen).toEqual([[{ a: 2 }]]);
  });

  test('A11 run gets the same object and the context; without one of its own, it gives undefined', async () => {
    const seen: unknown[] = [];
    @Tool({ type: 'function', name: 'spy', parameters: { a: { type: 'number' } } })
    class Spy {
      readonly args: object;
      constructor(args: object) {
        this.args = args;
      }
      async run(params: unknown, ctx: { toolId: string }) {
        seen.push(params === this.args, ctx.toolId);
      }
    }
    @Tool(weather)
    class Idle {}
    await callTool({ tool: toolFromClass(Spy), rawInput: { a: 1 } });
    expect(seen).toEqual([true, 'spy']);
    expect(await (new Idle() as ToolComponent).run()).toBeUndefined();
  });

  test('A12 other fields are kept verbatim and noted at registration', () => {
    const extended = { ...weather, costCents: 3 };
    const Extended = Tool(extended)(class Extended {});
    expect(getDefinition(Extended)).toEqual(extended);
    const { ok, notes } = validateTool(toolFromClass(Extended));
    expect(ok).toBe(true);
    expect(notes).toEqual([expect.objectContaining({ pointer: '/costCents', keyword: 'unknown' })]);
  });

  test('A13 the short form of parameters is normalised and closed beside the verbatim definition', () => {
    const { inputSchema } = toolFromClass(WeatherTool);
    expect(inputSchema).toEqual({
      type: 'object',
      properties: { location: weather.parameters.location, format: weather.parameters.format },
      required: ['location', 'format'],
      additionalProperties: false,
    });
    expect(getDefinition(WeatherTool)?.parameters).toEqual(weather.parameters);
  });

  test.each([
    ['a type', { type: 'object', properties: { a: { type: 'string' } } }],
    ['properties', { properties: { a: { type: 'string' } } }],
    ['a union', { anyOf: [{ type: 'object', properties: {} }] }],
  ] as const)('the long form, known by %s, is taken as it is', (_, parameters) => {
    const Long = Tool({ type: 'function', name: 'long', parameters })(class Long {});
    expect(toolFromClass(Long).inputSchema).toEqual(parameters);
  });

  test('parameters may be named like keywords in the short form', () => {
    const parameters = { type: { type: 'string' }, anyOf: { type: 'string' } } as const;
    const Odd = Tool({ type: 'function', name: 'odd', parameters })(class Odd {});
    expect(toolFromClass(Odd).inputSchema).toMatchObject({ properties: parameters });
  });

  test('A14 missing parameters fail at registration with name and remedy', () => {
    const Bare = Tool({ type: 'function', name: 'bare' })(class Bare {});
    const registry = new ToolRegistry();
    expect(() => registry.addInline(Bare)).toThrow(/class "Bare".*"parameters" is missing/);
    expect(() => registry.addValidated(Bare)).toThrow(
      expect.objectContaining({ details: { suggestion: expect.stringContaining('allowNoSchema') } }),
    );
    expect(registry.size).toBe(0);
  });

  test('A15 allowNoSchema without a mode fails too', async () => {
    const Open = Tool({ type: 'function', name: 'open', allowNoSchema: true })(class Open {});
    const Odd = Tool({ type: 'function', name: 'odd', allowNoSchema: true, noSchemaMode: 'some' as 'full' })(
      class Odd {},
    );
    expect(() => toolFromClass(Open)).toThrow(/"noSchemaMode" of read-only, human-approval, full/);
    expect(() => toolFromClass(Odd)).toThrow(/"noSchemaMode"/);
    const Named = Tool({ type: 'function', name: 'named', allowNoSchema: true, noSchemaMode: 'read-only' })(
      class Named {},
    );
    const response = await callTool({ tool: toolFromClass(Named), rawInput: { any: 'thing' } });
    expect(response).toMatchObject({ ok: true, meta: { validated: false, noSchemaMode: 'read-only' } });
  });

  test('A17 a subclass inherits the definition or has its own, and never changes that of its parent', () => {
    class Heir extends WeatherTool {}
    @Tool({ ...weather, name: 'other' })
    class Other extends WeatherTool {}
    expect(getDefinition(Heir)).toBe(getDefinition(WeatherTool));
    expect(getDefinition(Other)?.name).toBe('other');
    expect(getDefinition(WeatherTool)?.name).toBe('get_current_weather');
    expect(new Other()).toBeInstanceOf(WeatherTool);
  });

  test('a class with a foreign base keeps its chain, and is a ToolComponent all the same', async () => {
    class Base {
      base() {
        return 'base';
      }
    }
    @Tool(weather)
    class Foreign extends Base {}
    const foreign = new Foreign() as Foreign & ToolComponent;
    expect(Object.getPrototypeOf(Foreign)).toBe(Base);
    expect(foreign).toBeInstanceOf(ToolComponent);
    expect(new Base()).not.toBeInstanceOf(ToolComponent);
    expect(foreign.base()).toBe('base');
    expect(await foreign.run()).toBeUndefined();
    expect((Foreign as unknown as typeof ToolComponent).getDefinition()).toEqual(weather);
  });

  test('an undecorated class is refused by toolFromClass', () => {
    expect(() => toolFromClass(class Plain {})).toThrow(/class "Plain": it is not decorated with @Tool/);
  });
});

describe('tool metadata', () => {
  const reflect = Reflect as { defineMetadata?: unknown; getOwnMetadata?: unknown; getMetadata?: unknown };

  afterEach(() => {
    delete reflect.defineMetadata;
    delete reflect.getOwnMetadata;
  });

  test('A6 no reflect-metadata is needed', () => {
    expect(reflect.defineMetadata).toBeUndefined();
    expect(getDefinition(Tool(weather)(class {}))).toEqual(weather);
  });

  test('A5 the definition stands under a hidden symbol and in Reflect metadata, whichever loads first', () => {
    const Early = Tool(weather)(class Early {});
    const store = new Map<object, unknown>();
    reflect.defineMetadata = (key: string, value: unknown, target: object) =>
      key === 'tool:definition' && store.set(target, value);
    reflect.getOwnMetadata = (key: string, target: object) =>
      key === 'tool:definition' ? store.get(target) : undefined;

    const Late = Tool(weather)(class Late {});
    expect(store.get(Late)).toEqual(weather);
    expect(getDefinition(Early)).toEqual(weather);
    expect(store.get(Early)).toBe(getDefinition(Early));

    class Foreign {}
    store.set(Foreign, weather);
    expect(getDefinition(Foreign)).toBe(weather);
    expect(Object.getOwnPropertyDescriptor(Early, toolMetadata)?.enumerable).toBe(false);
  });

  test('the polyfill itself works with it', async () => {
    await import('reflect-metadata');
    const Real = Tool(weather)(class Real {});
    const { getMetadata } = Reflect as unknown as { getMetadata(key: string, target: object): unknown };
    expect(getMetadata('tool:definition', Real)).toBe(getDefinition(Real));
  });
});

describe('bundles', () => {
  test('A16 an unused tool class of a side-effect-free module leaves the bundle', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-bundle-'));
    try {
      await writeFile(join(folder, 'package.json'), '{"type":"module","sideEffects":false}');
      const tools =
        "import { Tool } from '@helve/core';\n@Tool({ type: 'function', name: 'unused_tool' })\nexport class Unused {}\n";
      await writeFile(join(folder, 'tools.ts'), tools);
      await writeFile(join(folder, 'main.ts'), "import { Unused } from './tools.js';\nexport const used = 1;\n");
      await writeFile(join(folder, 'user.ts'), "import { Unused } from './tools.js';\nexport const used = Unused;\n");
      const bundle = (entry: string) =>
        build({
          absWorkingDir: folder,
          entryPoints: [entry],
          bundle: true,
          write: false,
          format: 'esm',
          external: ['@helve/core'],
        });
      const [main, user] = await Promise.all([bundle('main.ts'), bundle('user.ts')]);
      expect(main.outputFiles[0]?.text).not.toContain('unused_tool');
      expect(user.outputFiles[0]?.text).toContain('unused_tool');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
