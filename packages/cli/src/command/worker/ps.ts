import { isDrifted, type InstanceInfo, type JobInfo } from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import { workerVerb } from './worker-verb.js';

/** `helve worker ps`: the instances of the running host, or the work that it has to do. */
export const workerPsCommand = workerVerb({
  name: 'ps',
  args: [],
  summary: 'list the instances of the running host',
  flags: [{ name: 'jobs', docs: 'list running and waiting jobs instead; `cancel` takes their ids' }],
  examples: ['worker ps', 'worker ps --jobs', 'worker ps --json'],
  async run({ terminal, flags, running, talk, location, json }) {
    const ask = await running();
    if (ask === undefined)
      terminal.notify(`No host of workers runs in "${location.root}"; start one with \`helve serve\``);
    const about = flags['jobs'] === true ? 'jobs' : 'ps';
    const rows = ask === undefined ? [] : await ask(about, {}, talk());
    if (json) terminal.print(JSON.stringify(rows, undefined, 2));
    else if (rows.length > 0) {
      const { style, width } = terminal;
      const header = about === 'jobs' ? jobHeader : instanceHeader;
      terminal.print(toTable(rows.map(toRow), { header, style, width }));
    }
    return ExitCode.done;
  },
});

const instanceHeader = ['ID', 'CAPABILITY', 'STATE', 'PID', 'CALLS', 'WAITING', 'RESTARTS', 'NOTE'];
const jobHeader = ['JOB', 'INSTANCE', 'TARGET', 'STATUS', 'AGE', 'WAITS FOR'];

function toRow(row: InstanceInfo | JobInfo): string[] {
  return 'target' in row ? toJobRow(row) : toInstanceRow(row);
}

function toInstanceRow(instance: InstanceInfo): string[] {
  const { id, capability, version, state, workerState, inFlight, queued, restarts, workers } = instance;
  const pids = workers.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  return [
    id,
    `${capability} ${version}`,
    state === 'running' ? workerState : state,
    pids.length === 0 ? '-' : pids.join(', '),
    String(inFlight),
    String(queued),
    String(restarts),
    renderNote(instance),
  ];
}

function renderNote({ enabled, envStale, drift, adapterFailures, workers }: InstanceInfo): string {
  const far = workers.flatMap(({ remote, roundTripMs }) =>
    remote === undefined ? [] : [roundTripMs === undefined ? remote : `${remote} in ${roundTripMs.toFixed(1)} ms`],
  );
  return [
    ...(far.length === 0 ? [] : [`on ${far.join(', ')}`]),
    ...(enabled ? [] : ['disabled']),
    ...(isDrifted(drift) ? ['drifted'] : []),
    ...(envStale ? ['other variables since it started'] : []),
    ...adapterFailures.map(({ name }) => `without ${name}`),
  ].join(', ');
}

function toJobRow({ id, instanceId, target, status, ageMs, blockReason }: JobInfo): string[] {
  return [id, instanceId, target, status, `${(ageMs / 1000).toFixed(1)} s`, blockReason ?? ''];
}
