import { inspect } from 'node:util';
import { Secret } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CapabilityConfigError } from '../error/input-errors.js';
import { assertWorkerEnv, composeWorkerEnv } from './compose-worker-env.js';
import { hostOwnedNames } from './host-owned.js';
import { resolveWorkerEnv } from './resolve-worker-env.js';
import type { WorkerEnvInput } from './worker-env-input.js';

const bare: WorkerEnvInput = { capabilityName: 'whisper', specs: [], hostEnv: {} };
const resolve = (change: Partial<WorkerEnvInput>) => resolveWorkerEnv({ ...bare, ...change });
const envOf = (change: Partial<WorkerEnvInput>) => composeWorkerEnv(resolve(change)).env;
const variable = (change: Partial<WorkerEnvInput>, name: string) =>
  resolve(change).variables.find((candidate) => candidate.name === name);

function refusalOf(change: Partial<WorkerEnvInput>): CapabilityConfigError {
  try {
    assertWorkerEnv(resolve(change));
  } catch (error) {
    if (CapabilityConfigError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const presences = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  override: (bits & 1) !== 0,
  install: (bits & 2) !== 0,
  fallback: (bits & 4) !== 0,
}));

describe('resolveWorkerEnv', () => {
  test.each(presences)('R18 override beats manifest beats default: %j', ({ override, install, fallback }) => {
    const given = [
      ...(override ? (['override'] as const) : []),
      ...(install ? (['install'] as const) : []),
      ...(fallback ? (['default'] as const) : []),
    ];
    const input = {
      specs: [{ name: 'V', default: fallback ? 'default' : null }],
      ...(override ? { overrides: { V: 'override' } } : {}),
      ...(install ? { installEnv: { V: 'install' } } : {}),
    };
    const [best, ...weaker] = given;
    expect(envOf(input)['V']).toBe(best);
    expect(variable(input, 'V')).toMatchObject({
      source: best ?? null,
      satisfied: best !== undefined,
      overridden: weaker.map((source) => ({ source, value: source })),
    });
  });

  test('R18 only the default is a template', () => {
    const specs = [{ name: 'A' }, { name: 'B' }, { name: 'C', default: '${CAPABILITY_NAME}' }];
    const installEnv = { A: '${CAPABILITY_NAME}' };
    const overrides = { B: '${NOPE}' };
    expect(envOf({ specs, installEnv, overrides })).toEqual({ A: '${CAPABILITY_NAME}', B: '${NOPE}', C: 'whisper' });
  });

  test('R19 the layers are composed in order, and nothing else of the host is passed', () => {
    const hostEnv = { PATH: '/bin', LC_ALL: 'C', LCX: 'no', AWS_SECRET: 'no', HF_TOKEN: 'lent', TZ: 'UTC', path: 'no' };
    const env = envOf({
      specs: [{ name: 'TZ', default: 'CET' }],
      hostEnv,
      inheritEnv: ['HF_TOKEN', 'ABSENT'],
      installEnv: { LC_ALL: 'de', EXTRA: '1' },
      dataDir: '/data',
      modelsDir: '/models',
      sessionId: 's1',
      wireFd: 3,
      controlFd: 4,
      logLevel: 'info',
    });
    expect(env).toEqual({
      PATH: '/bin',
      LC_ALL: 'de',
      EXTRA: '1',
      HF_TOKEN: 'lent',
      TZ: 'CET',
      HELVE_MODELS_DIR: '/models',
      CJM_MODELS_DIR: '/models',
      HELVE_CAPABILITY_DATA_DIR: '/data',
      CJM_CAPABILITY_DATA_DIR: '/data',
      CAPABILITY_DATA_DIR: '/data/whisper',
      HELVE_WORKER_SESSION_ID: 's1',
      HELVE_WIRE_FD: '3',
      HELVE_CONTROL_FD: '4',
      HELVE_LOG_LEVEL: 'info',
    });
  });

  test.each([...hostOwnedNames])('R19 nobody overrides %s', (name) => {
    const own = { dataDir: '/d', modelsDir: '/m', sessionId: 's', wireFd: 3, controlFd: 4, logLevel: 'info' };
    const theirs = { overrides: { [name]: 'x' }, installEnv: { [name]: 'x' }, inheritEnv: [name] };
    expect(envOf({ ...own, ...theirs, hostEnv: { [name]: 'x' } })[name]).toBe(envOf(own)[name]);
    expect(refusalOf({ overrides: { [name]: 'x' } }).fieldsInvalid).toEqual([name]);
    expect(refusalOf({ installEnv: { [name]: 'x' } }).fieldsInvalid).toEqual([name]);
    expect(refusalOf({ inheritEnv: [name] }).fieldsInvalid).toEqual([name]);
  });

  test('on Windows the case of a name does not count', () => {
    const hostEnv = { Path: 'C:\\', SYSTEMROOT: 'W', Hf_Home: 'h' };
    expect(envOf({ hostEnv, inheritEnv: ['HF_HOME'], platform: 'win32' })).toEqual(hostEnv);
    expect(envOf({ hostEnv, inheritEnv: ['HF_HOME'] })).toEqual({});
  });

  test('R15 the environment of a spawn does not follow what is changed later, and the change can be named', () => {
    const overrides: Record<string, string> = { DEVICE: 'cpu' };
    const hostEnv: Record<string, string> = { PATH: '/bin' };
    const specs = [{ name: 'DEVICE' }];
    const before = resolve({ specs, overrides, hostEnv, sessionId: 's1' });
    const spawned = composeWorkerEnv(before);
    overrides['DEVICE'] = 'cuda';
    hostEnv['PATH'] = '/usr/bin';
    expect(spawned.env).toMatchObject({ DEVICE: 'cpu', PATH: '/bin' });
    expect(Object.isFrozen(spawned.env)).toBe(true);
  });

  test('R16 a secret comes from the secret store only', () => {
    const specs = [{ name: 'TOKEN', secret: true }];
    const hostEnv = { TOKEN: 'of the host' };
    expect(envOf({ specs, hostEnv, inheritEnv: ['TOKEN'] })).toEqual({});
    expect(refusalOf({ specs, hostEnv, inheritEnv: ['TOKEN'] }).fieldsInvalid).toEqual(['TOKEN']);
    for (const change of [{ overrides: { TOKEN: 'x' } }, { installEnv: { TOKEN: 'x' } }]) {
      expect(envOf({ specs, ...change })).toEqual({});
      expect(refusalOf({ specs, ...change }).message).toContain('store it as a secret');
    }
    const secrets = new Map([['TOKEN', new Secret('of the store')]]);
    expect(envOf({ specs, secrets })).toEqual({ TOKEN: 'of the store' });
    expect(envOf({ specs: [], secrets })).toEqual({});
  });

  test('R16 no printed form of the report holds a secret, nor what was inherited unseen', () => {
    const canary = 'canary-5f2b"ä';
    const report = resolve({
      specs: [{ name: 'TOKEN', secret: true, required: true }],
      secrets: new Map([['TOKEN', new Secret(canary)]]),
      hostEnv: { LENT: canary },
      inheritEnv: ['LENT'],
    });
    const printed = [
      JSON.stringify(report),
      inspect(report, { depth: 9, showHidden: true }),
      Object.values(report.env).join(),
    ];
    for (const text of printed) expect(text).not.toContain('canary-5f2b');
    expect(report.variables).toMatchObject([
      { name: 'LENT', masked: '[inherited]' },
      { name: 'TOKEN', masked: '[secret:TOKEN]', source: 'secret' },
    ]);
    expect(String(report.env['TOKEN'])).toBe('[secret:TOKEN]');
    expect(composeWorkerEnv(report).env).toEqual({ TOKEN: canary, LENT: canary });
  });

  test('a secret may travel over the channel instead of the environment', () => {
    const input = { specs: [{ name: 'TOKEN', secret: true }], secrets: new Map([['TOKEN', new Secret('s')]]) };
    const composed = composeWorkerEnv(resolve({ ...input, hostEnv: { PATH: '/bin' } }), 'channel');
    expect(composed).toEqual({ env: { PATH: '/bin' }, secrets: { TOKEN: 's' } });
  });

  test('R20 a missing secret is left out, never set empty', () => {
    const specs = [{ name: 'TOKEN', secret: true }];
    expect(envOf({ specs })).toEqual({});
    expect(envOf({ specs, secrets: new Map([['TOKEN', new Secret('')]]) })).toEqual({});
    expect(assertWorkerEnv(resolve({ specs }))).toEqual([]);
  });

  test('R20 everything that is required and has no value is named at once; an unresolvable default is no value', () => {
    const specs = [
      { name: 'TOKEN', secret: true, required: true },
      { name: 'CACHE', required: true, default: '${HELVE_MODELS_DIR}/x' },
      { name: 'MODE', required: true },
      { name: 'FINE', required: true, default: '' },
    ];
    const error = refusalOf({ specs });
    expect(error.fieldsInvalid).toEqual(['CACHE', 'MODE', 'TOKEN']);
    expect(error.capabilityName).toBe('whisper');
    const warnings = assertWorkerEnv(resolve({ specs }), { missingEnv: 'report' });
    expect(warnings.join('\n')).toMatch(/"CACHE".*"MODE".*"TOKEN"/s);
    expect(assertWorkerEnv(resolve({ specs: [specs[3] ?? { name: 'X' }] }))).toEqual([]);
  });

  test('an unresolvable default of an optional variable is left out with a warning', () => {
    const specs = [{ name: 'CACHE', default: '${HELVE_MODELS_DIR}/x' }];
    const resolved = resolve({ specs, hostEnv: { CACHE: 'no' }, inheritEnv: ['CACHE'] });
    expect(composeWorkerEnv(resolved).env).toEqual({});
    expect(assertWorkerEnv(resolved)).toMatchObject([expect.stringContaining('no value for HELVE_MODELS_DIR')]);
    expect(assertWorkerEnv(resolve({ specs, overrides: { CACHE: '/x' } }))).toEqual([]);
  });

  test('R21 a value outside the options is refused, wherever it comes from', () => {
    const specs = [{ name: 'DEVICE', options: ['cpu', 'cuda'] }];
    expect(envOf({ specs, overrides: { DEVICE: 'cuda' } })).toEqual({ DEVICE: 'cuda' });
    const wrong: Partial<WorkerEnvInput>[] = [
      { specs, overrides: { DEVICE: 'tpu' } },
      { specs, installEnv: { DEVICE: 'tpu' } },
      { specs, inheritEnv: ['DEVICE'], hostEnv: { DEVICE: 'tpu' } },
      { specs: [{ name: 'DEVICE', options: ['cpu'], default: '${CAPABILITY_NAME}' }] },
    ];
    for (const change of wrong) {
      expect(refusalOf(change).message).toContain('not one of "cpu"');
      expect(envOf(change)).toEqual({});
    }
  });

  test('an override of a variable that nobody declared is refused', () => {
    expect(refusalOf({ overrides: { NOPE: 'x' } }).fieldsInvalid).toEqual(['NOPE']);
    expect(envOf({ overrides: { NOPE: 'x' } })).toEqual({});
  });

  test('R31 a broken template stops a load also if its default is not used', () => {
    const specs = [{ name: 'A', default: '${NOPE}' }];
    expect(refusalOf({ specs, overrides: { A: 'x' } }).message).toContain('unknown placeholders NOPE');
  });

  test('a value with a NUL is refused', () => {
    expect(refusalOf({ installEnv: { A: 'x\0y' } }).fieldsInvalid).toEqual(['A']);
  });

  test('resolveWorkerEnv gives the same for the same input and changes none of it', () => {
    const names = fc.constantFrom('A', 'B', 'PATH', 'TOKEN', 'HELVE_LOG_LEVEL');
    const texts = fc.dictionary(names, fc.string());
    const specs = fc.uniqueArray(fc.record({ name: fc.constantFrom('A', 'B', 'TOKEN'), secret: fc.boolean() }), {
      selector: ({ name }) => name,
    });
    fc.assert(
      fc.property(
        specs,
        texts,
        texts,
        texts,
        fc.array(names),
        (declared, hostEnv, installEnv, overrides, inheritEnv) => {
          const input = { ...bare, specs: declared, hostEnv, installEnv, overrides, inheritEnv };
          const before = JSON.stringify(input);
          const first = resolveWorkerEnv(input);
          expect(JSON.stringify(resolveWorkerEnv(input))).toBe(JSON.stringify(first));
          expect(JSON.stringify(input)).toBe(before);
          for (const { name, secret } of declared)
            if (secret) expect(composeWorkerEnv(first).env).not.toHaveProperty(name);
        },
      ),
    );
  });
});
