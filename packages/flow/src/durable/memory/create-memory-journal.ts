import { frozenCopy } from '@helve/core';
import type { JobView } from '../../contract/engine.js';
import type { Delivery, JobChange, JournalTable, UnitQueue } from '../../contract/journal-table.js';
import { MemoryJob } from './memory-job.js';
import { toUnitView } from './memory-unit.js';

/** A journal that lives as long as the process. */
export function createMemoryJournal(now: () => number): JournalTable {
  const jobs = new Map<string, MemoryJob>();
  const queues = new Map<string, UnitQueue>();
  const know = (some: readonly UnitQueue[]) => {
    for (const queue of some) queues.set(queue.name, queue);
  };

  return {
    scope: 'process',
    async put(entry, own) {
      if (jobs.has(entry.id)) return false;
      know(own);
      jobs.set(entry.id, new MemoryJob(frozenCopy(entry), jobs.size, now));
      return true;
    },
    async begin(entry, own, holder) {
      if (!(await this.put(entry, own))) return undefined;
      const job = jobs.get(entry.id);
      const [unit] = job?.units.values() ?? [];
      return unit === undefined ? undefined : job?.claim({ ...holder, delivery: job.send(unit), maxLosses: Infinity });
    },
    async queues() {
      return [...queues.values()];
    },
    async release({ queues: names, room }) {
      const released: Delivery[] = [];
      for (const job of inTurn(jobs.values())) {
        for (const unit of job.ready(names)) {
          if (released.length >= room) return released;
          released.push(job.send(unit));
        }
      }
      return released;
    },
    claim: async (requests) => requests.map((request) => jobs.get(request.delivery.job)?.claim(request)),
    step: async (rows) => rows.map((row) => jobs.get(row.job)?.step(frozenCopy(row)) ?? false),
    async end(rows, own) {
      know(own);
      return rows.map((row) => jobs.get(row.job)?.end(frozenCopy(row)) ?? 'lost');
    },
    beat: async (claims) => claims.map((claim) => jobs.get(claim.job)?.beat(claim) ?? 'lost'),
    async wake(change) {
      const job = jobs.get(change.job);
      return job === undefined ? undefined : applyChange(job, change, know);
    },
    async sweep({ resendMs }) {
      const swept = [...jobs.values()].filter(({ isOpen }) => isOpen).map((job) => job.sweep(resendMs));
      return { lost: swept.reduce((sum, lost) => sum + lost, 0), resend: [], dropped: [] };
    },
    job: async (id) => jobs.get(id)?.view(),
    async jobs({ states, kind, tenant, userId, limit = 100 }) {
      const fits = (view: JobView) =>
        (states === undefined || states.includes(view.state)) &&
        (kind === undefined || view.kind === kind) &&
        (tenant === undefined || view.tenant === tenant) &&
        (userId === undefined || view.userId === userId);
      const views = [...jobs.values()].map((job) => job.view()).filter(fits);
      return views.toReversed().slice(0, limit);
    },
    units: async (id) => [...(jobs.get(id)?.units.values() ?? [])].map(toUnitView),
    async files(id) {
      const units = [...(jobs.get(id)?.units.values() ?? [])];
      return units.flatMap(({ entry, files }) => files.map((file) => ({ ...file, unit: entry.id })));
    },
    async log(rows) {
      for (const row of rows) jobs.get(row.job)?.log(frozenCopy(row));
    },
    logs: async (id, afterSeq, limit) => (jobs.get(id)?.lines ?? []).slice(afterSeq, afterSeq + limit),
    events: async (id, afterSeq, limit) => (jobs.get(id)?.events ?? []).slice(afterSeq, afterSeq + limit),
    watch: () => () => undefined,
    async close() {},
  };
}

/** Jobs in the order in which their units are handed out. */
function inTurn(jobs: Iterable<MemoryJob>): readonly MemoryJob[] {
  return [...jobs].toSorted((a, b) => (b.entry.priority ?? 5) - (a.entry.priority ?? 5) || a.order - b.order);
}

function applyChange(job: MemoryJob, change: JobChange, know: (queues: readonly UnitQueue[]) => void): number {
  switch (change.kind) {
    case 'signal':
      return job.signal(change.name, frozenCopy(change.value));
    case 'cancel':
      return job.cancel();
    case 'pause':
      return job.pause(change.now);
    case 'resume':
      return job.resume();
    case 'retry':
      know(change.queues);
      return job.retry(change.filter, change.queues);
  }
}
