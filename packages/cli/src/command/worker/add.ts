import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CapabilityInputError } from '@helve/worker';
import { discoverManifests } from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import { addCapability, knownCapabilityLocation } from '@helve/project/worker';
import type { Command } from '../command.js';
import { flagText } from '../command.js';
import { workerVerb, type WorkerInvocation } from './worker-verb.js';

/** `helve worker add PATH|PACKAGE`: a copy in a folder of its own, described and ready to be loaded. */
export const workerAddCommand: Command = workerVerb({
  name: 'add',
  args: ['<source>'],
  summary: 'install a capability into its own folder and write its manifest',
  flags: [
    { name: 'export', value: 'NAME', docs: 'class to use if the module exports several' },
    { name: 'description', value: 'TEXT', docs: 'description of a class without a `static description`' },
    { name: 'allow-scripts', value: 'NAMES', docs: 'packages whose install scripts may run, separated by commas' },
  ],
  examples: ['worker add ../slug', 'worker add ./slug.js', 'worker add some-package@1'],
  notes: () => notes,
  async run({ terminal, args: [source = ''], flags, location, json }) {
    const { io, print, notify } = terminal;
    const options = {
      export: flagText(flags, 'export'),
      description: flagText(flags, 'description'),
      allowScripts: (flagText(flags, 'allowScripts') ?? '').split(',').filter((one) => one !== ''),
    };
    const { name, version, folder, heldScripts } = await addCapability(source, options, location, io);
    if (heldScripts.length > 0) {
      const names = heldScripts.join(',');
      notify(`Install scripts were not run; if it needs them, remove it and add it with --allow-scripts ${names}`);
    }
    const shown = relative(io.cwd, folder);
    if (json) print(JSON.stringify({ name, version, folder: shown }, undefined, 2));
    else print(`${shown}: ${name} ${version}`);
    if (!location.searchPaths.includes(location.addedDir)) {
      notify(
        `It is not found yet: add "${relative(location.root, location.addedDir)}" to \`workers.paths\` of the config`,
      );
    }
    return ExitCode.done;
  },
});

const notes = `PATH is a module or the folder of one; anything else is a package for npm. It is installed in .helve/capabilities,
with its own dependencies. No script of a package is run but those of packages that \`--allow-scripts\` names.`;

/** `helve worker rm NAME`: the folder goes, with the manifest in it. */
export const workerRmCommand: Command = workerVerb({
  name: 'rm',
  args: ['<name>'],
  summary: 'remove a capability that was added, with its manifest',
  flags: [],
  examples: ['worker rm slug'],
  notes: () => 'Its configuration and its secrets stay. Instances of the running host end after their calls.',
  async run(invocation) {
    const { terminal, args, location, json } = invocation;
    const [name = ''] = args;
    const { directory } = knownCapabilityLocation(
      await discoverManifests([location.addedDir, ...location.searchPaths]),
      name,
    );
    if (directory !== join(location.addedDir, name)) {
      throw new CapabilityInputError(`Cannot remove "${name}": it is in "${directory}" and was not added`, {
        fieldsInvalid: ['name'],
      });
    }
    await unloadAll(invocation, name);
    await rm(directory, { recursive: true, force: true });
    if (json) terminal.print(JSON.stringify({ name, removed: true }, undefined, 2));
    else terminal.notify(`Removed "${name}"`);
    return ExitCode.done;
  },
});

async function unloadAll({ running, talk }: WorkerInvocation, capability: string): Promise<void> {
  const ask = await running();
  if (ask === undefined) return;
  const instances = (await ask('ps', {}, talk())).filter((instance) => instance.capability === capability);
  await Promise.all(instances.map(({ id }) => ask('unload', { id }, talk())));
}
