import { expect } from 'vitest';
import { CapabilityCancelledError } from '../../error/transient-errors.js';
import { failureOf, waitUntil, type ContractBench } from './contract-bench.js';

/** Tests cancellation of single calls. */
export function cancelContract(bench: ContractBench): void {
  bench.proves(
    'R42',
    'cancel runs the callbacks in order, and again each time; without an id it means every call',
    async () => {
      const probe = await loadProbe();
      const call = failureOf(probe.action('register', { names: ['first', 'second'] }, 'c1'));
      await probe.began('c1');
      probe.capability.cancel('c1', 'enough');
      await waitUntil(async () => (await probe.seen()).length >= 3);
      probe.capability.cancel('c1', 'enough');
      await waitUntil(async () => (await probe.seen()).length >= 6);
      const once = ['constructor:enough', 'first:enough', 'second:enough'];
      expect(await probe.events()).toEqual([...once, ...once]);
      await probe.action('release', { id: 'c1' });
      await call;
      const both = ['a', 'b'].map((id) => failureOf(probe.action('hold', { tag: id }, id)));
      for (const id of ['a', 'b']) await probe.began(id);
      probe.capability.cancel();
      for (const error of await Promise.all(both)) expect(error).toBeInstanceOf(CapabilityCancelledError);
    },
  );

  bench.proves('R43', 'a cancel callback that throws is logged and skipped', async () => {
    const probe = await loadProbe();
    const call = failureOf(probe.action('register', { names: ['broken', 'after'] }, 'c1'));
    await probe.began('c1');
    probe.capability.cancel('c1', 'enough');
    await waitUntil(() => probe.logs().some((line) => line.includes('a broken callback')));
    expect(await probe.events()).toEqual(['constructor:enough', 'broken:enough', 'after:enough']);
    await probe.action('release', { id: 'c1' });
    await call;
  });

  bench.proves('R44', 'checkCancel throws only where a cancel was asked for, and says of what and why', async () => {
    const probe = await loadProbe();
    expect(await probe.action('check')).toBe('not cancelled');
    const call = failureOf(probe.action('hold', {}, 'c1'));
    await probe.began('c1');
    probe.capability.cancel('c1', 'enough');
    const error = await call;
    expect(error).toBeInstanceOf(CapabilityCancelledError);
    expect(error).toMatchObject({ callId: 'c1', reason: 'enough' });
    expect(await probe.action('check')).toBe('not cancelled');
  });

  bench.proves('R46', 'cancelSignalTo holds for its block, and each undoes only its own', async () => {
    const probe = await loadProbe();
    await Promise.allSettled([probe.action('scoped')]);
    const events = (await probe.events()).filter((event) => !String(event).startsWith('constructor'));
    expect(events).toEqual(['twice', 'outer']);
  });

  bench.proves(
    'R47',
    'a cancel touches its own call and no other: not the next one, and one that comes before its call',
    async () => {
      const probe = await loadProbe();
      const running = probe.action('hold', { tag: 'kept' }, 'kept');
      const ended = failureOf(probe.action('hold', { tag: 'ended' }, 'ended'));
      for (const id of ['kept', 'ended']) await probe.began(id);
      probe.capability.cancel('ended', 'enough');
      expect(await ended).toBeInstanceOf(CapabilityCancelledError);
      expect(await failureOf(probe.action('selfCancel'))).toMatchObject({ reason: 'own wish' });
      await probe.action('release', { id: 'kept' });
      expect(await running).toBe('kept');
      expect(await probe.action('check')).toBe('not cancelled');
      await probe.events();
      probe.capability.cancel('later', 'too soon');
      const error = await failureOf(probe.action('hold', { tag: 'later' }, 'later'));
      expect(error).toBeInstanceOf(CapabilityCancelledError);
      expect(await probe.events()).not.toContain('later:begin');
    },
  );

  if (bench.subject.seesBusyTools) {
    bench.proves('R44', 'checkCancel sees a cancel in a loop that never gives its thread back', async () => {
      const probe = await loadProbe();
      const call = failureOf(probe.action('spin', {}, 'c1'));
      await waitUntil(() => probe.progress('c1').length > 0);
      probe.capability.cancel('c1', 'enough');
      expect(await call).toBeInstanceOf(CapabilityCancelledError);
    });
  }

  /** Loads a probe and clears its record of the load; the record can be read without clearing it. */
  async function loadProbe() {
    const probe = await bench.load('ProbeCapability');
    await probe.events();
    return Object.assign(probe, { seen: async () => (await probe.action('peek')) as unknown[] });
  }
}
