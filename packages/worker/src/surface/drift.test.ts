import { describe, expect, test } from 'vitest';
import { SurfaceSample } from '../testing/fixture/surface-sample.js';
import { deriveStructuralSurface } from './derive-structural-surface.js';
import { configSchemaDrift, surfaceDrift } from './drift.js';
import { configSchemaHash, surfaceHash } from './surface-hash.js';

class Later extends SurfaceSample {
  override execute(inputData: unknown, force = false) {
    return [inputData, force];
  }
  extra() {}
  get size() {
    return 1;
  }
}

class Split extends SurfaceSample {}

const recorded = deriveStructuralSurface(SurfaceSample);
const live = deriveStructuralSurface(Later);
const witness = (surface: typeof recorded) => ({ hash: surfaceHash(surface), surface });

describe('surfaceDrift', () => {
  test('R62 a live surface that differs from the recorded one is drift, with what differs', () => {
    expect(surfaceDrift(witness(recorded), witness(live))).toEqual({
      drifted: true,
      expected: surfaceHash(recorded).own,
      actual: surfaceHash(live).own,
      diff: {
        added: ['method extra', 'property size'],
        removed: [],
        changed: [
          {
            at: 'method execute',
            before: { name: 'execute', signature: 'execute(inputData)', params: ['inputData'] },
            after: { name: 'execute', signature: 'execute(inputData, force?)', params: ['inputData', 'force'] },
          },
        ],
      },
    });
    expect(surfaceDrift(witness(live), witness(recorded))?.diff.removed).toEqual(['method extra', 'property size']);
  });

  test('R62 an equal surface is no drift, also when a class was split in two, so that a flag clears itself', () => {
    const again = surfaceDrift(witness(recorded), witness(deriveStructuralSurface(Split)));
    expect(again).toMatchObject({ drifted: false, diff: { added: [], removed: [], changed: [] } });
  });

  test('R62 a manifest or a worker without a witness is skipped', () => {
    expect(surfaceDrift({}, witness(live))).toBeUndefined();
    expect(surfaceDrift(witness(recorded), {})).toBeUndefined();
    expect(surfaceDrift({ hash: { base: 'sha256:1' } }, witness(live))).toBeUndefined();
    expect(surfaceDrift({ hash: surfaceHash(recorded) }, { hash: surfaceHash(live) })).toMatchObject({
      drifted: true,
      diff: { added: [] },
    });
  });

  test('R62 a change of ToolCapability alone moves only the base, and is no drift', () => {
    const newer = {
      ...recorded,
      methods: [...recorded.methods, { name: 'zoom', signature: 'zoom()', params: [] }],
      base: [...(recorded.base ?? []), 'method zoom'],
    };
    expect(surfaceHash(newer).own).toBe(surfaceHash(recorded).own);
    expect(surfaceHash(newer).base).not.toBe(surfaceHash(recorded).base);
    expect(surfaceDrift(witness(recorded), witness(newer))?.drifted).toBe(false);
  });

  test('a witness is sha256 over canonical JSON', () => {
    expect(surfaceHash(recorded).own).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(configSchemaHash({})).toBe('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});

describe('configSchemaDrift', () => {
  const schema = { type: 'object', properties: { mode: { type: 'string', enum: ['a', 'b'] }, 'x/y': {} } };

  test('R63 the order of keys is irrelevant', () => {
    const turned = { properties: { 'x/y': {}, mode: { enum: ['a', 'b'], type: 'string' } }, type: 'object' };
    expect(configSchemaDrift({ hash: configSchemaHash(schema) }, { schema: turned })?.drifted).toBe(false);
  });

  test('R63 a changed schema is drift, with pointers to what differs; without a witness it is skipped', () => {
    const changed = {
      type: 'object',
      properties: { mode: { type: 'string', enum: ['a', 'c'] }, size: { type: 'integer' } },
    };
    expect(configSchemaDrift({ schema }, { schema: changed })).toMatchObject({
      drifted: true,
      diff: {
        added: ['/properties/size/type'],
        removed: ['/properties/x~1y'],
        changed: [{ at: '/properties/mode/enum/1', before: 'b', after: 'c' }],
      },
    });
    expect(configSchemaDrift({}, { schema })).toBeUndefined();
    expect(configSchemaDrift({ schema }, {})).toBeUndefined();
  });
});
