import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CapabilityInputError } from '@helve/worker';
import {
  diffSchemas,
  diffSurfaces,
  discoverManifests,
  readManifest,
  type CapabilityManifest,
} from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import { knownCapability, findUnit } from '@helve/project/worker';
import { toDiffLines } from './drift.js';
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
    const before = (await loadManifest(a, invocation)).code;
    const after = b === undefined ? await liveCode(before.name, invocation) : (await loadManifest(b, invocation)).code;
    const diffs = {
      surface: diffSurfaces(before.structuralSurface, after.structuralSurface),
      configSchema: diffSchemas(before.configSchema, after.configSchema),
    };
    if (json) terminal.print(JSON.stringify(diffs, undefined, 2));
    else {
      const lines = [
        ...under('surface', toDiffLines(diffs.surface)),
        ...under('config schema', toDiffLines(diffs.configSchema)),
      ];
      if (lines.length === 0) terminal.notify('They are the same');
      for (const line of lines) terminal.print(line);
    }
    return ExitCode.done;
  },
});

function under(head: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [head, ...lines.map((line) => `  ${line}`)];
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

async function liveCode(name: string, { host }: WorkerInvocation): Promise<Partial<CapabilityManifest['code']>> {
  const { manager, load } = await host({ quiet: true });
  await load(name, { missingEnv: 'report', drift: false });
  const instance = manager.instance(name);
  const proxy = await instance.supervisor.ready();
  const structuralSurface = (await proxy.structuralSurface()) as CapabilityManifest['code']['structuralSurface'];
  return { configSchema: instance.schema, ...(structuralSurface === undefined ? {} : { structuralSurface }) };
}
