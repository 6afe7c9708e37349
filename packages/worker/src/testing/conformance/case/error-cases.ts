import type { JsonObject } from '@helve/core';
import type { ConformanceCase } from '../conformance-case.js';
import { alive } from './alive.js';

/** Every error of the table with its fields. */
const samples: readonly (readonly [code: string, fields: JsonObject])[] = [
  ['INPUT', { fieldsInvalid: ['a', '/b'] }],
  ['CONFIG', { fieldsInvalid: ['/mode'], configClassName: 'ExampleConfig' }],
  ['DISABLED', { capabilityName: 'x' }],
  ['TRANSIENT', { retryAfterSeconds: 1.5 }],
  ['TIMEOUT', { which: 'idle', timeoutSeconds: 3, capabilityName: 'x' }],
  ['CANCELLED', { callId: 'c', reason: 'because', capabilityName: 'x' }],
  ['WORKER_CRASHED', { exitCode: 3, lastStderr: 'oh', callId: 'c', possibleOom: true, collateralOf: 'd' }],
  ['QUEUE_FULL', { limit: 1000 }],
  ['RESOURCE', { resourceShortfall: { resource: 'disk_mb', needed: 2, available: 1 }, retriable: false }],
  ['WORKER_OOM', { signal: 'SIGKILL', evidence: 'the counter rose', capabilityName: 'x' }],
  ['FATAL', { errorType: 'AUTH' }],
  ['NOT_LOADED', { capabilityName: 'x' }],
  ['DEFINITION', { missing: ['name'], details: 'it has no name' }],
  ['CRASH_LOOP', { crashes: 5, windowMs: 180_000 }],
  ['PROTOCOL', { reason: 'another version' }],
  ['JOURNAL', {}],
];

/** Errors: R64 and §18. */
export const errorCases: readonly ConformanceCase[] = [
  ...samples.map(([code, fields]): ConformanceCase => ({
    id: 'R64',
    sentence: `an error of code ${code} keeps its class and its fields`,
    steps: [
      {
        action: 'fail',
        named: { code, message: `It failed: ${code}`, fields },
        fails: { code, says: `It failed: ${code}`, ...fields },
      },
    ],
  })),
  {
    id: 'R64',
    sentence: 'the cause of an error travels with it, and so do the errors that it collects',
    steps: [
      {
        action: 'fail',
        named: { code: 'INPUT', message: 'outer', fields: {}, cause: 'inner' },
        fails: {
          code: 'INPUT',
          says: 'outer',
          cause: { message: 'inner', errors: [{ message: 'one' }, { message: 'two' }] },
        },
      },
    ],
  },
  {
    id: 'R64',
    sentence: 'an error that nobody foresaw arrives by what the platform says of it',
    steps: [
      { action: 'failAsSystem', named: { code: 'ENOENT' }, fails: { code: 'INPUT', category: 'user_input' } },
      { action: 'failAsSystem', named: { code: 'EACCES' }, fails: { code: 'INPUT', category: 'user_input' } },
      { action: 'failAsSystem', named: { code: 'ECONNRESET' }, fails: { code: 'TRANSIENT', category: 'transient' } },
      { action: 'failAsSystem', named: { code: 'ECONNREFUSED' }, fails: { code: 'TRANSIENT', category: 'transient' } },
      { action: 'failAsSystem', named: { code: 'ENOSPC' }, fails: { code: 'RESOURCE', category: 'resource' } },
      { action: 'failBare', named: { message: 'bare' }, fails: { code: 'FATAL', says: 'bare', errorType: 'INTERNAL' } },
      alive,
    ],
  },
  {
    id: 'R64',
    sentence: 'an error with fields or a text that cannot travel is answered at once',
    steps: [
      { action: 'oddError', named: { part: 'field' }, fails: { code: 'TRANSIENT', says: 'odd' } },
      { action: 'oddError', named: { part: 'text' }, fails: { code: 'FATAL', says: 'cannot be' } },
      { op: 'actionStream', action: 'oddError', named: { part: 'field' }, fails: { code: 'TRANSIENT', says: 'odd' } },
      alive,
    ],
  },
  {
    id: 'R64',
    sentence: 'an error whose text cannot be read is an answer',
    steps: [{ action: 'failUnreadably', fails: { code: 'FATAL' } }, alive],
  },
];
