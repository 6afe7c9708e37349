import { type TimerClock } from '@helve/core';
import type { Peaks, ResourceProbe } from './resource-probe.js';

const SAMPLE_MS = 200;

const nothing: Peaks = Object.freeze({ rssBytes: 0, gpuBytes: 0 });

/** The duration of one call, with the peak seen in it. */
export interface PeakWindow {
  peak: Peaks;
}

/** Samples the memory of a worker while it has calls. */
export class PeakSampler {
  readonly #probe: ResourceProbe;
  readonly #clock: TimerClock;
  readonly #pid: () => number | undefined;
  readonly #onSample: (sample: Peaks) => void;
  #last: Peaks = nothing;
  #peak: Peaks = nothing;
  #open = new Set<PeakWindow>();
  #stop: (() => void) | undefined;

  constructor(options: {
    readonly probe: ResourceProbe;
    readonly clock: TimerClock;
    readonly pid: () => number | undefined;
    readonly onSample?: (sample: Peaks) => void;
  }) {
    this.#probe = options.probe;
    this.#clock = options.clock;
    this.#pid = options.pid;
    this.#onSample = options.onSample ?? (() => undefined);
  }

  /** The latest sample. */
  get last(): Peaks {
    return this.#last;
  }

  /** The highest sample so far. */
  get peak(): Peaks {
    return this.#peak;
  }

  /** Begins to sample for one call; `end` ends it. */
  begin(): PeakWindow {
    const window = { peak: nothing };
    this.#open.add(window);
    this.#stop ??= this.#clock.after(SAMPLE_MS, () => void this.#tick());
    return window;
  }

  /** Returns the peak of a call; without a sample during the call, the latest one. */
  end(window: PeakWindow): Peaks {
    this.#open.delete(window);
    return window.peak.rssBytes > 0 || window.peak.gpuBytes > 0 ? window.peak : this.#last;
  }

  async sample(): Promise<Peaks> {
    const pid = this.#pid();
    const seen = pid === undefined ? nothing : await this.#probe.tree(pid).catch(() => nothing);
    this.#last = seen;
    this.#peak = larger(this.#peak, seen);
    for (const window of this.#open) window.peak = larger(window.peak, seen);
    return seen;
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Samples once and re-arms the timer while calls are open. Ended calls do not stop it, since the next one often begins at once. */
  async #tick(): Promise<void> {
    if (this.#open.size > 0) this.#onSample(await this.sample());
    const isWanted = this.#open.size > 0 && this.#stop !== undefined;
    this.#stop = isWanted ? this.#clock.after(SAMPLE_MS, () => void this.#tick()) : undefined;
  }
}

function larger(a: Peaks, b: Peaks): Peaks {
  return { rssBytes: Math.max(a.rssBytes, b.rssBytes), gpuBytes: Math.max(a.gpuBytes, b.gpuBytes) };
}
