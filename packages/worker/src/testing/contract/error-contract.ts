import { expect } from 'vitest';
import { CapabilityError } from '../../error/capability-error.js';
import { findErrorClass } from '../../error/register-error.js';
import { failureOf, type ContractBench } from './contract-bench.js';

/** Every error of the table with all its fields. */
const samples: readonly (readonly [code: string, facts: object])[] = [
  ['INPUT', { fieldsInvalid: ['a', '/b'] }],
  ['CONFIG', { fieldsInvalid: ['/mode'], configClassName: 'ExampleConfig' }],
  ['DISABLED', { fieldsInvalid: [], capabilityName: 'x' }],
  ['TRANSIENT', { retryAfterSeconds: 1.5 }],
  ['TIMEOUT', { which: 'idle', timeoutSeconds: 3, capabilityName: 'x' }],
  ['CANCELLED', { callId: 'c', reason: 'because', capabilityName: 'x' }],
  [
    'WORKER_CRASHED',
    { exitCode: 3, signal: null, lastStderr: 'oh', callId: 'c', possibleOom: true, collateralOf: 'd' },
  ],
  ['QUEUE_FULL', { limit: 1000 }],
  ['RESOURCE', { resourceShortfall: { resource: 'disk_mb', needed: 2, available: 1 }, retriable: false }],
  ['WORKER_OOM', { exitCode: null, signal: 'SIGKILL', evidence: 'the counter rose', capabilityName: 'x' }],
  ['FATAL', { errorType: 'AUTH' }],
  ['NOT_LOADED', { capabilityName: 'x' }],
  ['DEFINITION', { missing: ['name'], details: 'it has no name' }],
  ['CRASH_LOOP', { crashes: 5, windowMs: 180_000 }],
  ['PROTOCOL', { reason: 'another version' }],
  ['JOURNAL', {}],
];

/** Tests errors across the wire. */
export function errorContract(bench: ContractBench): void {
  bench.proves('R64', 'every error keeps its class, its fields and its causes', async () => {
    const probe = await bench.load('ProbeCapability');
    for (const [code, options] of samples) {
      const errorClass = findErrorClass(code, undefined);
      const named = { name: errorClass.name, message: `It failed: ${code}`, options, cause: 'several' };
      const error = await failureOf(probe.action('fail', named));
      expect(error).toBeInstanceOf(errorClass);
      expect(error).toMatchObject({ ...options, code, name: errorClass.name, message: `It failed: ${code}` });
      const { cause } = error as CapabilityError;
      expect(cause).toBeInstanceOf(AggregateError);
      expect(cause).toMatchObject({
        message: 'several',
        errors: [{ name: 'TypeError', message: 'one' }, { message: 'two' }],
      });
    }
  });

  bench.proves('R64', 'an error that nobody foresaw arrives by what the platform says of it', async () => {
    const probe = await bench.load('ProbeCapability');
    const fail = (options: object) => failureOf(probe.action('fail', { name: 'Error', message: 'bare', options }));
    const thrown = await Promise.all([
      fail({ code: 'ENOENT' }),
      fail({ code: 'ECONNRESET' }),
      fail({ code: 'ENOSPC' }),
      fail({}),
    ]);
    expect(thrown.map((error) => CapabilityError.is(error) && error.category)).toEqual([
      'user_input',
      'transient',
      'resource',
      'fatal',
    ]);
  });
}
