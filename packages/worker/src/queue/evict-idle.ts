import { type TimerClock } from '@helve/core';
import type { ResourceShortfall } from '../error/resource-errors.js';
import type { InstancePool } from '../instance-pool/instance-pool.js';
import type { CapabilityManager } from '../manager/capability-manager.js';

const COOLDOWN_MS = 15_000;
/** Frees more than is missing, since measurements are inexact. */
const MARGIN = 1.25;
const MIB = 1024 * 1024;

/** Frees memory by ending workers of idle instances, which start again with their next call. */
export class Evictor {
  readonly #manager: CapabilityManager;
  readonly #clock: TimerClock;
  /** True when a job waits for the instance. */
  readonly #isAwaited: (instanceId: string) => boolean;
  #lastAt = -Infinity;

  constructor(manager: CapabilityManager, clock: TimerClock, isAwaited: (instanceId: string) => boolean) {
    this.#manager = manager;
    this.#clock = clock;
    this.#isAwaited = isAwaited;
  }

  /** Ends the largest idle workers until enough is free and returns their ids. Throttled unless forced. */
  async evict(
    forId: string,
    shortfall: ResourceShortfall | undefined,
    { force = false } = {},
  ): Promise<readonly string[]> {
    const now = this.#clock.now();
    if (!force && now - this.#lastAt < COOLDOWN_MS) return [];
    const kind = shortfall?.resource === 'gpu_vram_mb' ? 'gpuBytes' : 'rssBytes';
    const idle = await this.#idle(forId, kind);
    if (idle.length === 0) return [];
    this.#lastAt = now;
    const wanted = shortfall === undefined ? Infinity : (shortfall.needed - shortfall.available) * MIB * MARGIN;
    const chosen: InstancePool[] = [];
    let freed = 0;
    for (const { pool, size } of idle) {
      if (freed >= wanted) break;
      chosen.push(pool);
      freed += size;
    }
    const parked = await Promise.all(chosen.map((pool) => pool.park()));
    return chosen.filter((_, at) => parked[at]).map(({ primary }) => primary.id);
  }

  /** Returns idle instances: never the job's own, a busy one or one that a job waits for. */
  async #idle(forId: string, kind: 'rssBytes' | 'gpuBytes') {
    const candidates = this.#manager
      .instances()
      .filter(({ id, state, inFlight, queued }) => state === 'running' && id !== forId && inFlight + queued === 0)
      .map(({ id }) => this.#manager.pool(id))
      .filter(({ primary }) => primary.isMeasurable && !this.#isAwaited(primary.id));
    const sized = await Promise.all(
      candidates.map(async (pool) => {
        const samples = await Promise.all(pool.members.map(({ sampler }) => sampler.sample()));
        return { pool, size: samples.reduce((sum, sample) => sum + sample[kind], 0) };
      }),
    );
    return sized.filter(({ size }) => size > 0).toSorted((a, b) => b.size - a.size);
  }
}
