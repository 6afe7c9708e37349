import { errorTypes, ToolError } from '@helve/core';
import type * as worker from '@helve/worker';
import {
  CapabilityCancelledError,
  CapabilityConfigError,
  CapabilityError,
  CapabilityFatalError,
  CapabilityInputError,
  CapabilityResourceError,
  CapabilityTimeoutError,
  CapabilityTransientError,
  registerError,
  WorkerCrashedError,
} from '@helve/worker';
import { fromWireError, fromWorkerError, toWireError, workerErrors } from '@helve/worker/host';
import { errorRows } from './error-rows.js';
import { toCapabilityError } from './to-capability-error.js';
import { describe, expect, test, vi } from 'vitest';
import { findErrorClass } from './register-error.js';

const codes = errorRows().map(({ code }) => code);

describe('CapabilityError', () => {
  test('R45: a cancelled call is transient yet not retriable, and no error of the room derives from a built-in but Error', () => {
    expect(new CapabilityCancelledError('x')).toMatchObject({
      category: 'transient',
      retriable: false,
      errorType: 'CANCELLED',
    });
    for (const code of codes) {
      const error = new (findErrorClass(code, undefined))('x');
      const chain: unknown[] = [];
      for (let proto: unknown = Object.getPrototypeOf(error); proto !== null; proto = Object.getPrototypeOf(proto)) {
        chain.push(proto);
      }
      expect(chain.slice(-2)).toEqual([Error.prototype, Object.prototype]);
      const builtIns = [TypeError, RangeError, AggregateError, EvalError, SyntaxError, ReferenceError, URIError];
      expect(builtIns.filter((builtIn) => error instanceof builtIn)).toEqual([]);
      expect(error).toBeInstanceOf(CapabilityError);
    }
  });

  test('CapabilityError.is knows the errors of another copy of the package, and the class they belong to', async () => {
    vi.resetModules();
    const other: typeof worker = await import('@helve/worker');
    const error = new other.CapabilityConfigError('x', { fieldsInvalid: ['a'] });
    expect(error).not.toBeInstanceOf(CapabilityError);
    expect(CapabilityError.is(error)).toBe(true);
    expect(CapabilityInputError.is(error)).toBe(true);
    expect(CapabilityConfigError.is(error)).toBe(true);
    expect(CapabilityTransientError.is(error)).toBe(false);
    expect(fromWireError(toWireError(error))).toBeInstanceOf(CapabilityConfigError);
  });

  test('CapabilityError.is says no to everything else', () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    for (const value of [null, undefined, 'x', new Error('x'), {}, revoked.proxy]) {
      expect(CapabilityError.is(value)).toBe(false);
    }
  });

  test('an error that depends on idempotence is not retriable until the host says so', () => {
    expect(new WorkerCrashedError('x').retriable).toBe(false);
    expect(new WorkerCrashedError('x', { retriable: true }).retriable).toBe(true);
  });
});

describe('the wire form of errors', () => {
  test('only the code is needed, and an unknown one becomes the class of its category', () => {
    expect(fromWireError({ code: 'CANCELLED' })).toBeInstanceOf(CapabilityCancelledError);
    const strange = fromWireError({ code: 'MODEL_ASLEEP', category: 'transient', message: 'zzz' });
    expect(strange).toBeInstanceOf(CapabilityTransientError);
    expect(strange).toMatchObject({ code: 'MODEL_ASLEEP', message: 'zzz', category: 'transient' });
    expect(fromWireError({ code: 'NO_IDEA' })).toBeInstanceOf(CapabilityFatalError);
    expect(toWireError(strange)).toMatchObject({ code: 'MODEL_ASLEEP', category: 'transient' });
  });

  test('rubbish from a foreign worker is an error, not a crash', () => {
    const rubbish = [
      null,
      'x',
      { code: 5 },
      { code: 'X', category: 'constructor', retriable: 'yes', message: 7 },
      { code: 'FATAL', fields: { errorType: 'NO_SUCH' } },
      { code: 'INPUT', fields: { fieldsInvalid: 7 }, cause: 'x', errors: [3] },
    ];
    for (const wire of rubbish) {
      const error = fromWireError(wire as never);
      expect(error).toBeInstanceOf(CapabilityError);
      expect(typeof error.retriable).toBe('boolean');
      expect(fromWorkerError(error)).toBeInstanceOf(ToolError);
    }
  });

  test('registerError brings a class of one’s own across, and a code means one thing', () => {
    class QuotaError extends CapabilityTransientError {
      static override readonly code: string = 'TEST_QUOTA';
      readonly left: number;

      constructor(message: string, options: worker.CapabilityErrorOptions & { left?: number } = {}) {
        super(message, options);
        this.left = options.left ?? 0;
      }
    }
    const row = {
      parent: 'TRANSIENT',
      category: 'transient',
      retriable: true,
      fields: ['left'],
      errorType: 'RATE_LIMIT',
    } as const;
    registerError(QuotaError, row);
    const back = fromWireError(structuredClone(toWireError(new QuotaError('x', { left: 3 }))));
    expect(back).toBeInstanceOf(QuotaError);
    expect(back).toMatchObject({ left: 3, errorType: 'RATE_LIMIT' });
    expect(fromWorkerError(back)).toMatchObject({ type: 'RATE_LIMIT', code: 'WORKER_TRANSIENT', retryable: true });
    expect(() => registerError(QuotaError, row)).toThrow('the code is already registered');
  });

  test('causes that lead in a circle end', () => {
    const error = new CapabilityInputError('x');
    Object.assign(error, { cause: new Error('y', { cause: error }) });
    expect(toWireError(error).cause).toMatchObject({ message: 'y' });
    expect(toWireError(error).cause).not.toHaveProperty('cause');
  });

  test('the traceback policy covers stack, message and causes', () => {
    const error = new CapabilityInputError('secret text', { cause: new Error('secret cause'), fieldsInvalid: ['f'] });
    expect(toWireError(error, 'full')).toMatchObject({ stack: expect.stringContaining('secret text') as string });
    const message = toWireError(error, 'message');
    expect(message).toMatchObject({ message: 'secret text', cause: { message: 'secret cause' } });
    expect(JSON.stringify(message)).not.toContain('stack');
    expect(JSON.stringify(toWireError(error, 'none'))).not.toContain('secret');
    expect(toWireError(error, 'none')).toMatchObject({ code: 'INPUT', category: 'user_input' });
  });

  test('a ToolError of the tool comes back as the ToolError it was', () => {
    const details = { suggestion: 'ask again' };
    const thrown = new ToolError('CONFLICT', 'It is taken', { code: 'SHOP_TAKEN', details, retryable: true });
    const back = fromWorkerError(fromWireError(structuredClone(toWireError(thrown))));
    expect(back).toMatchObject({
      type: 'CONFLICT',
      message: 'It is taken',
      code: 'SHOP_TAKEN',
      details,
      retryable: true,
    });
  });
});

describe('toCapabilityError', () => {
  test.each([
    ['ENOENT', 'user_input'],
    ['EACCES', 'user_input'],
    ['EPERM', 'user_input'],
    ['ENOTDIR', 'user_input'],
    ['ETIMEDOUT', 'transient'],
    ['ECONNREFUSED', 'transient'],
    ['EPIPE', 'transient'],
    ['EAI_AGAIN', 'transient'],
    ['EBUSY', 'transient'],
    ['EMFILE', 'transient'],
    ['ENOMEM', 'resource'],
    ['ENOSPC', 'resource'],
  ])('a bare %s is %s', (code, category) => {
    const thrown = Object.assign(new Error('bare'), { code });
    expect(toCapabilityError(thrown)).toMatchObject({ category, message: 'bare', cause: thrown });
  });

  test('whatever else is thrown is the tool’s own fault', () => {
    for (const thrown of [new TypeError('bug'), 'text', undefined, Object.create(null)]) {
      expect(toCapabilityError(thrown)).toMatchObject({ category: 'fatal', errorType: 'INTERNAL' });
    }
  });
});

describe('fromWorkerError', () => {
  test('every row of the room has a row of the error page with the same type', () => {
    for (const row of errorRows().filter(({ code }) => codes.includes(code))) {
      const error = fromWorkerError(new (findErrorClass(row.code, undefined))('It failed'));
      expect(error.type).toBe(row.errorType);
      expect(workerErrors.rows.find(({ code }) => code === error.code)?.type).toBe(row.errorType);
      expect(error.details?.suggestion).toBeTruthy();
    }
  });

  test('input is not retryable, for it has to change first; what is transient may be', () => {
    expect(fromWorkerError(new CapabilityInputError('x', { fieldsInvalid: ['f'] }))).toMatchObject({
      retryable: false,
      details: { fieldsInvalid: ['f'] },
    });
    const busy = fromWorkerError(new CapabilityTransientError('x', { retryAfterSeconds: 1.5 }));
    expect(busy).toMatchObject({ retryable: true, retryAfterMs: 1500 });
  });

  test('a timeout of a call that began is retryable only if running twice does no harm', () => {
    const total = new CapabilityTimeoutError('x', { which: 'total' });
    expect(fromWorkerError(total).retryable).toBe(false);
    expect(fromWorkerError(total, { idempotent: true }).retryable).toBe(true);
    expect(fromWorkerError(new CapabilityTimeoutError('x', { which: 'queue' })).retryable).toBe(true);
  });

  test('an error may set another type, and one that never fits is permanent', () => {
    expect(fromWorkerError(new CapabilityFatalError('x', { errorType: 'AUTH' })).type).toBe('AUTH');
    expect(fromWorkerError(new CapabilityResourceError('x', { retriable: false }))).toMatchObject({
      type: 'PERMANENT',
      retryable: false,
    });
    expect(Object.keys(errorTypes)).toContain('AUTH');
  });

  test('a crash may have left something half done, and its stderr stays with the host', () => {
    const error = fromWorkerError(
      new WorkerCrashedError('x', { began: true, exitCode: 3, lastStderr: 'private', callId: 'c' }),
    );
    expect(error).toMatchObject({ partialSideEffects: true, details: { exitCode: 3, callId: 'c' } });
    expect(JSON.stringify(error.details)).not.toContain('private');
  });

  test('what a call has done before it failed stays done, unless its tool only reads', () => {
    const began = { began: true };
    const cases = [
      [new CapabilityFatalError('x', began), true],
      [new CapabilityTimeoutError('x', { ...began, which: 'total' }), true],
      [new CapabilityTimeoutError('x', { which: 'queue' }), false],
      [new CapabilityFatalError('Cannot start'), false],
      [new CapabilityInputError('x', began), false],
    ] as const;
    for (const [error, expected] of cases) {
      const back = fromWireError(structuredClone(toWireError(error)));
      expect([back.message, fromWorkerError(back).partialSideEffects]).toEqual([error.message, expected]);
      expect(fromWorkerError(back, { writes: false }).partialSideEffects).toBe(false);
    }
  });
});
