import { relative } from 'node:path';
import { CapabilityDefinitionError, CapabilityInputError } from '@helve/worker';
import { hasModule, toManifest, type Manifest } from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import { findUnit, moduleName, type CapabilityUnit, inspectModule, writeUnit } from '@helve/project/worker';
import { flagText } from '../command.js';
import { workerVerb } from './worker-verb.js';

/** `helve worker manifest PATH`: asks a class about itself and writes that down. */
export const workerManifestCommand = workerVerb({
  name: 'manifest',
  args: ['<path>'],
  summary: 'write the manifest of a module, or update the existing one',
  flags: [
    { name: 'export', value: 'NAME', docs: 'class to use if the module exports several' },
    { name: 'description', value: 'TEXT', docs: 'description of a class without a `static description`' },
  ],
  examples: ['worker manifest capabilities/slug', 'worker manifest capabilities/slug.js --export Slug'],
  notes: () => notes,
  async run({ terminal, args: [path = ''], flags, location, json }) {
    const { io, print } = terminal;
    const unit = await findUnit(path, io.cwd);
    const old = unit.manifest === undefined ? undefined : toManifest(unit.manifest, `the manifest "${path}"`);
    const moduleFile = findModule(unit, old, path);
    const inspected = await inspectModule(toRequest(unit, moduleFile, old, flags), location, io.env);
    const finding = inspected.findings.find(({ level }) => level === 'problem');
    if (finding !== undefined) throw refused(path, `${finding.where}: ${finding.message}`);
    const written = await writeUnit(unit.manifestFile, moduleFile, inspected, { old });
    const shown = written.map((one) => ({ ...one, file: relative(io.cwd, one.file) }));
    if (json) print(JSON.stringify(shown, undefined, 2));
    else for (const { file, name, version } of shown) print(`${file}: ${name} ${version}`);
    return ExitCode.done;
  },
});

const notes = `PATH is a module, the folder of one, or a manifest. The module is imported in a process of its own, with the
environment that a worker would have. What an operator wrote under "overrides" stays, and so does the day of the install.
Adapters that the module exports get manifests of their own beside it.`;

function findModule({ moduleFile }: CapabilityUnit, old: Manifest | undefined, path: string): string {
  if (moduleFile !== undefined) return moduleFile;
  const why =
    old !== undefined && 'code' in old && !hasModule(old.code.runtime)
      ? `its runtime is "${old.code.runtime}"`
      : 'it names a package';
  throw new CapabilityInputError(`Cannot write the manifest of "${path}": ${why}, so that there is no module to ask`, {
    fieldsInvalid: ['path'],
  });
}

function toRequest(
  unit: CapabilityUnit,
  file: string,
  old: Manifest | undefined,
  flags: Readonly<Record<string, unknown>>,
) {
  const known = old !== undefined && 'code' in old ? old : undefined;
  const install = { ...known?.install, ...known?.overrides?.install };
  return {
    file,
    module: moduleName(unit.manifestFile, file),
    export: flagText(flags, 'export') ?? known?.code.export,
    description: flagText(flags, 'description') ?? known?.code.description,
    execPath: install.execPath,
    environment: known?.environment,
  };
}

function refused(path: string, details: string): CapabilityDefinitionError {
  return new CapabilityDefinitionError(`Cannot write the manifest of "${path}": ${details}`, { details });
}
