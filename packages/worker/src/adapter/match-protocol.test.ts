import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deriveStructuralSurface } from '../surface/derive-structural-surface.js';
import { method } from '../surface/method.js';
import type { StructuralSurface, SurfaceMethod } from '../surface/structural-surface.js';
import { matchProtocol } from './match-protocol.js';
import { toProtocolMembers } from './protocol-members.js';
import type { ToolProtocol } from './tool-protocol.js';

function surfaceWith(...methods: Partial<SurfaceMethod>[]): StructuralSurface {
  const full = methods.map((each) => ({ name: 'run', signature: 'run()', params: [], ...each }));
  return JSON.parse(JSON.stringify({ methods: full, properties: ['name'], attributes: [] })) as StructuralSurface;
}

const match = (protocol: ToolProtocol, surface?: StructuralSurface, strict = false) =>
  matchProtocol(toProtocolMembers(protocol), surface, { strict });
const calling = (...params: string[]): ToolProtocol => ({ methods: [{ name: 'run', params }] });

describe('matchProtocol', () => {
  test('R61 no recorded surface is incompatible, with that reason', () => {
    expect(match(calling('a'))).toMatchObject({
      compatible: false,
      level: null,
      reason: 'The manifest of the capability has no surface',
      suggestion: expect.stringContaining('helve worker manifest'),
    });
  });

  test('R61 a missing method and a missing property fail, with every reason at once', () => {
    const verdict = match(
      {
        methods: [{ name: 'run', params: ['b'] }, { name: 'transcrbe' }, { name: 'other' }],
        properties: ['name', 'size'],
      },
      surfaceWith({ params: ['a'] }, { name: 'transcribe' }, { name: 'other', static: true }),
    );
    expect(verdict).toMatchObject({
      compatible: false,
      level: null,
      missingMethods: ['transcrbe', 'other'],
      missingProperties: ['size'],
      paramMismatches: [{ method: 'run', protocolParams: ['b'], surfaceParams: ['a'] }],
      suggestion: 'Perhaps the tool means "transcribe" for "transcrbe"',
    });
    for (const part of ['"transcrbe"', '"other"', '"size"', 'called with (b) and takes (a)']) {
      expect(verdict.reason).toContain(part);
    }
  });

  test('R61 reordered and too few parameters fail; extra trailing ones and a rest parameter are fine', () => {
    const verdictOn = (...params: string[]) => match(calling('a', 'b'), surfaceWith({ params })).compatible;
    expect(verdictOn('b', 'a')).toBe(false);
    expect(verdictOn('a')).toBe(false);
    expect(verdictOn('a', 'c')).toBe(false);
    expect(verdictOn('a', 'b')).toBe(true);
    expect(verdictOn('a', 'b', 'c')).toBe(true);
    expect(verdictOn('a', '...rest')).toBe(true);
    expect(verdictOn('...rest')).toBe(true);
    expect(verdictOn('b', '...rest')).toBe(false);
    expect(verdictOn('arg0', 'b')).toBe(true);
  });

  test('R61 named arguments have to be among those that the tool takes', () => {
    const protocol = { methods: [{ name: 'run', named: ['audio', 'rate'] }] };
    const verdictOn = (found: Partial<SurfaceMethod>) => match(protocol, surfaceWith(found));
    expect(verdictOn({ params: ['arg0'], named: ['rate', 'audio', 'more'] })).toMatchObject({
      compatible: true,
      level: 1,
    });
    expect(verdictOn({ params: ['arg0'], named: ['audio', '...'] })).toMatchObject({ compatible: true, level: 1 });
    expect(verdictOn({ params: ['arg0'], named: ['audio'] })).toMatchObject({ compatible: false });
    expect(verdictOn({ params: [] })).toMatchObject({ compatible: false });
    const input = { type: 'object', properties: { audio: {}, rate: {} } } as const;
    expect(verdictOn({ params: ['options'], input })).toMatchObject({ compatible: true, level: 1 });
    expect(verdictOn({ params: ['options'] })).toMatchObject({
      compatible: true,
      level: 0,
      unproven: [expect.any(String)],
    });
    expect(match(protocol, surfaceWith({ params: ['options'] }), true).compatible).toBe(false);
  });

  test('where parameters are not recorded or not reliable, names are what is matched', () => {
    expect(match({ methods: [{ name: 'run' }] }, surfaceWith({ params: ['x'] }))).toMatchObject({
      compatible: true,
      level: 0,
    });
    const minified = surfaceWith({ params: ['e'], paramsReliable: false });
    expect(match(calling('audio'), minified)).toMatchObject({ compatible: true, level: 0 });
    expect(match(calling('audio'), minified, true)).toMatchObject({ compatible: false });
    expect(match({ methods: [], properties: ['name'] }, surfaceWith())).toMatchObject({ compatible: true, level: 0 });
  });

  test('schemas are compared both ways, with the place and side of every mismatch', () => {
    class Tool {
      @method({
        input: z.object({ audio: z.string(), rate: z.int().min(1).optional() }),
        output: z.object({ text: z.string() }),
      })
      transcribe({ audio, rate }: { audio: string; rate?: number }) {
        return { text: `${audio} ${rate}` };
      }
    }
    const surface = deriveStructuralSurface(Tool);
    const protocol = (input: z.ZodType, output: z.ZodType): ToolProtocol => ({
      methods: [{ name: 'transcribe', named: ['audio'], input, output }],
    });
    const fine = protocol(
      z.object({ audio: z.string().max(9) }),
      z.object({ text: z.string(), words: z.int().optional() }),
    );
    expect(match(fine, surface)).toMatchObject({ compatible: true, level: 2, unproven: [], reason: '' });
    const wrong = protocol(z.object({ audio: z.number() }), z.object({ text: z.string(), size: z.int() }));
    expect(match(wrong, surface)).toMatchObject({
      compatible: false,
      schemaMismatches: [
        { method: 'transcribe', side: 'input', pointer: '/properties/audio' },
        { method: 'transcribe', side: 'output', pointer: '', reason: '"size" is required but not always sent' },
      ],
    });
  });

  test('what cannot be compared is unproven: compatible by parameters, or not if the match is strict', () => {
    const protocol = { methods: [{ name: 'run', params: ['a'], input: { type: 'string' } as const }] };
    const surface = surfaceWith({ params: ['a'], input: { type: 'string', pattern: '^a' } });
    expect(match(protocol, surface)).toMatchObject({
      compatible: true,
      level: 1,
      unproven: ['run: input at "": "pattern" cannot be compared'],
    });
    expect(match(protocol, surface, true)).toMatchObject({
      compatible: false,
      reason: expect.stringContaining('Not proven'),
    });
    expect(match(protocol, surfaceWith({ params: ['a'] }))).toMatchObject({
      level: 1,
      unproven: ['run: the tool declares no input schema'],
    });
  });
});
