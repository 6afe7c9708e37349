import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CapabilityConfigError } from '../error/input-errors.js';
import { expandWorkerEnvTemplate } from './expand-worker-env-template.js';
import { templateCheckPlaceholders } from './template-check-placeholders.js';
import { WORKER_ENV_TEMPLATE_PLACEHOLDERS, type TemplateValues } from './template-placeholders.js';
import { workerTemplateValues } from './worker-directories.js';

const full = Object.fromEntries(WORKER_ENV_TEMPLATE_PLACEHOLDERS.map((name) => [name, `<${name}>`])) as TemplateValues;
const owner = { capabilityName: 'whisper', varName: 'CACHE' };
const expand = (template: string, values: TemplateValues = full) => expandWorkerEnvTemplate(template, values, owner);

function errorOf(run: () => unknown): CapabilityConfigError {
  try {
    run();
  } catch (error) {
    if (CapabilityConfigError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('templateCheckPlaceholders', () => {
  test('R22 gives the names that are referred to, each once, and needs no values', () => {
    expect(templateCheckPlaceholders('${CJM_MODELS_DIR}/x/${CAPABILITY_NAME}/${CJM_MODELS_DIR}')).toEqual(
      new Set(['CJM_MODELS_DIR', 'CAPABILITY_NAME']),
    );
    expect(templateCheckPlaceholders('plain')).toEqual(new Set());
    expect(templateCheckPlaceholders('')).toEqual(new Set());
  });

  test('R23 lists all unknown names in order, and the allowed ones', () => {
    const error = errorOf(() => templateCheckPlaceholders('${ZED}${HELVE_MODELS_DIR}${ALPHA}${ZED}'));
    expect(error.message).toContain('unknown placeholders ALPHA, ZED;');
    for (const name of WORKER_ENV_TEMPLATE_PLACEHOLDERS) expect(error.message).toContain(name);
  });
});

describe('expandWorkerEnvTemplate', () => {
  test('R24 replaces every occurrence, also twice and side by side', () => {
    expect(expand('${CAPABILITY_NAME}${CAPABILITY_NAME}-${CJM_MODELS_DIR}')).toBe(
      '<CAPABILITY_NAME><CAPABILITY_NAME>-<CJM_MODELS_DIR>',
    );
  });

  test('R25 an unknown name is refused, with capability and variable in the text', () => {
    const error = errorOf(() => expand('${NOPE}', { ...full, NOPE: 'x' } as TemplateValues));
    expect(error.fieldsInvalid).toEqual(['CACHE']);
    expect(error.message).toContain('"whisper"');
    expect(error.message).toContain('"CACHE"');
    expect(error.message).toContain('NOPE');
    expect(errorOf(() => expand('${helve_models_dir}')).message).toContain('unknown');
    expect(errorOf(() => expand('${constructor}')).message).toContain('unknown');
  });

  test('R26 a known name without a value tells the operator what to do; an empty text is a value', () => {
    for (const values of [{}, { CJM_MODELS_DIR: null }, { CJM_MODELS_DIR: null, HELVE_MODELS_DIR: null }]) {
      const error = errorOf(() => expand('${CJM_MODELS_DIR}/x', values));
      expect(error.fieldsInvalid).toEqual(['CACHE']);
      expect(error.message).toContain('no value for CJM_MODELS_DIR; configure it on this host');
    }
    expect(expand('[${CJM_MODELS_DIR}]', { CJM_MODELS_DIR: '' })).toBe('[]');
  });

  test('R27 what was put in is not read again', () => {
    expect(expand('${CAPABILITY_NAME}', { CAPABILITY_NAME: '${CJM_MODELS_DIR}', CJM_MODELS_DIR: 'x' })).toBe(
      '${CJM_MODELS_DIR}',
    );
    expect(expand('${CAPABILITY_NAME}', { CAPABILITY_NAME: '$&${' })).toBe('$&${');
  });

  test.each(['$', '$5', 'a$', '$$', '$NAME', '', '}', '{}', 'ä\u0000😀', '$ {CAPABILITY_NAME}'])(
    'R28 %j comes back as it is',
    (text) => {
      expect(expand(text)).toBe(text);
      expect(templateCheckPlaceholders(text).size).toBe(0);
    },
  );

  test('R28 a dollar sign before a placeholder is a dollar sign', () => {
    expect(expand('$${CAPABILITY_NAME}')).toBe('$<CAPABILITY_NAME>');
  });

  test.each([
    '${',
    '${}',
    '${ CAPABILITY_NAME }',
    '${CAPABILITY_NAME${CJM_MODELS_DIR}}',
    'a${CAPABILITY_NAME',
    '${A-B}',
  ])('R29 %j is refused by both', (template) => {
    expect(errorOf(() => templateCheckPlaceholders(template)).code).toBe('CONFIG');
    expect(errorOf(() => expand(template)).fieldsInvalid).toEqual(['CACHE']);
  });

  const pieces = fc.oneof(
    fc.constantFrom(...WORKER_ENV_TEMPLATE_PLACEHOLDERS.map((name) => `\${${name}}`)),
    fc.constantFrom('$', '{', '}', '${', '${}', '$$', ' ', 'CAPABILITY_NAME', '${NOPE}', '${capability_name}'),
    fc.string(),
  );

  test('check accepts a template exactly if expand succeeds with all values', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const template = parts.join('');
        expect(succeeds(() => expand(template))).toBe(succeeds(() => templateCheckPlaceholders(template)));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the placeholders', () => {
  test('R30 are six frozen names, and case counts', () => {
    expect([...WORKER_ENV_TEMPLATE_PLACEHOLDERS]).toEqual([
      'CAPABILITY_DATA_DIR',
      'CAPABILITY_NAME',
      'CJM_CAPABILITY_DATA_DIR',
      'CJM_MODELS_DIR',
      'HELVE_CAPABILITY_DATA_DIR',
      'HELVE_MODELS_DIR',
    ]);
    expect(Object.isFrozen(WORKER_ENV_TEMPLATE_PLACEHOLDERS)).toBe(true);
    expect(succeeds(() => templateCheckPlaceholders('${Capability_Name}'))).toBe(false);
  });

  test('R30 twins share a value unless both are given', () => {
    expect(expand('${HELVE_MODELS_DIR}', { CJM_MODELS_DIR: '/m' })).toBe('/m');
    expect(expand('${CJM_CAPABILITY_DATA_DIR}', { HELVE_CAPABILITY_DATA_DIR: '/d' })).toBe('/d');
    expect(expand('${HELVE_MODELS_DIR} ${CJM_MODELS_DIR}', { HELVE_MODELS_DIR: '/h', CJM_MODELS_DIR: '/c' })).toBe(
      '/h /c',
    );
  });

  test('R30 the data directory of a capability is the data directory and its name', () => {
    const values = workerTemplateValues({ dataDir: '/data', modelsDir: '/models' }, 'whisper');
    expect(expand('${CAPABILITY_DATA_DIR} ${HELVE_CAPABILITY_DATA_DIR} ${CJM_MODELS_DIR}', values)).toBe(
      '/data/whisper /data /models',
    );
    expect(workerTemplateValues({}, 'whisper').CAPABILITY_DATA_DIR).toBeNull();
  });
});

function succeeds(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (CapabilityConfigError.is(error)) return false;
    throw error;
  }
}
