import { format } from 'node:util';
import { currentCall } from '../call/current-call.js';
import type { CallEnvelope } from '../call/call-envelope.js';
import type { LogLevel } from '../call/call-sink.js';
import type { WorkerPort } from '../transport/worker-port.js';
import { workerFrame } from '../wire/frame.js';

const levelByMethod = {
  trace: 'debug',
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const;

/** In ascending severity. */
const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'fatal'];
const MAX_MESSAGE = 64 * 1024;

/** Sends console output of this thread to the host as log lines, with the call that printed it. */
export function consoleToLog(port: WorkerPort, minLevel: string): void {
  const least = Math.max(0, levels.indexOf(minLevel as LogLevel));
  let lost = 0;
  const say = (level: LogLevel, message: string) => {
    if (levels.indexOf(level) < least) return;
    // A flood that the host does not read must not fill the memory of the worker.
    if (port.full) {
      lost += 1;
      return;
    }
    if (lost > 0) port.send(line('warn', `${lost} lines were lost: the host could not read as fast`));
    lost = 0;
    port.send(line(level, message.slice(0, MAX_MESSAGE)));
  };
  for (const [method, level] of Object.entries(levelByMethod)) {
    Reflect.set(console, method, (...args: unknown[]) => say(level, format(...args)));
  }
}

function line(level: LogLevel, message: string) {
  const call = currentCall();
  return workerFrame('log', {
    ...(call !== undefined && call.kind !== 'instance' && { id: call.id }),
    ...(call !== undefined && call.kind === 'task' && toFields(call.envelope)),
    level,
    message,
    time: Date.now(),
  });
}

function toFields({ jobId, runId, nodeId }: CallEnvelope) {
  if (jobId === undefined && runId === undefined && nodeId === undefined) return {};
  return { fields: { jobId, runId, nodeId } };
}
