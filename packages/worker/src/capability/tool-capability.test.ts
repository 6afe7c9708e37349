import type * as worker from '@helve/worker';
import {
  CapabilityDefinitionError,
  CapabilityInputError,
  ConfigOption,
  configJsonSchema,
  currentCall,
  FieldOptions,
  RELOAD_TRIGGER,
  ToolCapability,
  type Config,
} from '@helve/worker';
import { toCallEnvelope } from '../call/call-envelope.js';
import { findCalls } from './tool-capability.js';
import { mergeConfigOptions } from './merge-config-options.js';
import { checkTriggers } from './reload-trigger.js';
import { digest } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

class Bare extends ToolCapability {
  get name() {
    return 'bare';
  }
  get version() {
    return '1';
  }
  initialize(_config?: Config | null): void | Promise<void> {}
  getConfigSchema() {
    return { type: 'object' } as const;
  }
  getCurrentConfig() {
    return {};
  }
}

describe('ToolCapability', () => {
  test('R3: a class is refused with every member it leaves out, fields too', () => {
    // @ts-expect-error -- the compiler sees it too
    class Nothing extends ToolCapability {}
    const all = ['name', 'version', 'initialize', 'getConfigSchema', 'getCurrentConfig'];
    expect(missingOf(() => new Nothing())).toEqual(all);
    class Half extends ToolCapability {
      readonly name = 'half';
      readonly version = '1';
      initialize() {}
      getConfigSchema() {
        return {};
      }
      getCurrentConfig() {
        return {};
      }
    }
    expect(missingOf(() => new Half())).toEqual(['name', 'version']);
    expect(() => new Bare()).not.toThrow();
  });

  test('R3: an action that names a method which is not there is refused as well', () => {
    class Wrong extends Bare {
      static readonly actions = { go: 'gone' };
    }
    expect(missingOf(() => new Wrong())).toEqual(['gone']);
  });

  test('R7: executing what has no execute names the actions and adapters to call', async () => {
    class Acting extends Bare {
      static readonly actions = { go: 'go' };
      go() {}
    }
    const capability = new Acting();
    findCalls(capability).adapters = ['transcribe'];
    const stream = capability.executeStream()[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toThrow(/action "go", adapter "transcribe"/);
    await expect(new Bare().executeStream()[Symbol.asyncIterator]().next()).rejects.toThrow(CapabilityInputError);
  });

  test('R10: getConfigOptions gives nothing by default', async () => {
    expect(await new Bare().getConfigOptions()).toEqual({});
  });

  test('a capability of another copy of the package is one, and its calls can be run', async () => {
    vi.resetModules();
    const other: typeof worker = await import('@helve/worker');
    class Foreign extends other.ToolCapability {
      get name() {
        return 'foreign';
      }
      get version() {
        return '1';
      }
      initialize() {}
      getConfigSchema() {
        return { type: 'object' } as const;
      }
      getCurrentConfig() {
        return {};
      }
    }
    const foreign = new Foreign();
    expect(foreign).toBeInstanceOf(ToolCapability);
    expect(Foreign.prototype).toBeInstanceOf(ToolCapability);
    expect(new Bare()).not.toBeInstanceOf(Foreign);
    const envelope = toCallEnvelope({ callId: 'c1' });
    expect(findCalls(foreign as unknown as ToolCapability).run({ envelope }, () => currentCall()?.id)).toBe('c1');
  });
});

describe('live options', () => {
  test('R8: an option holds any JSON value, null included, and metadata of its own', () => {
    const [one, two] = [null, { deep: [1] }].map((value) => new ConfigOption({ value, label: 'x' }));
    expect([one?.value, two?.value]).toEqual([null, { deep: [1] }]);
    expect(one?.metadata).toEqual({});
    expect(one?.metadata).not.toBe(two?.metadata);
  });

  test('R9: the options of a field hold constraints of their own, which may speak of other fields', () => {
    const [one, two] = [1, 2].map(() => new FieldOptions({ options: [{ value: 1, label: 'One' }] }));
    expect(one?.constraints).toEqual({});
    expect(one?.constraints).not.toBe(two?.constraints);
    expect(one?.options[0]).toBeInstanceOf(ConfigOption);
    const bound = new FieldOptions({ options: [], constraints: { device: ['gpu'] } });
    expect(bound.constraints).toEqual({ device: ['gpu'] });
  });

  test('R11: merging options leaves the schema that is hashed as it was', () => {
    const schema = configJsonSchema(z.object({ model: z.string().default('small') }));
    const before = digest(schema);
    mergeConfigOptions(schema, { model: { options: [{ value: 'small', label: 'Small' }] } });
    expect(digest(schema)).toBe(before);
  });

  test('R12: mergeConfigOptions gives a new schema, unknown fields and values that are no longer offered', () => {
    const schema = {
      type: 'object',
      properties: { model: { type: 'string' }, tags: { type: 'array' }, free: true },
    } as const;
    const source = structuredClone(schema);
    const options = {
      model: { options: [{ value: 'a', label: 'A' }], constraints: { tags: 1 } },
      tags: { options: [{ value: 'x', label: 'X' }] },
      free: { options: [{ value: null, label: 'None' }] },
      ghost: { options: [] },
    };
    const merged = mergeConfigOptions(source, options, { model: 'gone', tags: ['x', 'y'], free: null });
    expect(merged.schema.properties).toEqual({
      model: { type: 'string', 'x-options': [{ value: 'a', label: 'A', metadata: {} }], 'x-constraints': { tags: 1 } },
      tags: { type: 'array', 'x-options': [{ value: 'x', label: 'X', metadata: {} }], 'x-constraints': {} },
      free: { 'x-options': [{ value: null, label: 'None', metadata: {} }], 'x-constraints': {} },
    });
    expect(merged.unknownFields).toEqual(['ghost']);
    expect(merged.staleValues).toEqual([
      { field: 'model', value: 'gone' },
      { field: 'tags', value: 'y' },
    ]);
    expect(source).toEqual(schema);
  });
});

describe('fieldsThatChanged', () => {
  const changed = (a: Config | null | undefined, b: Config | null | undefined) => [
    ...new Bare().fieldsThatChanged(a, b),
  ];

  test('R35: values are compared deeply, arrays in order; absent is null; 1 is not true', () => {
    expect(changed({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } })).toEqual([]);
    expect(changed({ a: [1, 2] }, { a: [2, 1] })).toEqual(['a']);
    expect(changed({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })).toEqual([]);
    expect(changed({ a: 1 }, {})).toEqual(['a']);
    expect(changed({}, { a: 0 })).toEqual(['a']);
    expect(changed({ a: null }, {})).toEqual([]);
    expect(changed({ a: 1 }, { a: true as never })).toEqual(['a']);
    expect(changed({ a: [] }, { a: {} })).toEqual(['a']);
    expect(changed(null, undefined)).toEqual([]);
    expect(changed(JSON.parse('{"__proto__": 1}') as Config, {})).toEqual(['__proto__']);
  });

  const config = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue()) as fc.Arbitrary<Config>;

  test('R35: a copy has no changes, and the two sides always agree on what changed', () => {
    fc.assert(
      fc.property(config, config, (one, two) => {
        expect(changed(one, structuredClone(one))).toEqual([]);
        expect(new Set(changed(one, two))).toEqual(new Set(changed(two, one)));
        const merged = { ...one, ...two };
        for (const field of changed(one, merged)) expect(Object.keys(two)).toContain(field);
      }),
    );
  });
});

describe('reload triggers', () => {
  const trigger = (name: string) => ({ [RELOAD_TRIGGER]: name });

  test('R36: a trigger is found behind defaults, unions with null and references', async () => {
    const released: string[] = [];
    const Shared = z.string().meta({ id: 'shared-model', ...trigger('model') });
    class Annotated extends Bare {
      static override readonly configClass = z.object({
        a: z.string().meta(trigger('model')).default('x'),
        b: z.string().meta(trigger('lamp')).nullable(),
        c: Shared,
        d: z.number().default(1).meta(trigger('door')),
      });
      _releaseModel() {
        released.push('model');
      }
      _releaseLamp() {
        released.push('lamp');
      }
      _releaseDoor() {
        released.push('door');
      }
    }
    for (const field of ['a', 'b', 'c', 'd']) await new Annotated().reconfigureWithTriggers({}, { [field]: 'new' });
    expect(released).toEqual(['model', 'lamp', 'model', 'door']);
  });

  test('R37: whatever changes, each trigger fires once and in the order of the schema', async () => {
    const fields = ['a', 'b', 'c', 'd', 'e'];
    const arbitrary = fc.record({
      triggers: fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 5, maxLength: 5 }),
      changed: fc.shuffledSubarray(fields),
    });
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ triggers, changed }) => {
        const fired: string[] = [];
        class Annotated extends Bare {
          static override readonly configClass = {
            type: 'object',
            properties: Object.fromEntries(fields.map((field, at) => [field, trigger(triggers[at] ?? 'one')])),
          } as const;
          _releaseOne() {
            fired.push('one');
          }
          _releaseTwo() {
            fired.push('two');
          }
          _releaseThree() {
            fired.push('three');
          }
        }
        await new Annotated().reconfigureWithTriggers({}, Object.fromEntries(changed.map((field) => [field, 1])));
        const expected = triggers.filter((_, at) => changed.includes(fields[at] ?? ''));
        expect(fired).toEqual([...new Set(expected)]);
      }),
    );
  });

  test('R39: a trigger that calls no hook is reported, and one that is no identifier', () => {
    class Annotated extends Bare {
      static override readonly configClass = z.object({
        a: z.string().meta(trigger('model')),
        b: z.string().meta(trigger('not-camel')),
        c: z.string().meta(trigger('there')),
      });
      _releaseThere() {}
    }
    expect(checkTriggers(Annotated)).toEqual([
      { field: 'a', trigger: 'model', message: 'there is no "_releaseModel"' },
      { field: 'b', trigger: 'not-camel', message: '"not-camel" is not a camelCase identifier' },
    ]);
    expect(checkTriggers(Bare)).toEqual([]);
  });

  test('R41: _applyConfig takes the place of initialize', async () => {
    const seen: unknown[] = [];
    class Applying extends Bare {
      override initialize(config?: Config | null) {
        seen.push(['initialize', config]);
      }
      _applyConfig(next: Config) {
        seen.push(['apply', next]);
      }
    }
    await new Applying().reconfigure(null, { a: 1 });
    await new Applying().reconfigure({ a: 1 }, undefined);
    class Plain extends Bare {
      override initialize(config?: Config | null) {
        seen.push(['initialize', config]);
      }
    }
    await new Plain().reconfigure(null, null);
    expect(seen).toEqual([
      ['apply', { a: 1 }],
      ['apply', {}],
      ['initialize', {}],
    ]);
  });
});

function missingOf(make: () => unknown): readonly string[] {
  try {
    make();
  } catch (error) {
    if (CapabilityDefinitionError.is(error)) return error.missing;
    throw error;
  }
  return [];
}
