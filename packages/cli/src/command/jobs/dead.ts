import { visibleText } from '@helve/core';
import type { Engine, JobUnitState, UnitView } from '@helve/flow/engine';
import { findJob } from '@helve/project/job';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';
import { unitProblem } from './render-jobs.js';
import { withEngine } from './with-engine.js';

/** States in which a unit needs somebody to decide. */
const bad: readonly JobUnitState[] = ['dead', 'failed'];

interface DeadUnit extends UnitView {
  readonly job: string;
}

/** `helve jobs dead`: units that did not end well, of one job or of all. */
export const jobsDeadCommand: Command = {
  name: 'dead',
  args: ['[id]'],
  summary: 'list the units that failed or were given up, and why',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['jobs dead', 'jobs dead 3f2a9c1e'],
  notes: () => 'Try them again with `helve jobs retry ID`.',
  configOptional: true,
  run: (invocation) =>
    withEngine(invocation, async ({ engine }) => {
      const {
        terminal,
        flags,
        args: [id],
      } = invocation;
      const jobs = id === undefined ? await engine.list() : [await findJob(engine, id)];
      const units: DeadUnit[] = [];
      for (const { id: job, counts } of jobs) {
        if (counts.dead + counts.failed > 0) units.push(...(await deadUnits(engine, job)));
      }
      if (flags['json'] === true) printJson({ units }, terminal);
      else terminal.print(renderDead(units, terminal));
      return ExitCode.done;
    }),
};

async function deadUnits(engine: Engine, job: string): Promise<readonly DeadUnit[]> {
  const units = await engine.units(job);
  return units.filter(({ state }) => bad.includes(state)).map((unit) => ({ ...unit, job }));
}

function renderDead(units: readonly DeadUnit[], { style, width }: Terminal): string {
  if (units.length === 0) return 'No unit has failed';
  const rows = units.map((unit) => [
    unit.job,
    unit.id,
    unit.state,
    String(unit.attempt),
    visibleText(unitProblem(unit)),
  ]);
  return toTable(rows, {
    header: ['Job', 'Unit', 'State', 'Attempts', 'Why'],
    style,
    width,
    numbers: new Set([3]),
  });
}
