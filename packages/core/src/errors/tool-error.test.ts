import { coreErrors, defineErrors, ErrorType, errorTypes, isToolError, ToolError, toToolError } from '@helve/core';
import { describe, expect, test } from 'vitest';

describe('ErrorType', () => {
  test('F49 the types are closed, each with its layer', () => {
    const layer = (name: string) => Object.values(ErrorType).filter((type) => errorTypes[type].layer === name);
    expect({ registry: layer('registry'), orchestrator: layer('orchestrator'), handler: layer('handler') }).toEqual({
      registry: ['VALIDATION', 'NOT_FOUND', 'INTERNAL', 'TIMEOUT', 'CANCELLED'],
      orchestrator: ['MODE_RESTRICTED', 'BUDGET_EXCEEDED', 'CONFIRMATION_REQUIRED', 'LOOP_DETECTED'],
      handler: ['SESSION_INACTIVE', 'TRANSIENT', 'PERMANENT', 'CONFLICT', 'AUTH', 'RATE_LIMIT'],
    });
    expect(ErrorType.AUTH).toBe('AUTH');
    expect(Object.isFrozen(ErrorType) && Object.isFrozen(errorTypes) && Object.isFrozen(errorTypes.AUTH)).toBe(true);
  });

  test('only waiting errors are retryable by default', () => {
    const retryable = Object.entries(errorTypes).filter(([, row]) => row.retryable);
    expect(retryable.map(([type]) => type)).toEqual(['TRANSIENT', 'RATE_LIMIT']);
  });
});

describe('ToolError', () => {
  test('C18 holds type, code, retryable, waiting time, side effects, details and cause', () => {
    const cause = new Error('inner');
    const error = new ToolError('RATE_LIMIT', 'Slow down', { code: 'X_1', retryAfterMs: -3, details: { a: 1 }, cause });
    expect(error).toMatchObject({
      name: 'ToolError',
      type: 'RATE_LIMIT',
      code: 'X_1',
      retryable: true,
      retryAfterMs: 0,
      partialSideEffects: false,
      details: { a: 1 },
      cause,
    });
    expect(error).toBeInstanceOf(Error);
  });

  test('a waiting time is dropped where waiting does not help', () => {
    expect(new ToolError('AUTH', 'No', { retryAfterMs: 5 }).retryAfterMs).toBeUndefined();
    expect(new ToolError('TRANSIENT', 'No', { retryAfterMs: Number.NaN }).retryAfterMs).toBeUndefined();
  });

  test('an unknown type or an empty message is refused', () => {
    expect(() => new ToolError('NOPE' as 'AUTH', 'x')).toThrow('unknown type "NOPE"');
    expect(() => new ToolError('AUTH', '')).toThrow('the message is empty');
  });

  test('isToolError knows errors of another copy by their mark, and asks for a code', () => {
    const foreign = Object.assign(new Error('x'), { code: 'A', [Symbol.for('helve.tool-error')]: true });
    expect(isToolError(foreign)).toBe(true);
    expect(isToolError(foreign, 'A')).toBe(true);
    expect(isToolError(foreign, 'B')).toBe(false);
    expect(isToolError(new Error('x'))).toBe(false);
    expect(isToolError(null)).toBe(false);
  });
});

describe('defineErrors', () => {
  const errors = defineErrors('kitchen', {
    KITCHEN_BURNT: { type: 'PERMANENT', message: 'Cannot serve "{dish}": burnt {times} times', docs: 'Lower the heat' },
  });

  test('a row becomes an error with its facts and its advice', () => {
    const error = errors.create('KITCHEN_BURNT', { dish: 'toast', times: 2 });
    expect(error).toMatchObject({
      code: 'KITCHEN_BURNT',
      type: 'PERMANENT',
      message: 'Cannot serve "toast": burnt 2 times',
    });
    expect(error.details).toEqual({ suggestion: 'Lower the heat' });
    expect(
      errors.create('KITCHEN_BURNT', { dish: 'a', times: 1 }, { details: { suggestion: 'Eat out' } }).details,
    ).toEqual({
      suggestion: 'Eat out',
    });
  });

  test('a code outside the table is refused', () => {
    expect(() => errors.create('KITCHEN_ON_FIRE' as 'KITCHEN_BURNT', { dish: 'a', times: 1 })).toThrow(
      'not in the table',
    );
  });

  test('every row of core is prefixed by its room and says what to do', () => {
    for (const row of coreErrors.rows) {
      expect(row).toMatchObject({
        code: expect.stringMatching(/^CALL_[A-Z_]+$/),
        room: 'core',
        docs: expect.stringMatching(/\S/),
      });
      expect(row.message).not.toMatch(/\.$/);
    }
  });
});

describe('toToolError', () => {
  const call = { toolId: 'it', requestId: 7, executeBegan: true, writes: true, safe: false };

  test('passes a ToolError through and hides anything else behind a request id', () => {
    const error = new ToolError('AUTH', 'No');
    expect(toToolError(error, call)).toBe(error);
    expect(toToolError(new Error('secret'), call)).toMatchObject({ type: 'INTERNAL', partialSideEffects: true });
    expect(toToolError(new Error('secret'), call).message).toBe(
      'Cannot answer for "it": it failed unexpectedly (request 7)',
    );
  });

  test.each([
    ['an error', new TypeError('t'), 'TypeError: t'],
    ['a text', 'text', 'text'],
    ['nothing', undefined, 'undefined'],
    [
      'something hostile',
      {
        toString: () => {
          throw new Error('no');
        },
      },
      'a value that cannot be printed',
    ],
  ])('prints %s where messages may leave', (_, thrown, reason) => {
    expect(toToolError(thrown, { ...call, exposeMessages: true }).details).toMatchObject({ reason });
  });
});
