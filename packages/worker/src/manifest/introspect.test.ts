import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { capabilityAction } from '../action/capability-action.js';
import { TaskAdapter } from '../adapter/task-adapter.js';
import { matchProtocol } from '../adapter/match-protocol.js';
import { configJsonSchema } from '../capability/config-schema.js';
import { ToolCapability } from '../capability/tool-capability.js';
import { EnvVarSpec } from '../env/env-var-spec.js';
import { deriveStructuralSurface } from '../surface/derive-structural-surface.js';
import { surfaceDrift } from '../surface/drift.js';
import { method } from '../surface/method.js';
import { findCapability, introspectAdapter, introspectCapability } from './introspect.js';

let cleaned = 0;

class Sample extends ToolCapability {
  static readonly description: string = 'Shouts';
  static override readonly configClass = z.object({ loud: z.boolean().default(true) });
  static override readonly WORKER_ENV = [
    new EnvVarSpec({ name: 'TOKEN', secret: true }),
    { name: 'MODE', default: 'a' },
  ];
  get name() {
    return 'sample';
  }
  get version() {
    return '1.2.3';
  }
  initialize() {}
  getConfigSchema() {
    return configJsonSchema(Sample.configClass);
  }
  getCurrentConfig() {
    return {};
  }
  override cleanup() {
    cleaned += 1;
  }
  shout(text: string) {
    return text.toUpperCase();
  }
  @capabilityAction('wave', { input: z.object({ times: z.int() }), description: 'Waves', policy: { idempotent: true } })
  _wave() {
    return 'hi';
  }
}

class Speak extends TaskAdapter<{ shout(text: string): string }> {
  static override readonly taskName = 'speak';
  static readonly version = '0.1.0';
  static override readonly requiredToolProtocol = {
    methods: [{ name: 'shout', params: ['text'] }],
    properties: ['name'],
  };
}

const options = { module: './sample.js', export: 'Sample' };

describe('introspectCapability', () => {
  test('gives the same manifest each time, with schema, variables, actions, surface and witness', async () => {
    const manifest = await introspectCapability(Sample, options);
    expect(cleaned).toBe(1);
    expect(manifest.code).toMatchObject({
      name: 'sample',
      version: '1.2.3',
      description: 'Shouts',
      runtime: 'node',
      module: './sample.js',
      export: 'Sample',
      configSchema: { type: 'object', properties: { loud: { default: true } } },
      workerEnv: [
        { name: 'TOKEN', secret: true },
        { name: 'MODE', default: 'a' },
      ],
      actions: [{ name: 'wave', description: 'Waves', input: { required: ['times'] }, policy: { idempotent: true } }],
    });
    expect(Object.keys(manifest.witness ?? {})).toEqual(['configSchemaHash', 'ownSurfaceHash', 'baseSurfaceHash']);
    expect(JSON.stringify(await introspectCapability(Sample, options))).toBe(JSON.stringify(manifest));
  });

  test('R62 the manifest holds the witness that the live class is compared with', async () => {
    const { code, witness } = await introspectCapability(Sample, options);
    const recorded = { hash: { own: witness?.ownSurfaceHash ?? '' }, surface: code.structuralSurface };
    expect(surfaceDrift(recorded, { surface: deriveStructuralSurface(Sample) })?.drifted).toBe(false);
    class Changed extends Sample {
      override shout(text: string, times = 1) {
        return text.repeat(times);
      }
    }
    expect(surfaceDrift(recorded, { surface: deriveStructuralSurface(Changed) })).toMatchObject({
      drifted: true,
      diff: { changed: [{ at: 'method shout' }] },
    });
  });

  test('R61 the manifests of a capability and an adapter are enough to match them', async () => {
    const { code } = await introspectCapability(Sample, options);
    const { protocolMembers, name } = introspectAdapter(Speak, { module: './speak.js', export: 'Speak' });
    expect(name).toBe('./speak.js#Speak');
    expect(matchProtocol(protocolMembers, code.structuralSurface)).toMatchObject({ compatible: true, level: 1 });
  });

  test('the manifest of an adapter lists the methods of its task, with what is declared of them', () => {
    class Loud extends Speak {
      static helper() {}
      @method({ input: z.object({ text: z.string() }) })
      say({ text, times = 1 }: { text: string; times?: number }) {
        return this.tool.shout(text).repeat(times);
      }
      _private() {}
    }
    const { methods } = introspectAdapter(Loud, { module: './loud.js', export: 'Loud' });
    expect(methods?.filter(({ name }) => name === 'say')).toMatchObject([
      { name: 'say', named: ['text', 'times'], input: { required: ['text'] } },
    ]);
    expect(methods?.map(({ name }) => name)).not.toContain('helper');
    expect(methods?.map(({ name }) => name)).not.toContain('_private');
  });

  test('a capability that says nothing about itself has no manifest', async () => {
    class Silent extends Sample {
      static override readonly description = '';
    }
    await expect(introspectCapability(Silent, options)).rejects.toMatchObject({ code: 'DEFINITION' });
    expect((await introspectCapability(Silent, { ...options, description: 'Given' })).code.description).toBe('Given');
  });
});

describe('findCapability', () => {
  abstract class Half extends ToolCapability {}
  class Other extends Sample {}

  test('takes the only concrete capability of a module', () => {
    expect(findCapability({ Sample, Half, ToolCapability, helper: () => 1, text: 'x' }).export).toBe('Sample');
    expect(findCapability({ default: Sample, Sample }).capabilityClass).toBe(Sample);
  });

  test('two or none need a name, and a name has to lead to one', () => {
    expect(() => findCapability({ Sample, Other })).toThrow('found: "Sample", "Other"');
    expect(() => findCapability({ Half })).toThrow('found: none');
    expect(() => findCapability({ Sample }, 'Nope')).toThrow('there is no capability "Nope"');
    expect(findCapability({ Sample, Other }, 'Other').capabilityClass).toBe(Other);
  });
});
