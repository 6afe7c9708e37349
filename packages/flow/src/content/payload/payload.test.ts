import { describe, expect, test } from 'vitest';
import {
  newPayload,
  checkPayload,
  isPayload,
  overlayPolicy,
  payloadOf,
  payloadTypes,
  registerPayload,
} from './payload.js';
import { annotationPayloads } from './annotation-key.js';
import * as keys from './annotation-key.js';
import { textRun } from '../run/normalise-runs.js';
import type { PayloadTypes } from './payload-type.js';

/** One payload of each type that is known from the start. */
const samples: { readonly [Type in keyof PayloadTypes]: Omit<PayloadTypes[Type], 'type'> } = {
  note: { items: [{ text: 'Keep it short', from: 'developer', priority: 1, annotates: 'source' }] },
  'alt-translations': {
    items: [
      {
        source: [textRun('a')],
        target: [textRun('b')],
        locale: 'fr',
        origin: { kind: 'tm' },
        score: 0.9,
        matchType: 'fuzzy',
        engine: 'demo',
        toolId: 'tm-leverage',
        segment: { startRun: 0, startOffset: 0, endRun: 1, endOffset: 0 },
        ambiguous: true,
      },
    ],
  },
  term: {
    text: 'file',
    conceptId: 'c1',
    targets: [{ text: 'Datei', locale: 'de', status: 'preferred' }],
    status: 'approved',
    score: 1,
    matchType: 'exact',
  },
  entity: { entityType: 'person', dnt: true, by: 'rule', confidence: 1 },
  'term-candidate': { definition: 'd', category: 'c', translatability: 'dnt', confidence: 0.5, status: 'new' },
  findings: {
    findings: [
      {
        id: 'f1',
        rule: 'qa.double-spaces',
        check: 'qa',
        severity: 'minor',
        message: 'm',
        side: 'target',
        variant: 'fr',
        fingerprint: '8dc53e166015a738',
        fix: { variant: 'fr', edits: [] },
      },
    ],
    score: 99,
  },
  'word-count': { source: 2, targets: { fr: 3 }, forms: { '/0:one': 1 } },
  'char-count': { source: 11, sourceNoSpace: 10, graphemes: 11, targets: { fr: { source: 1 } } },
  'seg-count': { source: 1, targets: {} },
  'tm-match': { matches: { fr: { score: 1, tier: 'plain', ambiguous: false, matched: 1, total: 1 } } },
  repetition: { status: 'first', group: 'g', count: 2, index: 0 },
  diff: { status: 'new', score: 0, ref: 'b1' },
  comparison: { status: 'different', ratio: 0.5, diff: [] },
  structure: { role: 'heading', plane: 'body', visibility: 'visible', level: 1 },
  timing: { startMs: 0, endMs: 1500 },
  geometry: { page: 1, x: 0, y: 0, width: 1, height: 1 },
  relations: { items: [{ type: 'broader', to: 'b2' }] },
  'source-origin': { kind: 'ocr', engine: 'demo', confidence: 0.8 },
  'redaction.secret': { tokens: [{ id: 't1', category: 'iban', part: 'source' }] },
  'editor-anchor': { system: 'cms', ref: '7', extra: { node: 3 } },
  'scoping-report': { category: 'new' },
  review: { score: 90, assessment: 'good', suggestion: '' },
  'brand-voice': { score: 100 },
  'entity-mapping': { map: {} },
  encoding: { name: 'utf-8' },
  segmentation: {},
  alignment: {},
  protected: {},
};

describe('payloads', () => {
  test.each(Object.keys(samples) as (keyof PayloadTypes)[])(
    'K40 the payload %s is registered and takes its fields',
    (type) => {
      const payload = newPayload(type, samples[type]);
      expect(payload).toEqual({ ...samples[type], type });
      expect(Object.isFrozen(payload)).toBe(true);
      expect(isPayload(payload, type)).toBe(true);
    },
  );

  test('K40 every registered payload has a sample', () => {
    expect(payloadTypes().toSorted()).toEqual(Object.keys(samples).toSorted());
  });

  test.each([
    ['note', { items: [{ text: 'x', priority: 0 }] }],
    ['alt-translations', { items: [{ target: [], locale: 'fr', score: 90 }] }],
    ['entity', { entityType: 'person', dnt: 'yes', by: 'rule' }],
    ['findings', { findings: [{ id: 'f' }], score: 1 }],
    ['findings', { findings: [], score: 'high' }],
    ['repetition', { status: 'third', group: '', count: 1, index: 1 }],
    ['timing', {}],
  ])('K40 the payload %s refuses %j', (type, fields) => {
    expect(() => newPayload(type, fields)).toThrow(`payload "${type}" at "`);
  });

  test('K38 every key of an annotation has a constant and a registered payload', () => {
    const { annotationPayloads: _, ...constants } = keys;
    expect(Object.values(constants).toSorted()).toEqual(Object.keys(annotationPayloads).toSorted());
    for (const type of Object.values(annotationPayloads)) expect(payloadTypes()).toContain(type);
    expect(keys.AnnoTMMatch).toBe('tm-match');
    expect(keys.AnnoAltTranslation).toBe('alt-translation');
  });

  test('K19 source-origin holds an origin and refuses what is none', () => {
    expect(payloadOf(newPayload('source-origin', { kind: 'asr' }), 'source-origin')?.kind).toBe('asr');
    expect(() => newPayload('source-origin', { kind: 'guess' })).toThrow('payload "source-origin"');
  });

  test('K39 registerPayload makes a type known once, for everyone', () => {
    const schema = { type: 'object', required: ['mood'] } as const;
    expect(() => newPayload('test-mood', { mood: 'good' })).toThrow('no payload of type "test-mood" is registered');
    registerPayload('test-mood', schema, { policy: 'container' });
    registerPayload('test-mood', { required: ['mood'], type: 'object' }, { policy: 'container' });
    expect(newPayload('test-mood', { mood: 'good' })).toEqual({ type: 'test-mood', mood: 'good' });
    expect(() => newPayload('test-mood', {})).toThrow('test-mood');
    expect(() => registerPayload('test-mood', schema)).toThrow('already registered');
    expect(overlayPolicy('test-mood')).toBe('container');
  });

  test('K39 a payload of an unknown type is let through whole', () => {
    expect(checkPayload({ type: 'from-a-plugin', anything: [1, { x: null }] })).toEqual([]);
    expect(() => newPayload('entitty', {})).toThrow('the nearest is "entity"');
  });

  test('overlayPolicy says how each built-in overlay fares under edits', () => {
    const types = [
      'segmentation',
      'alignment',
      'term',
      'entity',
      'term-candidate',
      'protected',
      'editor-anchor',
      'qa',
      'never-heard-of',
    ];
    expect(types.map(overlayPolicy)).toEqual([
      'container',
      'container',
      'mark',
      'mark',
      'mark',
      'mark',
      'mark',
      'finding',
      'mark',
    ]);
  });
});
