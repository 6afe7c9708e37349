import { isPlainObject, type JsonObject, type ToolHook } from '@helve/core';
import type { UnitContext, UnitOutcome } from '@helve/flow/engine';
import { doorHook, type RunDoor } from '../run/run-door.js';
import { runCallUnit, type CallSite } from './call-unit.js';

/** The job of the files of a run that was asked for at a door. */
export function filesJob(job: string): string {
  return `${job}${FILES}`;
}

/** True for a job that another one has begun: lists leave it out. */
export function isInner(job: string): boolean {
  return job.endsWith(FILES);
}

const FILES = '~files';
const PLAIN = 'plain';

/** Gives runs of jobs a door, by the request in which they are made. */
export class RunDoors {
  readonly #doors = new Map<string, RunDoor>();
  readonly hook: ToolHook = {
    name: 'jobDoor',
    filter: (ctx) => ctx.toolId === 'flow.run' && this.#doors.has(String(ctx.requestId)),
    willBindProviders: (ctx) => {
      const door = this.#doors.get(String(ctx.requestId));
      if (door !== undefined) doorHook(door).willBindProviders?.(ctx);
    },
  };

  /** Makes the run of a unit, file by file, as a job of its own: what was done before a kill is not done again. */
  async run(unit: UnitContext, folder: string, site: CallSite): Promise<UnitOutcome> {
    const job = unit.claim.job;
    if (unit.noted(PLAIN) !== undefined) {
      // Its files were written by a run of which nobody knows how far it came.
      return { error: { reason: 'outcomeUnknown', outcomeUnknown: true }, retry: false };
    }
    this.#doors.set(job, {
      cwd: folder,
      agrees: async () => false,
      durable: {
        job: filesJob(job),
        optional: true,
        onJob: () => undefined,
        willRunPlain: () => unit.note(PLAIN, true),
      },
    });
    try {
      // The job of its files knows what is done.
      return await runCallUnit(unit, site, { effect: 'none' });
    } finally {
      this.#doors.delete(job);
    }
  }
}

/** Names the flow of a request, for lists. */
export function flowName({ flow }: JsonObject): string {
  if (typeof flow === 'string') return shorten(flow);
  const name = isPlainObject(flow) ? flow['name'] : undefined;
  return typeof name === 'string' ? shorten(name) : 'a flow of its own';
}

/** Maximum length of a text in a list of runs. */
const maxChars = 1_000;

export function shorten(text: string): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()}…`;
}
