import { CapabilityConfigError, CapabilityInputError } from '@helve/worker';
import {
  discoverManifests,
  overrideProblem,
  toEnvVarSpecs,
  type CapabilityManifest,
  type InstanceRecord,
  type ResolvedEnvVar,
} from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import { knownCapability } from '@helve/project/worker';
import { workerVerb, type WorkerInvocation } from './worker-verb.js';

const envSetCommand = workerVerb({
  name: 'set',
  args: ['<name>', '<key>', '<value>'],
  summary: 'set a variable that is not secret; for secrets use `helve secret set`',
  flags: [],
  examples: ['worker env set slug SLUG_TONE plain'],
  run: (invocation) => override(invocation, invocation.args[2] ?? ''),
});

const envUnsetCommand = workerVerb({
  name: 'unset',
  args: ['<name>', '<key>'],
  summary: 'reset a variable to its default',
  flags: [],
  examples: ['worker env unset slug SLUG_TONE'],
  run: (invocation) => override(invocation, undefined),
});

/** `helve worker env NAME`: what a worker would see, and why. */
export const workerEnvCommand = workerVerb({
  name: 'env',
  args: ['[name]'],
  summary: 'show every variable of a worker with its origin; set or unset some',
  flags: [],
  examples: ['worker env slug', 'worker env set slug SLUG_TONE plain', 'worker env unset slug SLUG_TONE'],
  notes: () => 'Exits with 1 if something that the worker needs is missing.',
  subcommands: [envSetCommand, envUnsetCommand],
  async run({ terminal, args: [name], host, json }) {
    if (name === undefined) {
      throw new CapabilityInputError('Cannot show an environment: no capability was named', {
        fieldsInvalid: ['name'],
      });
    }
    const { style, width, print, notify } = terminal;
    const { variables, missing, problems } = await (await host()).manager.envReport(name);
    if (json) print(JSON.stringify({ capability: name, variables, missing, problems }, undefined, 2));
    else {
      const header = ['NAME', 'VALUE', 'SOURCE', 'OVERRIDES', 'NOTE'];
      print(toTable(variables.map(toRow), { header, style, width }));
      for (const { name: key, message } of problems) notify(`${key}: ${message}`);
      for (const key of missing) notify(`${key}: it is required and has no value`);
    }
    return missing.length + problems.length === 0 ? ExitCode.done : ExitCode.failed;
  },
});

function toRow({
  name,
  label,
  description,
  value,
  masked,
  source,
  overridden,
  error,
  required,
  satisfied,
}: ResolvedEnvVar) {
  const lost = overridden.map((other) => `${other.source}=${other.value ?? other.masked ?? ''}`).join(' ');
  const note = [error, ...(satisfied ? [] : [required ? 'required, missing' : 'missing']), label || description];
  return [name, value ?? masked ?? '', source ?? '', lost, note.filter(Boolean).join('; ')];
}

/** The record may be there before the first load, so that nothing has to be started for this. */
async function override(
  { terminal, args, location, json, running, talk }: WorkerInvocation,
  value: string | undefined,
) {
  const [name = '', key = ''] = args;
  const manifest = knownCapability(await discoverManifests(location.searchPaths), name);
  assertOverride(manifest, key, value);
  const { config, journal } = await location.store.open();
  const record = (await config.get(name)) ?? emptyRecord(name);
  const { [key]: before, ...others } = record.envOverrides;
  await config.put(name, {
    ...record,
    envOverrides: value === undefined ? others : { ...others, [key]: value },
  });
  const facts = { key, set: value !== undefined };
  await journal.append([{ kind: 'env', atMs: Date.now(), capability: name, instanceId: name, facts }]);
  const changed = before !== value;
  if (changed) await (await running())?.('refresh', { id: name }, talk());
  if (json) terminal.print(JSON.stringify({ capability: name, ...facts, changed }, undefined, 2));
  else terminal.notify(changed ? `The next worker of "${name}" starts with it` : 'Nothing changed');
  return ExitCode.done;
}

function assertOverride({ code }: CapabilityManifest, key: string, value: string | undefined): void {
  const specs = new Map(toEnvVarSpecs(code.workerEnv ?? []).map((spec) => [spec.name, spec]));
  const options = specs.get(key)?.options ?? null;
  const allowed = value === undefined || options === null || options.includes(value);
  const problem =
    overrideProblem(key, specs) ?? (allowed ? undefined : `its value is not one of ${options.join(', ')}`);
  if (problem === undefined) return;
  throw new CapabilityConfigError(`Cannot set "${key}" of "${code.name}": ${problem}`, {
    fieldsInvalid: [key],
    capabilityName: code.name,
  });
}

function emptyRecord(capability: string): InstanceRecord {
  return { capability, config: {}, enabled: true, envOverrides: {} };
}
