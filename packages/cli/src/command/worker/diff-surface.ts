import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CapabilityInputError } from '@helve/worker';
import {
  compareFacts,
  discoverManifests,
  liveFacts,
  manifestFacts,
  readManifest,
  type CapabilityManifest,
  type InstanceDrift,
} from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import { knownCapability, findUnit } from '@helve/project/worker';
import { renderDrift } from './drift.js';
import { workerVerb, type WorkerInvocation } from './worker-verb.js';

/** `helve worker diff-surface A [B]`: what differs between two manifests, or between one and the code of today. */
export const workerDiffSurfaceCommand = workerVerb({
  name: 'diff-surface',
  args: ['<a>', '[b]'],
  summary: 'show the differences between two manifests, or between one and its running worker',
  flags: [],
  examples: ['worker diff-surface old.capability.json capabilities/slug', 'worker diff-surface slug'],
  notes: () =>
    'A and B are paths of manifests, or names of capabilities. Without B, A is compared with its live worker.',
  async run(invocation) {
    const { terminal, args, json } = invocation;
    const [a = '', b] = args;
    const recorded = await loadManifest(a, invocation);
    const other = b === undefined ? undefined : await loadManifest(b, invocation);
    const live = other === undefined ? await factsOf(recorded.code.name, invocation) : manifestFacts(other);
    const drift = compareFacts(manifestFacts(recorded), live);
    if (json) terminal.print(JSON.stringify(toDiffs(drift), undefined, 2));
    else {
      const lines = renderDrift(drift);
      if (lines.length === 0) terminal.notify('They are the same');
      for (const line of lines) terminal.print(line);
    }
    return ExitCode.done;
  },
});

/** The differences alone; the hashes of both sides are for `helve worker drift`. */
function toDiffs(drift: InstanceDrift) {
  return Object.fromEntries(Object.entries(drift).map(([kind, { diff }]) => [kind, diff]));
}

async function loadManifest(source: string, { terminal, location }: WorkerInvocation): Promise<CapabilityManifest> {
  const { cwd } = terminal.io;
  if (!existsSync(resolve(cwd, source))) return knownCapability(await discoverManifests(location.searchPaths), source);
  const manifest = await readManifest((await findUnit(source, cwd)).manifestFile);
  if ('code' in manifest) return manifest;
  throw new CapabilityInputError(`Cannot compare "${source}": it is the manifest of an adapter`, {
    fieldsInvalid: ['path'],
  });
}

async function factsOf(name: string, { host }: WorkerInvocation) {
  const { manager, load } = await host({ quiet: true });
  await load(name, { missingEnv: 'report', drift: false });
  const instance = manager.instance(name);
  return liveFacts(await instance.supervisor.ready(), instance.schema);
}
