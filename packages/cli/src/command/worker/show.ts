import { relative } from 'node:path';
import { nearestNames } from '@helve/core';
import { CapabilityInputError } from '@helve/worker';
import { discoverManifests, type CapabilityFile, type InstanceInfo } from '@helve/worker/host';
import { capabilitySettings } from '@helve/project/worker';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import { workerVerb, type WorkerInvocation } from './worker-verb.js';

/** `helve worker show NAME`: what a capability is, and every setting that holds for it. */
export const workerShowCommand = workerVerb({
  name: 'show',
  args: ['<name>'],
  summary: 'show what a capability offers, its workers and every setting that holds for it',
  flags: [],
  examples: ['worker show slug', 'worker show slug --json'],
  notes: () => 'Settings stand in `workers.capabilities.NAME` of the config.',
  async run(invocation) {
    const {
      terminal,
      args: [name = ''],
      location,
      json,
    } = invocation;
    const { style, width, print } = terminal;
    const found = await find(invocation, name);
    const { code } = found.manifest;
    const settings = capabilitySettings(location.workers, name);
    const running = await workersOf(invocation, name);
    const actions = (code.actions ?? []).map((action) => action.name);
    if (json) {
      const about = { name, version: code.version, runtime: code.runtime, path: found.path, actions };
      print(JSON.stringify({ ...about, settings, instances: running }, undefined, 2));
      return ExitCode.done;
    }
    print(`${name} ${code.version}: ${code.description}`);
    print(`Manifest: ${relative(terminal.io.cwd, found.path)} (runtime "${code.runtime}")`);
    print(`Actions: ${actions.join(', ') || 'none'}`);
    const rows = settings.map(({ name: key, value, source }) => [key, toCell(value), source]);
    print(toTable(rows, { header: ['SETTING', 'VALUE', 'SOURCE'], style, width }));
    const header = ['PID', 'STATE', 'CALLS', 'RESTARTS', 'MEMORY', 'GPUS', 'MACHINE'];
    const workers = running.flatMap((one) => one.workers.map(toRow));
    if (workers.length > 0) print(toTable(workers, { header, style, width }));
    return ExitCode.done;
  },
});

async function find({ location }: WorkerInvocation, name: string): Promise<CapabilityFile> {
  const { capabilities } = await discoverManifests(location.searchPaths);
  const found = capabilities.find(({ manifest }) => manifest.code.name === name);
  if (found !== undefined) return found;
  const [nearest] = nearestNames(
    name,
    capabilities.map(({ manifest }) => manifest.code.name),
  );
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new CapabilityInputError(`Cannot show "${name}": there is no such capability${hint}`, {
    fieldsInvalid: ['name'],
  });
}

async function workersOf({ running, talk }: WorkerInvocation, name: string): Promise<readonly InstanceInfo[]> {
  const ask = await running();
  const instances = ask === undefined ? [] : await ask('ps', {}, talk());
  return instances.filter(({ capability }) => capability === name);
}

function toRow({ pid, state, inFlight, restarts, rssBytes, gpus, remote }: InstanceInfo['workers'][number]): string[] {
  const memory = rssBytes === 0 ? '-' : `${Math.round(rssBytes / 1e6)} MB`;
  return [
    String(pid ?? '-'),
    state,
    String(inFlight),
    String(restarts),
    memory,
    gpus.join(', ') || '-',
    remote ?? 'here',
  ];
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
