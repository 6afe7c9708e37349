import { discoverManifests } from '@helve/worker/host';
import type { Command } from '../command.js';
import { ExitCode } from '../../exit-code.js';
import { knownCapability } from '@helve/project/worker';
import { workerVerb, type WorkerInvocation } from './worker-verb.js';

/** `helve worker enable ID`: calls are taken again. */
export const workerEnableCommand: Command = workerVerb({
  name: 'enable',
  args: ['<id>'],
  summary: 'allow calls of an instance again',
  flags: [],
  examples: ['worker enable slug'],
  run: (invocation) => switchTo(invocation, true),
});

/** `helve worker disable ID`: calls are refused until it is enabled. */
export const workerDisableCommand: Command = workerVerb({
  name: 'disable',
  args: ['<id>'],
  summary: 'refuse calls of an instance until it is enabled',
  flags: [],
  examples: ['worker disable slug'],
  run: (invocation) => switchTo(invocation, false),
});

/** Switches a loaded instance at once; of any other one only the record changes, which holds for every later load. */
async function switchTo(invocation: WorkerInvocation, enabled: boolean) {
  const { terminal, args, running, talk, json } = invocation;
  const [id = ''] = args;
  const switched = await (await running())?.('switch', { id, enabled }, talk());
  const changed = switched?.loaded === true ? switched.changed : await changeRecord(invocation, id, enabled);
  if (json) terminal.print(JSON.stringify({ id, enabled, changed }, undefined, 2));
  return ExitCode.done;
}

async function changeRecord({ location }: WorkerInvocation, id: string, enabled: boolean): Promise<boolean> {
  const { config, journal } = await location.store.open();
  const known = await config.get(id);
  const { name: capability } =
    known === undefined
      ? knownCapability(await discoverManifests(location.searchPaths), id).code
      : { name: known.capability };
  const record = known ?? { capability, config: {}, enabled: true, envOverrides: {} };
  await config.put(id, { ...record, enabled });
  await journal.append([{ kind: 'config', atMs: Date.now(), capability, instanceId: id, facts: { enabled } }]);
  return record.enabled !== enabled;
}
