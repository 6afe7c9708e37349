import { expect, test } from 'vitest';
import { CapabilityInputError } from '../../error/input-errors.js';
import { all } from './shape-contract.js';
import { failureOf, sourceOf, waitUntil, type ContractBench } from './contract-bench.js';

/** Tests progress, usage, accounts, heartbeats and the envelope. */
export function reportContract(bench: ContractBench): void {
  bench.proves('R48', 'progress is seen while the call runs: clamped with one warning, never NaN', async () => {
    const probe = await bench.load('ProbeCapability');
    const reports = [
      [0.25, 'a quarter'],
      [7, 'too much'],
      [-3, 'too little'],
      [-1, 'unknown'],
    ];
    const call = probe.action('progress', { reports }, 'c1');
    await waitUntil(() => probe.progress('c1').length > 0);
    let over = false;
    void call.finally(() => (over = true));
    expect(over).toBe(false);
    await call;
    const pairs = probe.progress('c1').map(({ progress, message }) => [progress, message]);
    expect(pairs).toEqual([
      [0.25, 'a quarter'],
      [1, 'too much'],
      [0, 'too little'],
      [-1, 'unknown'],
    ]);
    expect(probe.logs().filter((line) => line.includes('clamped'))).toHaveLength(1);
    const error = await failureOf(probe.action('progress', { reports: [['NaN', 'x']] }));
    expect(error).toBeInstanceOf(CapabilityInputError);
  });

  bench.proves('R48', 'a burst of progress is one frame each 50 ms, and the last value is always sent', async () => {
    const probe = await bench.load('ProbeCapability');
    expect(await probe.action('burst', { ms: 600 }, 'c1')).toBeGreaterThan(100);
    await waitUntil(() => probe.progress('c1').at(-1)?.message === 'over');
    expect(probe.progress('c1').length).toBeGreaterThan(2);
    expect(probe.progress('c1').length).toBeLessThanOrEqual(14);
  });

  bench.proves(
    'R49',
    'usage is set or added per call and unit; the totals are the sum, failed and streamed calls too',
    async () => {
      const probe = await bench.load('ProbeCapability');
      const reports = [
        [{ tokens: 5 }, false],
        [{ tokens: 3 }, false],
        [{ tokens: 4, pages: 2 }, true],
      ];
      await probe.action('usage', { reports }, 'c1');
      await failureOf(probe.action('usage', { reports: [[{ tokens: 10 }, true]], fail: true }, 'c2'));
      await all(probe.loaded.stream({ op: 'executeStream', args: [3] }, { callId: 'c3' }));
      expect(probe.usage('c1')).toEqual({ tokens: 7, pages: 2 });
      expect(probe.usage()).toEqual({ tokens: 17, pages: 2, chunks: 3 });
      await Promise.all([1, 2, 3, 4, 5].map((n) => probe.action('usage', { reports: [[{ rapid: n }, false]] })));
      expect(probe.usage()).toMatchObject({ rapid: 15 });
    },
  );

  bench.proves(
    'R50',
    'a heartbeat keeps progress and message moving, follows reports and stops with its block',
    async () => {
      const probe = await bench.load('ProbeCapability');
      const work = { phase: 'loading', ms: 600, intervalMs: 100, progress: 0.5, rebase: 'almost' };
      await probe.action('beat', work, 'c1');
      const seen = probe.progress('c1');
      expect(seen[0]).toMatchObject({ progress: 0.5, message: 'loading (0.0s)' });
      expect(seen.length).toBeGreaterThanOrEqual(3);
      expect(seen.every(({ message }) => /^(loading|almost) \(\d+\.\ds\)$/.test(message))).toBe(true);
      expect(seen.at(-1)).toMatchObject({
        progress: 0.75,
        message: expect.stringMatching(/^almost \((?:0\.[3-9]|[1-9]\d*\.\d)s\)$/) as string,
      });
      expect(new Set(seen.map(({ message }) => message)).size).toBeGreaterThan(2);
      await failureOf(probe.action('beat', { phase: 'failing', ms: 40, intervalMs: 20, fail: true }, 'c2'));
      const { length } = probe.news;
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(probe.news.length).toBe(length);
      expect(probe.progress('c2')[0]).toMatchObject({ progress: -1 });
    },
  );

  if (bench.subject.seesBusyTools) {
    bench.proves('R50', 'a synchronous block cannot stop a heartbeat', async () => {
      const probe = await bench.load('ProbeCapability');
      const call = probe.action('beatBusy', { phase: 'busy', ms: 2000, intervalMs: 100 }, 'c1');
      await waitUntil(() => probe.progress('c1').length >= 3);
      await call;
    });
  }

  bench.proves('R51', 'heartbeats work in every hook, call and task, and while a module loads', async () => {
    const adapters = [{ name: 'echo', ...sourceOf('EchoAdapter') }];
    const probe = await bench.load('ProbeCapability', { config: { label: 'beating' }, adapters });
    await probe.capability.prefetch();
    await probe.capability.reconfigure({}, { label: 'beating' });
    await probe.loaded.call({ op: 'execute' });
    await probe.action('beat', { phase: 'action', ms: 2, intervalMs: 20 });
    await all(probe.loaded.stream({ op: 'executeStream' }));
    await probe.loaded.call({ op: 'task', task: 'echo', method: 'describe', named: {} });
    const phases = new Set(probe.news.flatMap((one) => (one.kind === 'progress' && one.phase ? [one.phase] : [])));
    const wanted = ['initialize', 'prefetch', 'reconfigure', 'execute', 'action', 'stream', 'task'];
    expect([...phases].sort()).toEqual(wanted.sort());
    const slow = await bench.load('SlowImportCapability');
    expect(slow.progress('boot')[0]).toMatchObject({ message: 'importing (0.0s)' });
    expect(slow.progress('boot').length).toBeGreaterThan(1);
  });

  test('the envelope of a call is there across awaits, and facts on the side reach the host', async () => {
    const probe = await bench.load('ProbeCapability');
    const envelope = { callId: 'c1', runId: 'r1', nodeId: null, control: { force: true } };
    const seen = await probe.loaded.call({ op: 'action', action: 'context' }, envelope);
    expect(seen).toEqual({ same: true, callId: 'c1', runId: 'r1', attempt: 1, control: { force: true } });
    await probe.action('account', { type: 'cache', payload: { hit: true } }, 'c2');
    const fact = { kind: 'account', callId: 'c2', type: 'cache', payload: { hit: true } };
    expect(probe.news.filter((one) => one.kind === 'account')).toEqual([fact]);
  });
}
