import type { Usage } from '../call/call-sink.js';
import type { CapabilityInstance } from './capability-instance.js';
import type { Host } from './host.js';

/** What one call takes: looked at while it runs, noted when it is over. */
export class MeasuredCall {
  readonly #host: Host;
  readonly #instance: CapabilityInstance;
  readonly #exact: boolean;
  readonly #began: number;
  readonly #configHash: string;
  readonly #end: ReturnType<CapabilityInstance['sampler']['begin']> | undefined;

  /** An exact one is also looked at when it ends, and its answer waits for that. */
  constructor(host: Host, instance: CapabilityInstance, exact: boolean) {
    this.#host = host;
    this.#instance = instance;
    this.#exact = exact;
    this.#began = host.clock.now();
    this.#configHash = instance.configHash;
    this.#end = instance.isMeasurable ? instance.sampler.begin() : undefined;
  }

  async end(ok: boolean, usage: Usage): Promise<void> {
    const noted = this.#note(ok, usage);
    if (this.#exact) await noted;
  }

  /** Disposable: what cannot be noted is measured again. */
  async #note(ok: boolean, usage: Usage): Promise<void> {
    const { clock, measurements } = this.#host;
    const durationMs = clock.now() - this.#began;
    try {
      const peak = (await this.#end?.(this.#exact)) ?? { rssBytes: 0, gpuBytes: 0 };
      await measurements.add({
        instanceId: this.#instance.id,
        configHash: this.#configHash,
        ok,
        atMs: clock.wallMs(),
        durationMs,
        peakRssBytes: peak.rssBytes,
        peakGpuBytes: peak.gpuBytes,
        usage,
      });
    } catch {
      this.#host.warn(`What a call of "${this.#instance.id}" took could not be noted`);
    }
  }
}
