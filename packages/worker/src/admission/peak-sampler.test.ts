import { expect, test } from 'vitest';
import { PeakSampler } from './peak-sampler.js';

function sampler(sizes: readonly number[]) {
  const due: (() => void)[] = [];
  let looks = 0;
  const subject = new PeakSampler({
    probe: {
      tree: async () => ({ rssBytes: sizes[looks++] ?? 0, gpuBytes: 0 }),
      machine: async () => ({ ramTotalBytes: 1, ramAvailableBytes: 1 }),
    },
    clock: { now: () => 0, wallMs: () => 0, after: (_ms, callback) => (due.push(callback), () => undefined) },
    pid: () => 1,
  });
  const tick = async () => {
    due.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { subject, tick, due, looks: () => looks };
}

test('calls that are shorter than the time between two looks are seen while they follow each other', async () => {
  const { subject, tick, looks } = sampler([10, 30]);
  subject.end(subject.begin());
  const second = subject.begin();
  await tick();
  expect([looks(), subject.end(second).rssBytes]).toEqual([1, 10]);
  const third = subject.begin();
  await tick();
  expect([looks(), subject.end(third).rssBytes, subject.peak.rssBytes]).toEqual([2, 30, 30]);
});

test('a worker without calls is not looked at, and no clock runs for it', async () => {
  const { subject, tick, due, looks } = sampler([10]);
  subject.end(subject.begin());
  await tick();
  expect([looks(), due.length]).toEqual([0, 0]);
  subject.begin();
  expect(due).toHaveLength(1);
});
