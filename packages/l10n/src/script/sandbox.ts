import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten';
import { withinLimit } from '../pattern/within-limit.js';
import { prelude } from './prelude.js';
import { locationIn, ScriptFailure } from './script-failure.js';

// The loaded type libraries do not include this part of the platform.
declare const WebAssembly: { readonly Memory: new (pages: { initial: number; maximum: number }) => object };

/** Resource limits of a script. */
export interface SandboxLimits {
  readonly memoryMb: number;
  /** Time limit of each call into the script. */
  readonly timeMs: number;
}

/** A script and its input. */
export interface SandboxSource {
  readonly code: string;
  /** Name shown in errors. */
  readonly file: string;
  readonly allowSource: boolean;
  /** Serves requests of the script; everything crosses as text. */
  host(name: string, ...args: readonly string[]): string | undefined;
}

const MIB = 1024 * 1024;
const PAGE = 64 * 1024;
/** Initial memory of the interpreter, and the share it needs for itself. */
const BORN_MIB = 16;
const OWN_MIB = 5;
/** Stack limit: deep recursion must end as an error of the script, long before the host's own stack overflows. */
const STACK_BYTES = 128 * 1024;
/** Time limit of loading, begin and end, which are not counted per part. */
export const START_MS = 5_000;
/**
 * Time limit inside a built-in. The interpreter checks the time between two steps of a script but not inside a
 * built-in, where it is ended from outside by wall-clock time; on a busy machine that says little before this much has
 * passed.
 */
const OUTSIDE_MS = 2_000;
const preludeFile = 'helve:prelude';

/** One interpreter with one script, in a memory of its own that cannot grow beyond its limit. */
export class Sandbox {
  readonly #runtime: QuickJSRuntime;
  readonly #vm: QuickJSContext;
  readonly #source: SandboxSource;
  readonly #timeMs: number;
  readonly #run: QuickJSHandle;
  readonly #kept: QuickJSHandle[] = [];
  readonly #words = new Map<string, QuickJSHandle>();
  #deadline = Infinity;
  #cpuAtEntry = 0;
  #allowedMs = START_MS;
  #overtime = false;
  #broken = false;
  #isWatched = false;

  private constructor(runtime: QuickJSRuntime, vm: QuickJSContext, source: SandboxSource, limits: SandboxLimits) {
    this.#runtime = runtime;
    this.#vm = vm;
    this.#source = source;
    this.#timeMs = limits.timeMs;
    runtime.setInterruptHandler(() => this.#isOver());
    this.#fill(limits.memoryMb);
    this.#run = this.#load();
  }

  /** Starts an interpreter and evaluates the script. */
  static async open(source: SandboxSource, limits: SandboxLimits): Promise<Sandbox> {
    const maximum = (Math.max(BORN_MIB, limits.memoryMb + OWN_MIB) * MIB) / PAGE;
    const wasmMemory = new WebAssembly.Memory({ initial: (BORN_MIB * MIB) / PAGE, maximum });
    // The interpreter is large, and most runs have no script.
    const { DefaultIntrinsics, newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } =
      await import('quickjs-emscripten');
    const module = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
    const runtime = module.newRuntime();
    runtime.setMaxStackSize(STACK_BYTES);
    // The host controls time and randomness.
    const vm = runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } });
    return withinLimit(() => new Sandbox(runtime, vm, source, limits), overdueAfter(START_MS), outsideLimit(START_MS));
  }

  /** True while the interpreter can be used; false once it ran out of memory. */
  get isUsable(): boolean {
    return !this.#broken;
  }

  /**
   * Runs work that calls the script, at most a few parts of a document, and ends it inside a built-in that does not
   * return.
   */
  watched<T>(work: () => T, allowedMs = this.#timeMs): T {
    if (this.#isWatched) return work();
    this.#isWatched = true;
    const overdue = () => {
      this.#broken = true;
      return overdueAfter(allowedMs)();
    };
    try {
      return withinLimit(work, overdue, outsideLimit(allowedMs));
    } finally {
      this.#isWatched = false;
    }
  }

  /** Calls the script and returns its result as text. `name` is the kind of a part, begin or end. */
  run(name: string, ...args: readonly string[]): string | undefined {
    const handles = args.map((text) => this.#vm.newString(text));
    this.#allowedMs = name === 'begin' || name === 'end' ? START_MS : this.#timeMs;
    try {
      const word = this.#word(name);
      const result = this.#guard(() => this.#vm.callFunction(this.#run, this.#vm.undefined, word, ...handles));
      const answer = this.#vm.typeof(result) === 'string' ? this.#vm.getString(result) : undefined;
      result.dispose();
      return answer;
    } finally {
      if (!this.#broken) for (const handle of handles) handle.dispose();
    }
  }

  #word(name: string): QuickJSHandle {
    const known = this.#words.get(name) ?? this.#vm.newString(name);
    this.#words.set(name, known);
    return known;
  }

  /** Releases the memory. That of a broken interpreter is left to the garbage collector. */
  dispose(): void {
    if (this.#broken) return;
    this.#broken = true;
    for (const handle of [this.#run, ...this.#kept, ...this.#words.values()]) handle.dispose();
    this.#vm.dispose();
    this.#runtime.dispose();
  }

  /** Enforces a limit below the initial memory by allocating the rest. */
  #fill(memoryMb: number): void {
    const surplus = BORN_MIB - OWN_MIB - memoryMb;
    if (surplus <= 0) return;
    this.#kept.push(this.#guard(() => this.#vm.evalCode(`new ArrayBuffer(${surplus * MIB})`, preludeFile)));
  }

  #load(): QuickJSHandle {
    const { code, file, allowSource, host } = this.#source;
    const vm = this.#vm;
    const hostFunction = vm.newFunction('host', (...handles) => {
      const [name = '', ...args] = handles.map((handle) => vm.getString(handle));
      const answer = host(name, ...args);
      return answer === undefined ? vm.undefined : vm.newString(answer);
    });
    const start = this.#guard(() => vm.evalCode(prelude, preludeFile));
    const flag = allowSource ? vm.true : vm.false;
    const join = this.#guard(() => vm.callFunction(start, vm.undefined, hostFunction, flag));
    const exported = this.#guard(() => vm.evalCode(code, file, { type: 'module' }));
    const run = this.#guard(() => vm.callFunction(join, vm.undefined, exported));
    for (const handle of [hostFunction, start, join, exported]) handle.dispose();
    return run;
  }

  #isOver(): boolean {
    // A busy machine may have kept the script waiting; only the time that it worked counts.
    this.#overtime = performance.now() > this.#deadline && cpuMs() - this.#cpuAtEntry > this.#allowedMs;
    return this.#overtime;
  }

  /** Enters the interpreter once, within its time limit, and converts every failure to a `ScriptFailure`. */
  #guard(enter: () => ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (this.#broken) throw new ScriptFailure('memory', 'the sandbox is closed');
    this.#overtime = false;
    this.#deadline = performance.now() + this.#allowedMs;
    this.#cpuAtEntry = cpuMs();
    const result = this.#enter(enter);
    if (result.error === undefined) return result.value;
    const thrown: unknown = this.#vm.dump(result.error);
    result.error.dispose();
    throw this.#failureOf(thrown);
  }

  #enter(enter: () => ReturnType<QuickJSContext['evalCode']>): ReturnType<QuickJSContext['evalCode']> {
    try {
      return enter();
    } catch (error) {
      // The interpreter itself gave up, because no memory was left to report it.
      this.#broken = true;
      throw new ScriptFailure('memory', `the interpreter stopped, ${String(error)}`);
    }
  }

  #failureOf(thrown: unknown): ScriptFailure {
    const fields = typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) };
    const message = 'message' in fields ? String(fields.message) : 'it threw a value that is not an error';
    const location = 'stack' in fields ? locationIn(fields.stack, this.#source.file) : undefined;
    if (this.#overtime) return new ScriptFailure('time', `it took longer than ${this.#allowedMs} ms`, location);
    if (thrown === null || message === 'out of memory') {
      this.#broken = true;
      return new ScriptFailure('memory', 'it ran out of memory', location);
    }
    const name = 'name' in fields && typeof fields.name === 'string' ? `${fields.name}: ` : '';
    return new ScriptFailure('error', `${name}${message}`, location);
  }
}

function outsideLimit(allowedMs: number): number {
  return 2 * allowedMs + OUTSIDE_MS;
}

function overdueAfter(allowedMs: number): () => ScriptFailure {
  return () => new ScriptFailure('time', `it took longer than ${allowedMs} ms`);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
