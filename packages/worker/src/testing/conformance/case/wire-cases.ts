import type { ConformanceCase, FrameStep } from '../conformance-case.js';

/** Epochs rise with each call. */
let epoch = 0;
const call = (id: string, params: object): FrameStep => ({
  sends: {
    method: 'call',
    id,
    params: { envelope: { callId: id, attempt: 1 }, slot: 0, epoch: (epoch += 1), ...params },
  },
});
const echo = (id: string) => call(id, { op: 'action', action: 'echo', named: { value: id } });

/** What a worker does with single frames: §5. */
export const wireCases: readonly ConformanceCase[] = [
  {
    sentence: 'a call before boot is answered with an error, and a host of another protocol is refused',
    ownWorker: true,
    frames: [
      echo('early'),
      { gets: { id: 'early', error: { data: { code: 'FATAL' } } } },
      { boots: { protocol: 99 } },
      { gets: { id: 'boot', error: { code: -32000, data: { code: 'PROTOCOL' } } } },
      { exits: {} },
    ],
  },
  {
    sentence: 'requests that nobody knows are answered so, and other frames and fields are ignored',
    frames: [
      { sends: { method: 'mystery', id: 'm', params: {} } },
      { gets: { id: 'm', error: { code: -32601 } } },
      { sends: { method: 'mystery', params: { a: 1 } } },
      { sends: { method: 'ack', params: { id: 'nobody', seq: 5 } } },
      { sends: { method: 'cancel', params: { id: 'nobody', slot: 3, epoch: 0, reason: 'none' } } },
      call('fields', { op: 'action', action: 'echo', named: { value: 1 }, novelty: { a: 1 } }),
      { gets: { id: 'fields', result: { value: 1 } } },
    ],
  },
  {
    sentence: 'an operation that nobody knows is an input error',
    frames: ['mystery', 'constructor', '__init__', 'load'].flatMap((op): FrameStep[] => [
      call(op, { op }),
      { gets: { id: op, error: { data: { code: 'INPUT', fields: { fieldsInvalid: ['op'] } } } } },
    ]),
  },
  {
    sentence: 'reports are numbered in one row per call, and chunks in their own',
    frames: [
      call('s', { op: 'actionStream', action: 'usedNumbers', named: { to: 2 }, credit: { chunks: 9, bytes: 9999 } }),
      { gets: { method: 'usage', params: { id: 's', seq: 1, delta: { chunks: 1 } } } },
      { gets: { method: 'chunk', params: { id: 's', seq: 1, value: 1 } } },
      { gets: { method: 'usage', params: { id: 's', seq: 2, delta: { chunks: 1 } } } },
      { gets: { method: 'chunk', params: { id: 's', seq: 2, value: 2 } } },
      { gets: { id: 's', result: { chunks: 2, usage: { chunks: 2 } } } },
    ],
  },
  {
    sentence: 'chunks wait for their acknowledgement',
    frames: [
      call('c', { op: 'actionStream', action: 'numbers', named: { to: 3 }, credit: { chunks: 1, bytes: 9999 } }),
      { gets: { method: 'chunk', params: { id: 'c', seq: 1 } } },
      echo('between'),
      { gets: { id: 'between', result: { value: 'between' } } },
      { sends: { method: 'ack', params: { id: 'c', seq: 1 } } },
      { gets: { method: 'chunk', params: { id: 'c', seq: 2 } } },
      { sends: { method: 'ack', params: { id: 'c', seq: 2 } } },
      { gets: { method: 'chunk', params: { id: 'c', seq: 3 } } },
      { sends: { method: 'ack', params: { id: 'c', seq: 3 } } },
      { gets: { id: 'c', result: { chunks: 3 } } },
    ],
  },
  {
    sentence: 'shutdown ends the worker at once, whatever runs',
    ownWorker: true,
    frames: [
      { boots: {} },
      { gets: { method: 'hello', params: { protocol: 1 } } },
      call('h', { op: 'action', action: 'hold', named: {} }),
      { gets: { method: 'progress', params: { id: 'h' } } },
      { sends: { method: 'shutdown', params: { graceMs: 100, reason: 'test' } } },
      { exits: { code: 0 } },
    ],
  },
];
