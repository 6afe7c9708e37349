import { Console } from 'node:console';
import { userInfo } from 'node:os';
import { ExitCode, exitCodeOfSignal } from './exit-code.js';

/** Where text goes. */
export interface Sink {
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Everything the terminal door knows of the world around it; a test hands in its own. */
export interface Io {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  readonly cwd: string;
  /** The account that runs the process: who makes the calls of a terminal. */
  readonly user: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Command that starts `helve` again, for configurations that it writes (default: `helve` on the path). */
  readonly launch?: readonly [command: string, ...args: string[]];
  /** Fires with the name of the signal as its reason. Until somebody asks for it, a signal ends the process as usual. */
  readonly signal: AbortSignal;
}

/** The process itself. The only place that touches its environment, streams and signals. */
export function processIo(): Io {
  hearFailures(process.stdout);
  hearFailures(process.stderr);
  divertConsole();
  let signal: AbortSignal | undefined;
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    // Asked for only when it is read: opening it takes time.
    get stdin() {
      return process.stdin;
    },
    cwd: process.cwd(),
    get user() {
      return accountName();
    },
    env: process.env,
    launch: [process.execPath, ...process.argv.slice(1, 2)],
    get signal() {
      signal ??= listenForSignals();
      return signal;
    },
  };
}

/** An account may have no name, as in containers with a user id of their own. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Whoever reads our output may stop early, as `head` does, and a terminal may close: that is no failure. A full disk is
 * one, also when all else is done.
 */
function hearFailures(stream: NodeJS.WriteStream): void {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || code === 'EIO') return;
    process.exitCode = ExitCode.failed;
    if (stream !== process.stderr) process.stderr.write(`Cannot write the output: ${message}\n`);
  });
}

/** Stdout belongs to results: what tools and config files print goes to stderr. */
function divertConsole(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}

/** The signals by which somebody ends a process; SIGQUIT stays the way to end it at once. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Time within which a repeated signal counts as one: `timeout` signals the process, then its whole group. */
const SAME_SIGNAL_MS = 1_000;

/** The first signal asks for an end, the second one makes it. */
function listenForSignals(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const onSignal = (name: string) => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort(name);
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      process.exit(exitCodeOfSignal(name));
    }
  };
  for (const name of endings) process.on(name, onSignal);
  return controller.signal;
}
