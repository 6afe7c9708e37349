import type { ConformanceCase } from '../conformance-case.js';
import { alive } from './alive.js';

/** Environment, secrets, heartbeats, output and the end: R15, R16, R20, and §4 to §7. */
export const processCases: readonly ConformanceCase[] = [
  {
    id: 'R15',
    sentence: 'a variable of the spawn is there when the module is imported, and stays',
    steps: [
      { action: 'variableAtImport', gives: 'as spawned' },
      { op: 'reconfigure', args: [{}, { label: 'new' }], gives: null },
      { action: 'variable', named: { name: 'CONFORMANCE_VARIABLE' }, gives: 'as spawned' },
    ],
  },
  {
    id: 'R16',
    sentence: 'secrets that come over the channel are there when the module is imported, and in no process list',
    steps: [
      { action: 'secretAtImport', gives: 'quite secret' },
      { action: 'variable', named: { name: 'CONFORMANCE_SECRET' }, gives: 'quite secret' },
      { action: 'isInProcessList', named: { text: 'quite secret' }, gives: false },
    ],
  },
  {
    id: 'R20',
    sentence: 'a secret that nobody set is absent, not empty, and channels are no business of the tool',
    steps: [
      { action: 'variable', named: { name: 'CONFORMANCE_ABSENT' }, gives: null },
      { action: 'variable', named: { name: 'HELVE_WIRE_FD' }, gives: null },
      { action: 'variable', named: { name: 'HELVE_CONTROL_FD' }, gives: null },
    ],
  },
  {
    sentence: 'both threads send heartbeats, and that of the control thread goes on in a busy loop',
    steps: [
      { hello: { features: ['heartbeat', 'control'] } },
      { heartbeats: ['main', 'control'] },
      { action: 'busy', named: { ms: 500 }, gives: null, reports: { controlBeats: { atLeast: 2 } } },
    ],
  },
  {
    sentence: 'what the tool prints is no part of the protocol',
    steps: [
      { action: 'print', named: { text: '{"jsonrpc":"2.0","id":"x","result":{}}', times: 1 }, gives: null },
      { prints: ['"jsonrpc"'] },
      { action: 'print', named: { text: 'noise '.repeat(2000), times: 20 }, gives: null },
      { action: 'printRaw', gives: null },
      alive,
    ],
  },
  {
    sentence: 'a tool that closes standard output and error goes on',
    worker: {},
    steps: [
      { action: 'closeOutput', gives: null },
      alive,
      {
        action: 'log',
        named: { level: 'info', message: 'still heard' },
        gives: null,
        reports: { logs: [{ says: 'still heard' }] },
      },
    ],
  },
  {
    sentence: 'calls run beside each other',
    steps: [
      {
        action: 'hold',
        envelope: { callId: 'long' },
        meanwhile: [
          alive,
          { op: 'getCurrentConfig', givesAtLeast: {} },
          { op: 'stats', givesAtLeast: { inFlight: 1 } },
          { action: 'release', named: { id: 'long' }, gives: true },
        ],
        gives: 'long',
      },
    ],
  },
  {
    sentence: 'many calls at once are all answered, and the worker goes on',
    steps: [{ action: 'rest', atOnce: 30, gives: null }, { action: 'ping', atOnce: 30, gives: 'pong' }, alive],
  },
  {
    sentence: 'a worker that is asked to end cleans up and ends in order',
    worker: { config: { model: 'large' } },
    steps: [alive, { stops: { code: 0 } }, { prints: ['cleaned up'] }],
  },
];
