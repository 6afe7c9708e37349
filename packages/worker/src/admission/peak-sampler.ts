import type { WorkerClock } from '../supervisor/clock.js';
import type { Peaks, ResourceProbe } from './resource-probe.js';

const SAMPLE_MS = 200;

const nothing: Peaks = Object.freeze({ rssBytes: 0, gpuBytes: 0 });

/** The time of one call, and the most that was seen in it. */
export interface PeakWindow {
  peak: Peaks;
}

/** Looks at a worker while it has calls, and never otherwise. */
export class PeakSampler {
  readonly #probe: ResourceProbe;
  readonly #clock: WorkerClock;
  readonly #pid: () => number | undefined;
  readonly #onSample: (sample: Peaks) => void;
  #last: Peaks = nothing;
  #peak: Peaks = nothing;
  #open = new Set<PeakWindow>();
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

  /** Watches during one call, which `end` ends. */
  begin(): PeakWindow {
    const span = { peak: nothing };
    this.#open.add(span);
    this.#stop ??= this.#clock.after(SAMPLE_MS, () => void this.#tick());
    return span;
  }

  /** The peak of a call that is over; of one that nobody looked at, what was seen last. */
  end(span: PeakWindow): Peaks {
    this.#open.delete(span);
    return span.peak.rssBytes > 0 || span.peak.gpuBytes > 0 ? span.peak : this.#last;
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

  /** The clock is stopped when it finds nobody, not by every call that ends: the next one often begins at once. */
  async #tick(): Promise<void> {
    if (this.#open.size > 0) this.#onSample(await this.sample());
    const isWanted = this.#open.size > 0 && this.#stop !== undefined;
    this.#stop = isWanted ? this.#clock.after(SAMPLE_MS, () => void this.#tick()) : undefined;
  }
}

function larger(a: Peaks, b: Peaks): Peaks {
  return { rssBytes: Math.max(a.rssBytes, b.rssBytes), gpuBytes: Math.max(a.gpuBytes, b.gpuBytes) };
}
