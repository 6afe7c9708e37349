import { describe, expect, test } from 'vitest';
import { frameTable, readHostFrame, readWorkerFrame } from './frame-table.js';
import { hostFrame } from './frame.js';
import { defaultLimits } from './limits.js';

const rpc = { jsonrpc: '2.0' };

describe('what arrives', () => {
  test('from the host is a frame of the host, with the fields without which it is none', () => {
    const limits = defaultLimits;
    const boot = hostFrame('boot', {
      protocol: 1,
      session: 's',
      instanceId: 'i',
      adapters: [],
      limits,
      logLevel: 'info',
    });
    expect(readHostFrame(boot)).toMatchObject({ kind: 'frame' });
    expect(readHostFrame({ ...rpc, id: 'a', method: 'call', params: { op: 'stats' } })).toMatchObject({
      kind: 'frame',
    });
    expect(readHostFrame({ ...rpc, method: 'call', params: { op: 'stats' } })).toMatchObject({ kind: 'garbage' });
    expect(readHostFrame({ ...rpc, method: 'boot', params: { protocol: '1' } })).toMatchObject({ kind: 'garbage' });
  });

  test('from the worker may also be a response', () => {
    expect(readWorkerFrame({ ...rpc, id: 'a', result: {} })).toMatchObject({ kind: 'frame' });
    expect(readWorkerFrame({ ...rpc, id: 'a', error: { code: 1, message: '' } })).toMatchObject({ kind: 'frame' });
    expect(readWorkerFrame({ ...rpc, id: 'a' })).toMatchObject({ kind: 'garbage' });
    expect(readWorkerFrame({ ...rpc, id: 7, result: {} })).toMatchObject({ kind: 'garbage' });
  });

  test('with a method that nobody knows, or of the other side, is unknown and no garbage', () => {
    expect(readWorkerFrame({ ...rpc, method: 'sing', params: {} })).toEqual({ kind: 'unknown', method: 'sing' });
    expect(readWorkerFrame({ ...rpc, id: 'x', method: 'call', params: {} })).toMatchObject({
      kind: 'unknown',
      id: 'x',
    });
    expect(readHostFrame({ ...rpc, method: 'constructor' })).toMatchObject({ kind: 'unknown' });
  });

  test('without being JSON-RPC 2.0 is garbage', () => {
    for (const value of [null, 1, 'a', [], {}, { jsonrpc: '1.0', method: 'hello' }]) {
      expect(readWorkerFrame(value)).toMatchObject({ kind: 'garbage' });
    }
  });
});

test('only cancel, progress and heartbeat travel on the control channel', () => {
  const control = Object.entries(frameTable).filter(([, { channels }]) => channels.includes('control'));
  expect(control.map(([method]) => method).sort()).toEqual(['cancel', 'heartbeat', 'progress']);
});
