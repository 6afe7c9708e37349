// What `worker` promises: the price of a call, of a stream and of a load over a bare `fork`, and how fast a worker ends.
import { contender, runBench } from './kit/run-variants.js';
import { measure, report } from './measure.js';
import { workerVariants } from './worker/variants.js';

await runBench(workerVariants, runAll);

async function runAll(): Promise<boolean> {
  const trip = await measure([
    contender('raw fork: p50'),
    contender('proxy, process: p50', { timesFloor: 1.5 }),
    contender('proxy, thread: p50'),
    contender('governed line: p50', { timesFloor: 2.5 }),
    contender('manager: p50', { atMost: 1000 }),
    contender('queue, durable journal: p50', { atMost: 2000 }),
  ]);
  const slow = await measure([contender('raw fork: p95'), contender('proxy, process: p95', { timesFloor: 3 })]);
  const busy = await measure([
    contender('raw fork: 64 in flight'),
    contender('proxy, process: 64 in flight', { timesFloor: 2 }),
  ]);
  const stream = await measure([contender('raw fork: stream'), contender('proxy, process: stream', { timesFloor: 2 })]);
  const memory = await measure([contender('proxy, process: stream, memory', { atMost: 8 })], { samples: 3 });
  const load = await measure([contender('raw fork: first reply'), contender('proxy, process: load to ready')]);
  const end = await measure(
    [
      contender('cancel seen in a busy loop', { atMost: 50 }),
      contender('forced cancel: dead', { atMost: 1000 }),
      contender('forced cancel: longest stall of the host', { atMost: 20 }),
    ],
    { samples: 5 },
  );
  const kept = [
    report('Round trip of a small value', 'µs', trip),
    report('The same, 95th percentile', 'µs', slow),
    report('64 calls in flight, per call', 'µs', busy),
    report('A stream of 100,000 chunks, per chunk', 'µs', stream),
    report('Memory of the host that a stream of 100,000 chunks leaves', 'MiB', memory),
    report('From nothing to a ready worker', 'ms', load),
    extra(load),
    report('Ends: the 95th cancel of a busy loop, a forced cancel beyond its grace', 'ms', end),
  ];
  return kept.every(Boolean);
}

/** A load may cost so much more than the first reply of a bare fork. */
function extra([floor, ours]: Awaited<ReturnType<typeof measure>>): boolean {
  const more = (ours?.median ?? NaN) - (floor?.median ?? NaN);
  console.log(`  load to ready: ${more.toFixed(0)} ms over the floor (target ≤ 150) ${more <= 150 ? 'ok' : 'miss'}`);
  return more <= 150;
}
