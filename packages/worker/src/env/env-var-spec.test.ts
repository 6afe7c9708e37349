import { describe, expect, test } from 'vitest';
import { CapabilityConfigError } from '../error/input-errors.js';
import { checkWorkerEnv, readWorkerEnv } from './check-worker-env.js';
import { EnvVarSpec, type EnvVarSource } from './env-var-spec.js';
import { hostOwnedNames } from './host-owned.js';

function thrownBy(run: () => unknown): CapabilityConfigError {
  try {
    run();
  } catch (error) {
    if (CapabilityConfigError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('EnvVarSpec', () => {
  test('R14 only the name is needed, and the rest has defaults', () => {
    expect(new EnvVarSpec({ name: 'HF_HOME' })).toMatchObject({
      name: 'HF_HOME',
      secret: false,
      required: false,
      label: '',
      description: '',
      default: null,
      options: null,
    });
  });

  test.each(['', '1A', 'A-B', 'A B', 'A=B', 'Ä', 'A\0'])('R14 the name %j is refused', (name) => {
    expect(thrownBy(() => new EnvVarSpec({ name })).fieldsInvalid).toEqual([name]);
    expect(thrownBy(() => readWorkerEnv({ WORKER_ENV: [{ name }] })).fieldsInvalid).toEqual([name]);
  });

  test.each([...hostOwnedNames, 'NODE_CHANNEL_FD', 'helve_models_dir'])('R14 the host keeps %s for itself', (name) => {
    expect(thrownBy(() => new EnvVarSpec({ name })).message).toContain('belongs to the host');
    expect(thrownBy(() => readWorkerEnv({ WORKER_ENV: [{ name }] })).fieldsInvalid).toEqual([name]);
  });

  test('R14 what a class declares is read without an instance, literals and specs alike', () => {
    class Tool {
      static WORKER_ENV = [{ name: 'A', label: 'first' }, new EnvVarSpec({ name: 'B', required: true })];
      constructor() {
        throw new Error('nobody may make one');
      }
    }
    class Heir extends Tool {}
    const specs = readWorkerEnv(Heir);
    expect(specs.map(({ name, required, label }) => ({ name, required, label }))).toEqual([
      { name: 'A', required: false, label: 'first' },
      { name: 'B', required: true, label: '' },
    ]);
    expect(specs.every((spec) => spec instanceof EnvVarSpec && Object.isFrozen(spec))).toBe(true);
    expect(readWorkerEnv(class {})).toEqual([]);
  });

  test('R14 a repeated name, an unknown field and a wrong type are refused together', () => {
    const WORKER_ENV = [{ name: 'A' }, { name: 'A' }, { name: 'B', secrett: true }, { name: 'C', required: 'yes' }, 7];
    const error = thrownBy(() => readWorkerEnv({ WORKER_ENV }));
    expect(error.fieldsInvalid).toEqual(['A', 'B', 'C', 'undefined']);
    expect(error.message).toContain('twice');
    expect(error.message).toContain('"secrett" is an unknown field');
    expect(error.message).toContain('"required" is not true or false');
    expect(thrownBy(() => readWorkerEnv({ WORKER_ENV: 'A' })).fieldsInvalid).toEqual(['WORKER_ENV']);
  });

  test('R17 a secret with a default or options is refused when it is declared', () => {
    const leaks: EnvVarSource[] = [
      { name: 'TOKEN', secret: true, default: 'abc' },
      { name: 'TOKEN', secret: true, default: '' },
      { name: 'TOKEN', secret: true, options: ['abc'] },
    ];
    for (const leak of leaks) {
      expect(thrownBy(() => new EnvVarSpec(leak)).message).toContain('would be a leak');
      expect(thrownBy(() => readWorkerEnv({ WORKER_ENV: [leak] })).fieldsInvalid).toEqual(['TOKEN']);
    }
    expect(new EnvVarSpec({ name: 'TOKEN', secret: true, default: null, options: null }).secret).toBe(true);
  });

  test('R21 options round-trip through JSON, are frozen, and must hold a plain default', () => {
    const spec = new EnvVarSpec({ name: 'DEVICE', options: ['cpu', 'cuda:0'], default: 'cpu' });
    expect(new EnvVarSpec(JSON.parse(JSON.stringify(spec)) as EnvVarSource)).toEqual(spec);
    expect(Object.isFrozen(spec.options)).toBe(true);
    expect(() => new EnvVarSpec({ name: 'DEVICE', options: ['cpu'], default: 'gpu' })).toThrow('not among the options');
    expect(() => new EnvVarSpec({ name: 'DEVICE', options: [] })).toThrow('a list of different texts');
  });

  test('R31 broken templates are reported without a spawn, with place and reason', () => {
    const problems = checkWorkerEnv([
      { name: 'FINE', default: '${CAPABILITY_NAME}' },
      { name: 'OPEN', default: '${CAPABILITY_NAME' },
      { name: 'UNKNOWN', default: '${NOPE}/${ALSO}' },
    ]);
    expect(problems).toMatchObject([
      { index: 1, name: 'OPEN', rule: 'template', message: expect.stringContaining('not closed') },
      { index: 2, name: 'UNKNOWN', rule: 'template', message: expect.stringContaining('ALSO, NOPE') },
    ]);
  });
});
