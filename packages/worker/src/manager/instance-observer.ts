import { diagnosticLevels, type DiagnosticLevel, type DiagnosticLine } from '../port/diagnostics-store.js';
import type { ProxyObserver } from '../proxy/proxy-observer.js';
import { createStreamRedactor, type StreamRedactor } from '../secret/stream-redactor.js';
import type { SupervisorListener } from '../supervisor/worker-supervisor.js';
import type { CapabilityInstance } from './capability-instance.js';
import { journalThenPublish, type Host } from './host.js';

/** Creates listeners that forward everything about an instance's workers to journal, events and diagnostics. */
export function observeInstance(
  host: Host,
  instance: CapabilityInstance,
): { readonly listener: SupervisorListener; readonly observer: ProxyObserver } {
  return { listener: listenTo(host, instance), observer: observe(host, instance) };
}

function listenTo(host: Host, instance: CapabilityInstance): SupervisorListener {
  const ids = (session: string) => ({ capability: instance.name, instanceId: instance.id, session });
  return {
    onSpawn({ session, pid }) {
      void journalThenPublish(host, 'spawn', ids(session), { pid: pid ?? null });
    },
    onExit({ session }, { code, signal, expected }, why) {
      void journalThenPublish(host, 'exit', ids(session), { code, signal, expected, why });
    },
    onWorkerState(to, from, { pid }, reason) {
      const why = reason === undefined ? {} : { reason };
      const which = pid === undefined ? {} : { pid };
      const event = { type: 'worker_state_changed', instanceId: instance.id, from, to, ...which, ...why } as const;
      // Spawn and exit are journaled before they are published; other changes are only published.
      if (to === 'starting' || to === 'dead') queueAfterJournal(host, () => host.hub.publish(event));
      else host.hub.publish(event);
    },
    onCancelStep({ callId, phase, reason, outcome, last }, { session }) {
      const facts = { phase, reason, ...(outcome && { outcome }), ...(last && { last }) };
      const { jobId } = instance.calls.get(callId) ?? {};
      const about = { callId, ...(jobId !== undefined && { jobId }) };
      const event = { type: 'cancel_phase_changed', instanceId: instance.id, ...about, ...facts } as const;
      void journalThenPublish(host, 'cancel-phase', { ...ids(session), ...about }, facts, event);
    },
  };
}

/** Publishes after everything that this turn still appends. */
function queueAfterJournal({ journal }: Host, publish: () => void): void {
  queueMicrotask(() => void journal.settled().then(publish));
}

function observe(host: Host, instance: CapabilityInstance): ProxyObserver {
  const outputs: { readonly stdout: StreamRedactor; readonly stderr: StreamRedactor } = {
    stdout: createStreamRedactor(host.redactor),
    stderr: createStreamRedactor(host.redactor),
  };
  const add = (line: Pick<DiagnosticLine, 'source' | 'level' | 'message' | 'callId' | 'fields'>) => {
    const session = instance.supervisor.proxy?.session;
    host.diagnostics.add({
      atMs: host.clock.wallMs(),
      instanceId: instance.id,
      ...(session !== undefined && { session }),
      ...line,
    });
  };
  const show = (source: 'stdout' | 'stderr', text: string) => {
    for (const message of text.split('\n')) {
      if (message !== '') add({ source, level: source === 'stderr' ? 'warn' : 'info', message });
    }
  };
  return {
    onLog({ id, level, message, fields }) {
      add({
        source: 'log',
        level: toLevel(level),
        message: host.redactor.redactText(message),
        ...(id !== undefined && { callId: id }),
        ...(fields && { fields: host.redactor.redact(fields).value as NonNullable<DiagnosticLine['fields']> }),
      });
    },
    onOutput: ({ stream, text }) => show(stream, outputs[stream].write(`${text}\n`)),
    onExit() {
      show('stdout', outputs.stdout.end());
      show('stderr', outputs.stderr.end());
    },
    onNote(note) {
      const text = note.kind === 'late' ? `a late "${note.method}" of call "${note.id}"` : `unknown "${note.method}"`;
      add({ source: 'frame', level: 'debug', message: `Dropped ${text}` });
    },
  };
}

function toLevel(level: string): DiagnosticLevel {
  return diagnosticLevels.find((known) => known === level) ?? 'info';
}
