import { newCallId } from '../call/call-id.js';
import type { Config } from '../capability/tool-capability.js';
import type { CapabilityInstance } from '../manager/capability-instance.js';
import type { CapabilityCallOptions, CapabilityRequest } from '../manager/capability-request.js';
import type { Host } from '../manager/host.js';
import type { InstanceInfo, WorkerInfo } from '../manager/instance-info.js';
import { CallGate } from '../supervisor/call-gate.js';
import { declaredMemory, idleTime, poolSize, type PoolSize } from './pool-size.js';

/** Time without further attempts after a worker could not be added. */
const REST_MS = 30_000;

/** Creates and starts another worker of an instance, with this configuration; `at` counts from 0. */
export type AddMember = (config: Config, at: number) => Promise<CapabilityInstance>;

/**
 * The workers of one instance: each call goes to the least busy one, waiting calls add workers up to the maximum, and
 * idle ones above the minimum end. The first member keeps the configuration and the record.
 *
 *     call ─▶ gate (room in any worker) ─▶ least busy member
 */
export class InstancePool {
  readonly primary: CapabilityInstance;
  readonly #host: Host;
  readonly #add: AddMember;
  readonly #gate: CallGate;
  /** Calls that each member was given. */
  readonly #seats = new Map<CapabilityInstance, number>();
  readonly #idle = new Map<CapabilityInstance, () => void>();
  #members: readonly CapabilityInstance[];
  #starting = 0;
  #restsUntil = -Infinity;
  #closed = false;

  constructor(host: Host, primary: CapabilityInstance, add: AddMember) {
    this.#host = host;
    this.primary = primary;
    this.#add = add;
    this.#members = [primary];
    this.#gate = new CallGate(this.#limits(), primary.supervisor.subject, host.clock);
  }

  get members(): readonly CapabilityInstance[] {
    return this.#members;
  }

  get size(): PoolSize {
    return poolSize(this.primary.plan.options);
  }

  /** Number of calls that may run at once when the pool is full. */
  get capacity(): number {
    return this.size.max * this.primary.limits.maxConcurrent;
  }

  /** Number of calls that run or wait. */
  get load(): number {
    return this.#members.reduce((sum, { gate }) => sum + gate.inFlight + gate.queued, this.#gate.queued);
  }

  /** Starts the workers that are always there. */
  async fill(): Promise<void> {
    const missing = this.size.min - this.#members.length;
    for (let count = 0; count < missing; count += 1) await this.#grow();
    this.#rest(this.primary);
  }

  call(request: CapabilityRequest, options: CapabilityCallOptions = {}): Promise<unknown> {
    // The common case: one worker, which stays.
    if (this.#isPlain) return this.primary.call(request, options);
    return this.#seated(options, (member, seated) => member.call(request, seated));
  }

  stream(request: CapabilityRequest, options: CapabilityCallOptions = {}): AsyncIterableIterator<unknown> {
    return this.#isPlain ? this.primary.stream(request, options) : this.#stream(request, options);
  }

  /** Runs something for each member: the first one, which decides, then the others. */
  async each(work: (member: CapabilityInstance) => Promise<void>): Promise<void> {
    const [first, ...others] = this.#members;
    if (first !== undefined) await work(first);
    await Promise.all(others.map(work));
  }

  /** Gives the others the configuration of the first; one that cannot take it is replaced. */
  async spread(apply: (member: CapabilityInstance, config: Config) => Promise<void>): Promise<void> {
    const { config } = this.primary;
    for (const member of this.#members.slice(1)) {
      await apply(member, config).catch(() => this.#remove(member));
    }
    await this.fill();
  }

  /** Ends all workers but the first. */
  async shrink(): Promise<void> {
    await Promise.all(this.#members.slice(1).map((member) => this.#remove(member)));
    this.#gate.limits = this.#limits();
  }

  /** Ends idle workers until the next call; false when one of them is busy. */
  async park(): Promise<boolean> {
    if (this.load > 0) return false;
    await this.shrink();
    return this.primary.supervisor.park();
  }

  async stop(): Promise<void> {
    this.#closed = true;
    for (const cancel of this.#idle.values()) cancel();
    await Promise.all(this.#members.map((member) => member.stop()));
  }

  /** Ends all workers at once. */
  async abandon(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#members.map(({ supervisor }) => supervisor.abandon()));
  }

  info(): InstanceInfo {
    const info = this.primary.info();
    if (this.#members.length === 1) return info;
    const all = this.#members.map((member) => member.info());
    return Object.freeze({
      ...info,
      inFlight: total(all, ({ inFlight }) => inFlight),
      queued: total(all, ({ queued }) => queued) + this.#gate.queued,
      restarts: total(all, ({ restarts }) => restarts),
      calls: {
        completed: total(all, ({ calls }) => calls.completed),
        failed: total(all, ({ calls }) => calls.failed),
      },
      usage: all.reduce((usage, one) => addUsage(usage, one.usage), {}),
      workers: all.flatMap(({ workers }): readonly WorkerInfo[] => workers),
    });
  }

  get #isPlain(): boolean {
    const { max } = this.size;
    return max === 1 && this.primary.plan.options.idleUnloadMs === undefined;
  }

  #limits() {
    const { maxConcurrent, maxQueued } = this.primary.limits;
    return { maxConcurrent: Math.max(1, this.#members.length) * maxConcurrent, maxQueued };
  }

  /** Waits for room in any worker, then lets the least busy one do the work within the time that is left. */
  async #seated<T>(
    options: CapabilityCallOptions,
    work: (member: CapabilityInstance, options: CapabilityCallOptions) => Promise<T>,
  ): Promise<T> {
    const { member, seated, leave } = await this.#enter(options);
    try {
      return await work(member, seated);
    } finally {
      leave();
    }
  }

  async *#stream(request: CapabilityRequest, options: CapabilityCallOptions): AsyncIterableIterator<unknown> {
    const { member, seated, leave } = await this.#enter(options);
    try {
      yield* member.stream(request, seated);
    } finally {
      leave();
    }
  }

  async #enter(options: CapabilityCallOptions) {
    this.primary.assertEnabled();
    const { clock } = this.#host;
    const { callId = newCallId(), signal, nested } = options;
    const timeouts = { ...this.primary.plan.options.timeouts, ...options.timeouts };
    const { queueMs, totalMs } = timeouts;
    const began = clock.now();
    const waiting = this.#gate.enter({ callId, queueMs, totalMs, signal, nested });
    this.#growIfBusy();
    if (waiting !== undefined) await waiting;
    const member = this.#leastBusy();
    this.#idle.get(member)?.();
    this.#seat(member, 1);
    const left = totalMs === undefined ? {} : { totalMs: Math.max(1, totalMs - (clock.now() - began)) };
    const leave = () => {
      this.#seat(member, -1);
      this.#gate.leave();
      this.#rest(member);
    };
    return { member, seated: { ...options, callId, timeouts: { ...timeouts, ...left } }, leave };
  }

  #seat(member: CapabilityInstance, change: 1 | -1): void {
    this.#seats.set(member, (this.#seats.get(member) ?? 0) + change);
  }

  /** A worker that is ready comes before one that is starting again, and before one that gave up. */
  #leastBusy(): CapabilityInstance {
    const order = (member: CapabilityInstance) => rank(member.supervisor.state) * 1e6 + (this.#seats.get(member) ?? 0);
    return this.#members.reduce((best, one) => (order(one) < order(best) ? one : best));
  }

  /** Adds a worker for every group of calls that would have to wait. */
  #growIfBusy(): void {
    const { maxConcurrent } = this.primary.limits;
    const wanted = Math.ceil(this.#gate.queued / maxConcurrent) - this.#starting;
    const room = this.size.max - this.#members.length - this.#starting;
    if (this.#host.clock.now() < this.#restsUntil) return;
    for (let count = 0; count < Math.min(wanted, room); count += 1) void this.#grow();
  }

  async #grow(): Promise<void> {
    if (this.#closed) return;
    this.#starting += 1;
    try {
      await this.#assertRoom();
      const member = await this.#add(this.primary.config, this.#members.length + this.#starting - 1);
      if (this.#closed) return await member.stop();
      member.enabled = this.primary.enabled;
      this.#members = [...this.#members, member];
      this.#gate.limits = this.#limits();
      this.#rest(member);
    } catch (error) {
      this.#restsUntil = this.#host.clock.now() + REST_MS;
      this.#host.warn(`"${this.primary.id}" goes on with ${this.#members.length} workers: ${String(error)}`);
    } finally {
      this.#starting -= 1;
    }
  }

  /** Throws when the memory that is declared for a worker is not there. */
  async #assertRoom(): Promise<void> {
    const needed = declaredMemory(this.primary.plan.options);
    if (needed === 0 || !this.primary.isMeasurable) return;
    const { ramAvailableBytes } = await this.#host.probe.machine();
    if (ramAvailableBytes < needed)
      throw new Error(`another one needs ${needed} bytes, and ${ramAvailableBytes} are free`);
  }

  /** Ends a worker that stays idle, unless the minimum needs it. */
  #rest(member: CapabilityInstance): void {
    this.#idle.get(member)?.();
    if (this.#closed || this.#isBusy(member) || this.size.max === this.size.min) return;
    const cancel = this.#host.clock.after(idleTime(this.primary.plan.options), () => void this.#endIdle(member));
    this.#idle.set(member, () => {
      cancel();
      this.#idle.delete(member);
    });
  }

  async #endIdle(member: CapabilityInstance): Promise<void> {
    this.#idle.delete(member);
    if (this.#isBusy(member) || this.#closed || !this.#members.includes(member)) return;
    if (this.#members.length <= this.size.min) return;
    if (member !== this.primary) await this.#remove(member);
    else if (this.size.min === 0 && this.#members.length === 1) await member.supervisor.park();
    // The first one ends last: it waits for the others.
    else this.#rest(member);
  }

  #isBusy(member: CapabilityInstance): boolean {
    return (this.#seats.get(member) ?? 0) + member.gate.inFlight + member.gate.queued > 0;
  }

  async #remove(member: CapabilityInstance): Promise<void> {
    this.#idle.get(member)?.();
    this.#seats.delete(member);
    this.#members = this.#members.filter((one) => one !== member);
    this.#gate.limits = this.#limits();
    await member.stop();
  }
}

function rank(state: CapabilityInstance['supervisor']['state']): number {
  if (state === 'running' || state === 'parked') return 0;
  return state === 'crash_looping' || state === 'stopped' ? 2 : 1;
}

function total(all: readonly InstanceInfo[], read: (info: InstanceInfo) => number): number {
  return all.reduce((sum, info) => sum + read(info), 0);
}

function addUsage(a: InstanceInfo['usage'], b: InstanceInfo['usage']): InstanceInfo['usage'] {
  const units = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...units].map((unit) => [unit, (a[unit] ?? 0) + (b[unit] ?? 0)]));
}
