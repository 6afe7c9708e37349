import type { EngineEvent } from '../contract/engine.js';
import type { JournalTable } from '../contract/journal-table.js';
import { flowErrors } from '../flow-errors.js';
import type { ChangeBell } from './change-bell.js';

const PAGE = 500;
const LOOK_AGAIN_MS = 1_000;

interface EventReading {
  readonly job: string;
  readonly afterSeq: number;
  readonly bell: ChangeBell;
  readonly signals: readonly AbortSignal[];
}

/** Yields the events of a job in order, those to come too, until it has settled or a signal aborts. */
export async function* readEvents(
  journal: JournalTable,
  { job, afterSeq, bell, signals }: EventReading,
): AsyncGenerator<EngineEvent> {
  const signal = AbortSignal.any([...signals]);
  for (let seq = afterSeq; ;) {
    const seen = bell.count;
    if (signal.aborted) return;
    const page = await journal.events(job, seq, PAGE);
    for (const event of page) {
      seq = event.seq;
      yield event;
    }
    if (page.length === PAGE) continue;
    const view = await journal.job(job);
    if (view === undefined) throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'job', name: job });
    const isOpen = view.state === 'running' || view.state === 'paused';
    // It may have settled after the page was read.
    if (!isOpen && (page.at(-1)?.kind === 'settled' || (await journal.events(job, seq, 1)).length === 0)) return;
    if (isOpen) await bell.wait(seen, LOOK_AGAIN_MS, signal);
  }
}
