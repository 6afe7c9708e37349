import type { ConformanceCase, ConformanceStep } from '../conformance-case.js';

const taken = { action: 'events' } as const;
const heard = (...gives: string[]): ConformanceStep => ({ ...taken, gives });
/** The probe as it starts, with nothing recorded. */
const fresh: readonly ConformanceStep[] = [
  { op: 'initialize', args: [{ voice: 'plain', model: 'small', device: null, cache: 1, label: 'none' }], gives: null },
  { ...taken, givesAtLeast: [] },
];
const config = { voice: 'plain', model: 'small', device: null, cache: 1, ghost: 1, label: 'none' };
const reconfigure = (next: Record<string, string | number | null>): ConformanceStep => ({
  op: 'reconfigure',
  args: [config, { ...config, ...next }],
  gives: null,
});

/** Lifecycle, reconfigure and triggers: R32 to R41. */
export const lifecycleCases: readonly ConformanceCase[] = [
  {
    id: 'R32',
    sentence: 'initialize merges onto the defaults, and later onto the current configuration',
    worker: { config: { model: 'large' } },
    steps: [
      { op: 'getCurrentConfig', gives: { ...config, model: 'large' } },
      heard('initialize:none'),
      { op: 'initialize', args: [{ label: 'second' }], gives: null },
      { op: 'initialize', args: [null], gives: null },
      { op: 'initialize', gives: null },
      { op: 'getCurrentConfig', gives: { ...config, model: 'large', label: 'second' } },
    ],
  },
  {
    id: 'R65',
    sentence: 'the worked example does what its documentation says',
    worker: { probe: 'ExampleProbe' },
    steps: [
      { hello: { capability: 'example-capability', version: '1.0.0' } },
      { op: 'getConfigSchema', givesAtLeast: { properties: { max_workers: { default: 4 } } } },
      { op: 'getCurrentConfig', gives: { mode: 'balanced', threshold: 0.5, max_workers: 4 } },
      { op: 'execute', args: ['sample_data'], gives: "Processed 'sample_data' using Resource-balanced" },
      { op: 'initialize', args: [{ mode: 'quality', threshold: 0.8 }], gives: null },
      { op: 'getCurrentConfig', gives: { mode: 'quality', threshold: 0.8, max_workers: 4 } },
      { op: 'execute', args: ['more_data'], gives: "Processed 'more_data' using Resource-quality" },
      { op: 'executeStream', args: ['stream_data'], gives: ["Processed 'stream_data' using Resource-quality"] },
      { action: 'holds', gives: true },
      { op: 'cleanup', gives: null },
      { action: 'holds', gives: false },
    ],
  },
  {
    id: 'R33',
    sentence: 'cleanup and prefetch may be called twice',
    steps: [
      ...fresh,
      { op: 'prefetch', gives: null },
      { op: 'prefetch', gives: null },
      { op: 'cleanup', gives: null },
      { op: 'cleanup', gives: null },
      heard('prefetch', 'prefetch', 'cleanup', 'cleanup'),
    ],
  },
  {
    id: 'R34',
    sentence: 'enable and disable are told once per change',
    steps: [
      ...fresh,
      { op: 'onEnable', gives: null },
      { op: 'onDisable', gives: null },
      { op: 'onDisable', gives: null },
      { op: 'onEnable', gives: null },
      heard('disabled', 'enabled'),
    ],
  },
  {
    id: 'R34',
    sentence: 'disable waits for the last call, and for the last stream',
    steps: [
      { ...taken, givesAtLeast: [] },
      {
        action: 'hold',
        envelope: { callId: 'held' },
        meanwhile: [
          {
            op: 'onDisable',
            meanwhile: [
              { action: 'peek', gives: ['held:begin'] },
              { action: 'release', named: { id: 'held' }, gives: true },
            ],
            gives: null,
          },
        ],
        gives: 'held',
      },
      heard('held:begin', 'held:done', 'disabled'),
      { op: 'onEnable', gives: null },
      { ...taken, givesAtLeast: [] },
      {
        op: 'actionStream',
        action: 'endless',
        leftAfter: 1,
        meanwhile: [{ action: 'peek', gives: [] }],
      },
      { action: 'closed', givesSoon: 1 },
      { op: 'onDisable', gives: null },
      { action: 'eventsOf', named: { names: ['disabled'] }, gives: ['disabled'] },
      { op: 'onEnable', gives: null },
    ],
  },
  {
    id: 'R35',
    sentence: 'fields have changed by value: deep, absent as null, and 1 is not true',
    steps: [
      [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
      [{ a: [1, 2] }, { a: [2, 1] }, ['a']],
      [{ a: { b: 1 } }, { a: { b: 1, c: null } }, []],
      [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, ['a']],
      [{ a: null }, {}, []],
      [{}, { a: 0 }, ['a']],
      [{ a: 1, b: 0 }, { a: true, b: false }, ['a', 'b']],
      [{ a: 1 }, null, ['a']],
    ].map(([old = null, next = null, gives = null]) => ({ action: 'changed', named: { old, next }, gives })),
  },
  {
    id: 'R36',
    sentence: 'only the triggers of fields that changed release something',
    steps: [...fresh, reconfigure({ model: 'large' }), heard('release:model', 'initialize:none')],
  },
  {
    id: 'R37',
    sentence: 'a shared trigger fires once, and different ones in the order of the schema',
    steps: [
      ...fresh,
      reconfigure({ cache: 2, device: 'gpu', model: 'large', voice: 'warm' }),
      heard('release:model', 'release:device', 'release:cache', 'initialize:none'),
    ],
  },
  {
    id: 'R38',
    sentence: 'a field without a trigger releases nothing and is applied',
    steps: [
      ...fresh,
      reconfigure({ label: 'new' }),
      heard('initialize:new'),
      { op: 'getCurrentConfig', givesAtLeast: { label: 'new' } },
    ],
  },
  {
    id: 'R39',
    sentence: 'a trigger without a hook releases nothing and throws nothing',
    steps: [...fresh, reconfigure({ ghost: 2 }), heard('initialize:none')],
  },
  {
    id: 'R40',
    sentence: 'a hook that throws is logged; the others run and the configuration is applied',
    steps: [
      ...fresh,
      {
        ...reconfigure({ device: 'gpu', cache: 3 }),
        reports: { logs: [{ level: 'error', says: 'the device is stuck' }] },
      },
      heard('release:device', 'release:cache', 'initialize:none'),
      { op: 'getCurrentConfig', givesAtLeast: { device: 'gpu', cache: 3 } },
    ],
  },
  {
    id: 'R41',
    sentence: 'reconfigure takes null on either side as an empty configuration',
    steps: [
      ...fresh,
      { op: 'reconfigure', args: [null, { model: 'large' }], gives: null },
      { op: 'reconfigure', args: [{ cache: 9 }, null], gives: null },
      heard('release:model', 'initialize:none', 'release:cache', 'initialize:none'),
    ],
  },
  {
    id: 'R41',
    sentence: 'a configuration that is refused before anything is released changes nothing',
    steps: [
      ...fresh,
      {
        op: 'reconfigure',
        args: [config, { ...config, model: 'large', label: 'refused' }],
        fails: { code: 'INPUT', fieldsInvalid: ['/label'] },
      },
      heard(),
    ],
  },
  {
    id: 'R41',
    sentence: 'a configuration that cannot be applied gives the old one back',
    steps: [
      ...fresh,
      {
        op: 'reconfigure',
        args: [config, { ...config, label: 'unacceptable' }],
        fails: { code: 'FATAL', says: 'this label cannot be applied' },
      },
      heard('initialize:unacceptable', 'initialize:none'),
      { op: 'getCurrentConfig', givesAtLeast: { label: 'none' } },
    ],
  },
];
