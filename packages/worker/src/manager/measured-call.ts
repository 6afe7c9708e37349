import type { PeakWindow } from '../admission/peak-sampler.js';
import type { Usage } from '../call/call-sink.js';
import type { CapabilityInstance } from './capability-instance.js';
import type { Host } from './host.js';

/** Measures one call while it runs and stores the result when it ends. */
export class MeasuredCall {
  readonly #host: Host;
  readonly #instance: CapabilityInstance;
  readonly #exact: boolean;
  readonly #began: number;
  readonly #configHash: string;
  readonly #span: PeakWindow | undefined;

  /** With `exact`, also samples at the end, and the call waits for it. */
  constructor(host: Host, instance: CapabilityInstance, exact: boolean) {
    this.#host = host;
    this.#instance = instance;
    this.#exact = exact;
    this.#began = host.clock.now();
    this.#configHash = instance.configHash;
    this.#span = instance.isMeasurable ? instance.sampler.begin() : undefined;
  }

  /** Returns undefined when there is nothing to wait for. */
  end(ok: boolean, usage: Usage): Promise<void> | undefined {
    const durationMs = this.#host.clock.now() - this.#began;
    if (!this.#exact) {
      void this.#note(ok, usage, durationMs);
      return undefined;
    }
    return this.#instance.sampler.sample().then(() => this.#note(ok, usage, durationMs));
  }

  /** Stores the measurement; a failure is ignored, since the next call is measured again. */
  async #note(ok: boolean, usage: Usage, durationMs: number): Promise<void> {
    const { clock, measurements } = this.#host;
    const { id: instanceId, sampler } = this.#instance;
    const peak = this.#span && sampler.end(this.#span);
    try {
      await measurements.add({
        instanceId,
        configHash: this.#configHash,
        ok,
        atMs: clock.wallMs(),
        durationMs,
        peakRssBytes: peak?.rssBytes ?? 0,
        peakGpuBytes: peak?.gpuBytes ?? 0,
        usage,
      });
    } catch {
      this.#host.warn(`Cannot store the measurement of a call of "${instanceId}"`);
    }
  }
}
