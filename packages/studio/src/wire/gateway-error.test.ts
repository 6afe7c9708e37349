import { expect, test } from 'vitest';
import { describeFailure, GatewayError, isFinal } from './gateway-error.js';

test('a GatewayError says what the gateway said', () => {
  const error = new GatewayError(404, { detail: 'Cannot find it', suggestion: 'Look elsewhere' });
  expect(describeFailure(error)).toBe('Cannot find it. Look elsewhere');
  expect(describeFailure(new GatewayError(502, undefined))).toBe('The gateway responded with status 502');
  expect(describeFailure(new TypeError('fetch failed'))).toContain('does not respond');
});

test('a DoorError knows which fields were refused, however the door lists them', () => {
  const issues = [{ pointer: '/a', message: 'no' }, { pointer: 1 }, null];
  expect(new GatewayError(400, { issues }).issues).toEqual([{ pointer: '/a', message: 'no' }]);
  const detail = 'Cannot configure "x": /a Expected a number; /b/c Expected a text';
  expect(new GatewayError(422, { detail, fieldsInvalid: ['/a', '/b/c', '/d'] }).issues).toEqual([
    { pointer: '/a', message: 'Expected a number' },
    { pointer: '/b/c', message: 'Expected a text' },
    { pointer: '/d', message: 'Not accepted' },
  ]);
  expect(new GatewayError(500, null).issues).toEqual([]);
});

test('isFinal tells a no that stays from one that may pass', () => {
  expect([401, 403, 404].every((status) => isFinal(new GatewayError(status, {})))).toBe(true);
  expect([429, 500, 503].some((status) => isFinal(new GatewayError(status, {})))).toBe(false);
  expect(isFinal(new TypeError('fetch failed'))).toBe(false);
});
