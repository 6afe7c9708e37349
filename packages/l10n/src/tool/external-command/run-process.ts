import { spawn, type ChildProcess } from 'node:child_process';
import type { ExecRequest, ExecResult } from './exec-run-contract.js';
import { openInput } from './open-input.js';

/** Process options that a flow does not control. */
export interface ProcessOptions {
  /** The available variables; a program sees PATH, LANG and those that its step names. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Working directory of programs. */
  readonly folder?: string;
}

const STDERR_BYTES = 2048;
/** Maximum time that leftovers of a program may keep its output open. */
const LINGER_MS = 500;

/** Runs a program without a shell, in a process group of its own that ends with it. */
export async function runProcess(
  request: ExecRequest,
  options: ProcessOptions,
  signal: AbortSignal,
): Promise<ExecResult> {
  signal.throwIfAborted();
  const input = await openInput(request.stdin);
  try {
    signal.throwIfAborted();
    return await runToEnd(new ProcessRun(start(request, options, input.fd), request), request, signal);
  } finally {
    await input.close();
  }
}

function runToEnd(run: ProcessRun, request: ExecRequest, signal: AbortSignal): Promise<ExecResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => run.stop('timed-out'), request.timeoutMs);
    const abort = () => run.stop('signalled');
    signal.addEventListener('abort', abort, { once: true });
    run.done.then((result) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else resolve(result);
    }, reject);
  });
}

function start(
  { command, args, env }: ExecRequest,
  { environment, folder }: ProcessOptions,
  input: number,
): ChildProcess {
  const seen = ['PATH', 'LANG', ...env].flatMap((name): [string, string][] => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  return spawn(command, [...args], {
    env: Object.fromEntries(seen),
    shell: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: [input, 'pipe', 'pipe'],
    ...(folder === undefined ? {} : { cwd: folder }),
  });
}

/** One running program. */
class ProcessRun {
  readonly done: Promise<ExecResult>;
  readonly #child: ChildProcess;
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  #bytes = 0;
  #said: Buffer = Buffer.alloc(0);
  #stopped: 'timed-out' | 'too-long' | 'signalled' | undefined;

  constructor(child: ChildProcess, { maxOutputBytes }: ExecRequest) {
    this.#child = child;
    this.#maxBytes = maxOutputBytes;
    child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#said = Buffer.concat([this.#said, chunk]).subarray(-STDERR_BYTES);
    });
    this.done = new Promise((resolve) => {
      child.once('error', (error) => resolve(this.#result('not-started', null, null, error.message)));
      child.once('exit', () => setTimeout(() => this.#endGroup(), LINGER_MS).unref());
      child.once('close', (code, signal) => resolve(this.#ended(code, signal)));
    });
  }

  stop(reason: 'timed-out' | 'too-long' | 'signalled'): void {
    this.#stopped ??= reason;
    this.#endGroup();
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.stop('too-long');
    else this.#chunks.push(chunk);
  }

  #endGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #ended(code: number | null, signal: string | null): ExecResult {
    if (this.#stopped !== undefined) return this.#result(this.#stopped, code, signal);
    return this.#result(code === null ? 'signalled' : 'exited', code, signal);
  }

  #result(
    outcome: ExecResult['outcome'],
    exitCode: number | null,
    signal: string | null,
    problem?: string,
  ): ExecResult {
    const stderr = problem ?? new TextDecoder().decode(this.#said);
    if (outcome !== 'exited') return { outcome, exitCode, signal, stdout: '', stderr };
    try {
      const stdout = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(this.#chunks));
      return { outcome, exitCode, signal, stdout, stderr };
    } catch {
      return { outcome: 'not-utf8', exitCode, signal, stdout: '', stderr };
    }
  }
}
