import { CapabilityFatalError } from '../error/fatal-errors.js';
import type { CapabilityManifest, ManifestCode } from '../manifest/manifest.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import { configSchemaDrift, surfaceDrift, valueDrift, type Drift } from '../surface/drift.js';
import type { StructuralSurface } from '../surface/structural-surface.js';

/** Differences between manifest and worker; a side without hashes is skipped. */
export interface InstanceDrift {
  readonly version?: Drift;
  readonly actions?: Drift;
  readonly configSchema?: Drift;
  readonly surface?: Drift;
}

/** Compares a worker that sent hello with its manifest. */
export async function checkDrift(
  { code, witness = {} }: CapabilityManifest,
  proxy: RemoteCapabilityProxy,
  schema: unknown,
): Promise<InstanceDrift> {
  const configSchema = configSchemaDrift({ hash: witness.configSchemaHash, schema: code.configSchema }, { schema });
  const surface =
    witness.ownSurfaceHash === undefined && code.structuralSurface === undefined
      ? undefined
      : surfaceDrift(
          { hash: ownHash(witness.ownSurfaceHash), surface: code.structuralSurface },
          { surface: (await proxy.structuralSurface()) as StructuralSurface | undefined },
        );
  const { version: live, actions: offered } = proxy.hello ?? {};
  const version = valueDrift(code.version, live);
  const actions = valueDrift(code.actions?.map(({ name }) => name).toSorted(), offered?.toSorted());
  return {
    ...(version && { version }),
    ...(actions && { actions }),
    ...(configSchema && { configSchema }),
    ...(surface && { surface }),
  };
}

function ownHash(own: string | undefined) {
  return own === undefined ? undefined : { own };
}

/** True when anything differs. */
export function isDrifted(drift: InstanceDrift | undefined): boolean {
  return Object.values(drift ?? {}).some((one: Drift) => one.drifted);
}

/** Returns a sentence for each drift, with the remedy. */
export function driftWarnings(
  { name, version }: Pick<ManifestCode, 'name' | 'version'>,
  live: string | undefined,
  { actions, configSchema, surface }: InstanceDrift,
): readonly string[] {
  return [
    ...(live !== undefined && live !== version
      ? [`"${name}" is version ${live}, and its manifest says ${version}`]
      : []),
    ...(actions?.drifted === true ? [`The actions of "${name}" differ from the recorded ones`] : []),
    ...(configSchema?.drifted === true ? [`The config schema of "${name}" differs from the recorded one`] : []),
    ...(surface?.drifted === true ? [`The surface of "${name}" differs from the recorded one`] : []),
  ].map((text) => `${text}; run \`helve worker manifest\` to record it`);
}

export function driftError(name: string, warnings: readonly string[]): CapabilityFatalError {
  return new CapabilityFatalError(`Cannot load "${name}": ${warnings.join('; ')}`, { capabilityName: name });
}
