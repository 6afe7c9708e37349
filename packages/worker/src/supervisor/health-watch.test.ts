import { expect, test } from 'vitest';
import type { HeartbeatParams } from '../wire/frame.js';
import { HealthWatch } from './health-watch.js';

/** Creates a clock that a test advances; timers fire late after a simulated stall of the host. */
function manualClock() {
  let now = 0;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    wallMs: () => now,
    after(ms: number, callback: () => void) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
    pass(ms: number, { still = false } = {}) {
      const end = now + ms;
      if (still) now = end;
      for (let due = next(); due !== undefined && due.at <= end; due = next()) {
        timers = timers.filter((one) => one !== due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
    },
  };
  function next() {
    return timers.toSorted((a, b) => a.at - b.at)[0];
  }
}

function watched() {
  const clock = manualClock();
  const said: string[] = [];
  const limits = { unresponsiveAfterMs: 5000, frozenAfterMs: 15_000 };
  const watch = new HealthWatch(limits, clock, {
    onResponsive: (well) => said.push(well ? 'responsive' : 'unresponsive'),
    onFrozen: () => said.push('frozen'),
  });
  const beat = (from: HeartbeatParams['from']) =>
    watch.onHeartbeat({ from, uptimeMs: 0, loopLagMs: 0, rssBytes: 7, inFlight: 0 });
  return { clock, said, watch, beat };
}

test('a worker that promised heartbeats is judged from its first second, also when none ever comes', () => {
  const { clock, said, watch } = watched();
  watch.begin({ control: true });
  clock.pass(16_000);
  expect(said).toEqual(['unresponsive', 'frozen']);
  const thread = watched();
  thread.watch.begin({ control: false });
  thread.clock.pass(60_000);
  expect(thread.said).toEqual(['unresponsive']);
});

test('a main thread that is silent for 5 s is unresponsive until it speaks again', () => {
  const { clock, said, beat } = watched();
  beat('main');
  for (let second = 0; second < 8; second += 1) {
    beat('control');
    clock.pass(1000);
  }
  expect(said).toEqual(['unresponsive']);
  beat('main');
  expect(said).toEqual(['unresponsive', 'responsive']);
});

test('a control thread that is silent for 15 s means that the process stands still', () => {
  const { clock, said, beat } = watched();
  beat('control');
  clock.pass(14_000);
  expect(said).toEqual([]);
  clock.pass(2000);
  expect(said).toEqual(['frozen']);
});

test('a host that stood still itself blames no worker', () => {
  const { clock, said, beat, watch } = watched();
  beat('main');
  beat('control');
  clock.pass(60_000, { still: true });
  expect(said).toEqual([]);
  clock.pass(4000);
  expect(said).toEqual([]);
  expect(watch.rssBytes).toBe(7);
});

test('a worker that never sent a heartbeat is not judged', () => {
  const { clock, said, watch } = watched();
  clock.pass(100_000);
  expect(said).toEqual([]);
  watch.stop();
});
