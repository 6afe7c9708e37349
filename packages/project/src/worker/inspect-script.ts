/**
 * Runs in the process of the module that is looked at, which may be another Node, so that it is text. It is given the
 * address of `@helve/worker/host` and an `InspectRequest`, and writes an `InspectedModule` or a `failure` to descriptor 3.
 */
export const inspectScript = `
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [entry, given] = process.argv.slice(1);
const request = JSON.parse(given);

async function inspect() {
  const worker = await import(entry);
  const exported = await import(pathToFileURL(request.file).href);
  const adapters = Object.entries(exported).filter(([name, value]) => name !== 'default' && isAdapter(value));
  const hasCapability = Object.values(exported).some((value) => worker.isCapabilityClass(value));
  const only = !hasCapability && request.export === undefined && adapters.length > 0;
  const capability = only ? undefined : await inspectCapability(worker, exported);
  return {
    ...capability,
    adapters: adapters.map(([name, adapter]) =>
      worker.introspectAdapter(adapter, { module: request.module, export: name, version: adapter.version ?? '0.0.0' }),
    ),
    findings: capability?.findings ?? [],
  };
}

async function inspectCapability(worker, exported) {
  const found = worker.findCapability(exported, request.export);
  const { capabilityClass } = found;
  const findings = [
    ...worker.checkWorkerEnv(Array.isArray(capabilityClass.WORKER_ENV) ? capabilityClass.WORKER_ENV : [])
      .map(({ name, message }) => ({ level: 'problem', where: 'WORKER_ENV ' + name, message })),
    ...worker.checkTriggers(capabilityClass)
      .map(({ field, trigger, message }) => ({ level: 'warning', where: 'trigger "' + trigger + '" of ' + field, message })),
  ];
  if (findings.some(({ level }) => level === 'problem')) return { findings };
  const description = capabilityClass.description || request.description;
  const options = { module: request.module, export: found.export, ...(description ? { description } : {}) };
  return { capability: await worker.introspectCapability(capabilityClass, options), findings };
}

function isAdapter(value) {
  return typeof value === 'function' && typeof value.taskName === 'string' && typeof value.requiredToolProtocol === 'object';
}

let answer;
try {
  answer = await inspect();
} catch (error) {
  answer = { failure: error instanceof Error ? error.message : String(error) };
}
writeFileSync(3, JSON.stringify(answer));
process.exit(0);
`;
