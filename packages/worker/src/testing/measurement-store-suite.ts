import { describe, expect, test } from 'vitest';
import type { MeasurementSample, MeasurementStore } from '../port/measurement-store.js';
import { concurrently, NOW, withFreshStore, type OpenStore } from './open-store.js';

function aSample(change: Partial<MeasurementSample> = {}): MeasurementSample {
  return {
    instanceId: 'one',
    configHash: 'c1',
    ok: true,
    atMs: NOW,
    durationMs: 100,
    peakRssBytes: 1_000,
    peakGpuBytes: 0,
    usage: {},
    ...change,
  };
}

/** Tests the contract of measurement stores. */
export function measurementStoreSuite(name: string, open: OpenStore<MeasurementStore>): void {
  describe(`measurement store: ${name}`, () => {
    test(
      'peaks are the highest, means are over all runs, usage is the sum',
      withFreshStore(open, async (store) => {
        expect(await store.get('one', 'c1')).toBeUndefined();
        await store.add(aSample({ usage: { tokens: 10 }, peakGpuBytes: 50 }));
        await store.add(
          aSample({ ok: false, durationMs: 300, peakRssBytes: 3_000_000_000, usage: { tokens: 5, s: 0.5 } }),
        );
        await store.add(aSample({ durationMs: 200, peakRssBytes: 2_000, atMs: NOW - 5 }));
        await store.add(aSample({ durationMs: 200, peakRssBytes: 1_000, atMs: NOW + 5 }));
        expect(await store.get('one', 'c1')).toEqual({
          instanceId: 'one',
          configHash: 'c1',
          runs: 4,
          successRate: 0.75,
          updatedAtMs: NOW + 5,
          meanDurationMs: 200,
          peakRssBytes: 3_000_000_000,
          meanRssBytes: 750_001_000,
          peakGpuBytes: 50,
          meanGpuBytes: 12.5,
          usage: { tokens: 15, s: 0.5 },
        });
      }),
    );

    test(
      'instances and configs are apart, and an instance is forgotten with all its configs',
      withFreshStore(open, async (store) => {
        await store.add(aSample());
        await store.add(aSample({ configHash: 'c2' }));
        await store.add(aSample({ instanceId: 'two' }));
        expect((await store.get('one', 'c1'))?.runs).toBe(1);
        await store.forget('one');
        expect([await store.get('one', 'c1'), await store.get('one', 'c2')]).toEqual([undefined, undefined]);
        expect((await store.get('two', 'c1'))?.runs).toBe(1);
      }),
    );

    test(
      'samples that come at once all count',
      withFreshStore(open, async (store) => {
        await concurrently(20, (index) => store.add(aSample({ peakRssBytes: index, usage: { calls: 1 } })));
        expect(await store.get('one', 'c1')).toMatchObject({ runs: 20, peakRssBytes: 19, usage: { calls: 20 } });
      }),
    );
  });
}
