// What `worker` promises: the price of a call, of a stream and of a load over a bare `fork`, and how fast a worker ends.
import { contender, runBench } from './kit/run-variants.js';
import { measure, report, type Contender, type Measured } from './measure.js';
import { workerVariants } from './worker/variants.js';

interface Section {
  readonly title: string;
  readonly unit: string;
  readonly contenders: readonly Contender[];
  /** Few where one sample waits for a grace or for a disk. */
  readonly samples: number;
  /** What no single row can tell. */
  readonly alsoKept?: (rows: readonly Measured[]) => boolean;
}

const sections: readonly Section[] = [
  {
    title: 'Round trip of a small value',
    unit: 'µs',
    samples: 5,
    contenders: [
      contender('raw fork: p50'),
      contender('proxy, process: p50', { timesFloor: 1.5 }),
      contender('proxy, thread: p50'),
      contender('governed line: p50', { timesFloor: 2.5 }),
      contender('manager: p50', { atMost: 1000 }),
    ],
  },
  {
    title: 'Round trip of a small value in Python, over a pipe of Python',
    unit: 'µs',
    samples: 5,
    contenders: [contender('raw pipe, Python: p50'), contender('proxy, Python: p50', { timesFloor: 1.5 })],
  },
  {
    title: 'Calls that wait for 20 ms of I/O, per call',
    unit: 'ms',
    samples: 3,
    contenders: [contender('one worker: 20 ms of I/O'), contender('pool of 4: 20 ms of I/O')],
    alsoKept: isPooled,
  },
  {
    title: 'The same, 95th percentile',
    unit: 'µs',
    samples: 5,
    contenders: [contender('raw fork: p95'), contender('proxy, process: p95', { timesFloor: 3 })],
  },
  {
    title: 'Round trip through the queue, with a journal on disk',
    unit: 'µs',
    samples: 3,
    contenders: [contender('queue, durable journal: p50', { atMost: 2000 })],
  },
  {
    title: '64 calls in flight, per call',
    unit: 'µs',
    samples: 5,
    contenders: [contender('raw fork: 64 in flight'), contender('proxy, process: 64 in flight', { timesFloor: 2 })],
  },
  {
    title: 'A stream of 100,000 chunks, per chunk',
    unit: 'µs',
    samples: 5,
    contenders: [
      contender('raw fork: stream'),
      // For comparison: the same window without anything else of ours.
      contender('raw fork: stream, 16 in flight'),
      contender('proxy, process: stream', { timesFloor: 2 }),
    ],
  },
  {
    title: 'Memory of the host that a stream of 100,000 chunks leaves',
    unit: 'MiB',
    samples: 3,
    contenders: [contender('proxy, process: stream, memory', { atMost: 8 })],
  },
  {
    title: 'From nothing to a ready worker',
    unit: 'ms',
    samples: 7,
    contenders: [contender('raw fork: first reply'), contender('proxy, process: load to ready')],
    alsoKept: isLoadedSoon,
  },
  {
    title: 'Ends: the 95th cancel, a forced cancel beyond its grace, a worker without its host',
    unit: 'ms',
    samples: 5,
    contenders: [
      contender('cancel seen in a busy loop', { atMost: 50 }),
      contender('cancel seen by a call that waits', { atMost: 100 }),
      contender('forced cancel: dead', { atMost: 1000 }),
      contender('forced cancel: longest stall of the host', { atMost: 20 }),
      contender('host killed, worker idle: gone', { atMost: 500 }),
      contender('host killed, worker in a busy loop: gone', { atMost: 500 }),
      contender('host killed, worker with a child: both gone', { atMost: 500 }),
      contender('host killed, worker with a full stdout: gone', { atMost: 500 }),
    ],
  },
];

await runBench(workerVariants, runAll);

/** Every section is told as it ends. */
async function runAll(): Promise<boolean> {
  const kept: boolean[] = [];
  for (const { title, unit, contenders, samples, alsoKept } of sections) {
    const rows = await measure(contenders, { samples });
    kept.push(report(title, unit, rows), alsoKept?.(rows) ?? true);
  }
  return kept.every(Boolean);
}

/** Four workers do nearly four times as much as one. */
function isPooled([one, four]: readonly Measured[]): boolean {
  const times = (one?.median ?? NaN) / (four?.median ?? NaN);
  console.log(`  pool of 4: ${times.toFixed(2)} × one worker (target ≥ 3.8) ${times >= 3.8 ? 'ok' : 'miss'}`);
  return times >= 3.8;
}

/** A load may cost so much more than the first reply of a bare fork. */
function isLoadedSoon([floor, ours]: readonly Measured[]): boolean {
  const more = (ours?.median ?? NaN) - (floor?.median ?? NaN);
  console.log(`  load to ready: ${more.toFixed(0)} ms over the floor (target ≤ 150) ${more <= 150 ? 'ok' : 'miss'}`);
  return more <= 150;
}
