import type { ConformanceCase } from '../conformance-case.js';
import { alive } from './alive.js';

const bare = { probe: 'BareProbe' } as const;

/** Role, shape and live options: R1 to R13. */
export const shapeCases: readonly ConformanceCase[] = [
  {
    id: 'R1',
    sentence: 'hello says who the worker is and what it can do',
    steps: [
      {
        hello: {
          protocol: 1,
          capability: 'conformance',
          version: '1.0.0',
          features: [
            'prefetch',
            'reconfigure',
            'cleanup',
            'signals',
            'options',
            'surface',
            'declarations',
            'stream',
            'stats',
          ],
          actions: ['echo', 'ping', 'numbers', 'inherited'],
        },
      },
      { op: 'stats', givesAtLeast: { inFlight: 0 } },
    ],
  },
  {
    id: 'R2',
    sentence: 'a capability without a task says what it lacks when it is executed',
    worker: bare,
    steps: [
      { op: 'getCurrentConfig', gives: {} },
      { op: 'execute', args: ['x'], fails: { code: 'INPUT', fieldsInvalid: ['execute'] } },
      { op: 'executeStream', fails: { code: 'INPUT', fieldsInvalid: ['execute'] } },
      { action: 'anything', fails: { code: 'INPUT', fieldsInvalid: ['action'] } },
    ],
  },
  {
    id: 'R3',
    sentence: 'a class that leaves out members does not load, and every one of them is named',
    worker: { probe: 'HalfProbe' },
    startFails: { code: 'DEFINITION', missing: ['version', 'getCurrentConfig'] },
  },
  {
    id: 'R3',
    sentence: 'a class that is not there does not load',
    worker: { probe: 'AbsentProbe' },
    startFails: { code: 'DEFINITION' },
  },
  {
    id: 'R4',
    sentence: 'every member works on a capability that defines only the five',
    worker: bare,
    steps: [
      { hello: { capability: 'bare', actions: [] } },
      { op: 'prefetch', gives: null },
      { op: 'reconfigure', args: [{ a: 1 }, { a: 2 }], gives: null },
      { op: 'getConfigOptions', gives: {} },
      { op: 'onDisable', gives: null },
      { op: 'onEnable', gives: null },
      { op: 'cleanup', gives: null },
      { op: 'getConfigSchema', gives: { type: 'object', properties: {} } },
    ],
  },
  {
    id: 'R6',
    sentence: 'execute is called with its arguments, by position and by name',
    steps: [
      { op: 'execute', args: ['ping'], gives: 'pong' },
      { op: 'execute', args: ['echo'], named: { value: 42 }, gives: 42 },
    ],
  },
  {
    id: 'R7',
    sentence: 'executeStream yields what execute gives, once',
    steps: [{ op: 'executeStream', args: ['echo'], named: { value: [1, 2] }, gives: [[1, 2]] }],
  },
  {
    id: 'R8',
    sentence: 'options have a value, which may be null, a label, and metadata',
    steps: [
      { op: 'initialize', args: [{ label: 'none' }], gives: null },
      {
        op: 'getConfigOptions',
        givesAtLeast: { device: { options: [{ value: null, label: 'Any', metadata: { vendor: 'none' } }] } },
      },
    ],
  },
  {
    id: 'R9',
    sentence: 'options of a field come with constraints of others',
    steps: [{ op: 'getConfigOptions', givesAtLeast: { model: { constraints: { device: ['gpu'] } } } }],
  },
  {
    id: 'R11',
    sentence: 'live options are never part of the schema',
    steps: [
      { op: 'getConfigOptions', givesAtLeast: { model: {} } },
      { op: 'getConfigSchema', givesAtLeast: { properties: { device: { default: null } } } },
    ],
  },
  {
    id: 'R13',
    sentence: 'options that cannot be listed are a typed error',
    steps: [
      { op: 'initialize', args: [{ label: 'no options' }], gives: null },
      { op: 'getConfigOptions', fails: { code: 'TRANSIENT', retryAfterSeconds: 7, says: 'the vendor is down' } },
      { op: 'initialize', args: [{ label: 'none' }], gives: null },
    ],
  },
  {
    id: 'R57',
    sentence: 'the surface has methods with their parameters, properties and attributes, inherited ones too',
    steps: [
      {
        op: 'structuralSurface',
        givesAtLeast: {
          methods: [
            { name: 'echo' },
            { name: 'execute' },
            { name: 'inherited' },
            { name: 'reconfigure' },
            { name: 'numbers', streams: 'list' },
          ],
          properties: ['name', 'version'],
        },
      },
      { action: 'privateMembers', gives: [] },
    ],
  },
  {
    id: 'R62',
    sentence: 'what the classes declare to callers is told as data, so that a host sees what has changed',
    steps: [
      {
        op: 'declarations',
        givesAtLeast: {
          actions: [
            {
              name: 'shout',
              input: { type: 'object', properties: { text: { type: 'string' } } },
              output: { type: 'string' },
              policy: { sideEffects: 'none' },
            },
            { name: 'numbers', streams: 'list' },
            { name: 'lastNumber', streams: 'last' },
          ],
          workerEnv: [{ name: 'CONFORMANCE_SECRET', secret: true }],
          tasks: { describe: [{ name: 'describe' }, { name: 'lines', streams: 'list' }] },
        },
      },
    ],
  },
  {
    id: 'R59',
    sentence: 'a property is never run when the surface is read',
    steps: [{ op: 'structuralSurface', givesAtLeast: { properties: ['explosive'] } }, alive],
  },
];
