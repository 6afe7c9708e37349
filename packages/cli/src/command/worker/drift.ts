import { isPlainObject } from '@helve/core';
import { CapabilityCancelledError } from '@helve/worker';
import {
  diffSchemas,
  driftedKinds,
  driftNames,
  isDrifted,
  type InstanceDrift,
  type RecordDiff,
} from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { describeThrown } from '@helve/project';
import type { WorkerHost } from '@helve/project/worker';
import { workerVerb } from './worker-verb.js';

interface Outcome {
  readonly id: string;
  readonly drift?: InstanceDrift;
  readonly failure?: string;
}

/** `helve worker drift [ID]`: whether workers still are what their manifests say. */
export const workerDriftCommand = workerVerb({
  name: 'drift',
  args: ['[id]'],
  summary: 'compare live workers with their manifests',
  flags: [],
  examples: ['worker drift', 'worker drift slug --json'],
  notes: () => 'Exits with 3 if one has drifted, with 1 if one cannot be loaded.',
  async run({ terminal, args: [id], host, json }) {
    const workers = await host({ quiet: true });
    const ids = id === undefined ? await allNames(workers) : [id];
    const outcomes: Outcome[] = [];
    for (const one of ids) outcomes.push(await look(workers, one, id !== undefined));
    if (json) terminal.print(JSON.stringify(outcomes, undefined, 2));
    else for (const outcome of outcomes) tell(outcome, terminal);
    if (outcomes.some(({ drift }) => isDrifted(drift))) return ExitCode.checkSaidNo;
    return outcomes.some(({ failure }) => failure !== undefined) ? ExitCode.failed : ExitCode.done;
  },
});

async function allNames(workers: WorkerHost): Promise<string[]> {
  const { capabilities } = await workers.discover();
  return capabilities.map(({ manifest }) => manifest.code.name);
}

/** Among several, one that cannot be loaded is listed and the others are still looked at. */
async function look({ load }: WorkerHost, id: string, alone: boolean): Promise<Outcome> {
  try {
    const { drift } = await load(id, { missingEnv: 'report' });
    return { id, drift };
  } catch (error) {
    if (alone || CapabilityCancelledError.is(error)) throw error;
    return { id, failure: describeThrown(error) };
  }
}

function tell({ id, drift, failure }: Outcome, terminal: Terminal): void {
  if (failure !== undefined) return terminal.print(`${id}: ${failure}`);
  if (drift === undefined || (drift.surface === undefined && drift.configSchema === undefined && !isDrifted(drift)))
    return terminal.print(`${id}: nothing is recorded; record it with \`helve worker manifest\``);
  if (!isDrifted(drift)) return terminal.print(`${id}: as recorded`);
  terminal.print(`${id}: drifted; record it with \`helve worker manifest\``);
  for (const line of renderDrift(drift)) terminal.print(`  ${line}`);
}

/** Returns the differences of each kind below its name. */
export function renderDrift(drift: InstanceDrift): string[] {
  return driftedKinds(drift).flatMap((kind) => {
    const lines = toDiffLines(drift[kind]?.diff ?? noDiff);
    return [driftNames[kind], ...lines.map((line) => `  ${line}`)];
  });
}

const noDiff: RecordDiff = { added: [], removed: [], changed: [] };

/** `+` is new, `-` is gone, `~` is another; of two objects only what differs in them. */
function toDiffLines({ added, removed, changed }: RecordDiff): string[] {
  return [
    ...added.map((at) => `+ ${at}`),
    ...removed.map((at) => `- ${at}`),
    ...changed.flatMap(({ at, before, after }) =>
      isPlainObject(before) && isPlainObject(after)
        ? toDiffLines(diffSchemas(before, after)).map((line) => line.replace(/^(..)/, `$1${at}`))
        : [`~ ${at === '' ? '' : `${at}: `}${JSON.stringify(before)} → ${JSON.stringify(after)}`],
    ),
  ];
}
