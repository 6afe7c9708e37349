import type { WorkerClock } from '../supervisor/clock.js';
import type { Peaks, ResourceProbe } from './resource-probe.js';

const SAMPLE_MS = 200;

const nothing: Peaks = Object.freeze({ rssBytes: 0, gpuBytes: 0 });

/** Looks at a worker while it has calls, and never otherwise. */
export class PeakSampler {
  readonly #probe: ResourceProbe;
  readonly #clock: WorkerClock;
  readonly #pid: () => number | undefined;
  readonly #onSample: (sample: Peaks) => void;
  #last: Peaks = nothing;
  #peak: Peaks = nothing;
  #open = new Set<{ peak: Peaks }>();
  #stop: (() => void) | undefined;

  constructor(options: {
    readonly probe: ResourceProbe;
    readonly clock: WorkerClock;
    readonly pid: () => number | undefined;
    readonly onSample?: (sample: Peaks) => void;
  }) {
    this.#probe = options.probe;
    this.#clock = options.clock;
    this.#pid = options.pid;
    this.#onSample = options.onSample ?? (() => undefined);
  }

  /** What was seen last. */
  get last(): Peaks {
    return this.#last;
  }

  /** The most that was ever seen. */
  get peak(): Peaks {
    return this.#peak;
  }

  /** Watches during one call. The function that is returned ends that and gives the peak, with a last look if asked. */
  begin(): (look: boolean) => Promise<Peaks> {
    const span = { peak: nothing };
    this.#open.add(span);
    this.#stop ??= this.#clock.after(SAMPLE_MS, () => void this.#tick());
    return async (look) => {
      if (look) await this.sample();
      this.#open.delete(span);
      if (this.#open.size === 0) this.stop();
      return span.peak.rssBytes > 0 || span.peak.gpuBytes > 0 ? span.peak : this.#last;
    };
  }

  async sample(): Promise<Peaks> {
    const pid = this.#pid();
    const seen = pid === undefined ? nothing : await this.#probe.tree(pid).catch(() => nothing);
    this.#last = seen;
    this.#peak = larger(this.#peak, seen);
    for (const span of this.#open) span.peak = larger(span.peak, seen);
    return seen;
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  async #tick(): Promise<void> {
    this.#onSample(await this.sample());
    this.#stop = this.#open.size === 0 ? undefined : this.#clock.after(SAMPLE_MS, () => void this.#tick());
  }
}

function larger(a: Peaks, b: Peaks): Peaks {
  return { rssBytes: Math.max(a.rssBytes, b.rssBytes), gpuBytes: Math.max(a.gpuBytes, b.gpuBytes) };
}
