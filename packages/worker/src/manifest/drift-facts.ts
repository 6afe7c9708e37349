import {
  configSchemaDrift,
  contractDrift,
  surfaceDrift,
  valueDrift,
  type Contracts,
  type Drift,
  type SchemaSnapshot,
  type SurfaceSnapshot,
} from '../surface/drift.js';
import { actionContracts, variableContracts } from './caller-contract.js';
import type { CapabilityManifest } from './manifest.js';

/** Facts that a manifest records and a live worker tells anew; those that one side does not have are not compared. */
export interface DriftFacts {
  readonly version?: string | undefined;
  readonly actions?: Contracts | undefined;
  /** Names of the actions, for a worker that tells no more of them. */
  readonly actionNames?: readonly string[] | undefined;
  readonly variables?: Contracts | undefined;
  readonly tasks?: Contracts | undefined;
  readonly configSchema?: SchemaSnapshot;
  readonly surface?: SurfaceSnapshot;
}

/** The name of one kind of drift. */
export type DriftKind = Exclude<keyof DriftFacts, 'actionNames'>;

/** The kinds of drift as messages call them, in the order in which they are shown. */
export const driftNames: Readonly<Record<DriftKind, string>> = Object.freeze({
  version: 'version',
  actions: 'actions',
  variables: 'variables',
  tasks: 'tasks',
  configSchema: 'config schema',
  surface: 'surface',
});

/** Differences between manifest and worker. */
export type InstanceDrift = { readonly [Kind in DriftKind]?: Drift };

/** Returns the facts of a manifest. One that was written by a tool records all of them, also that there are none. */
export function manifestFacts({ code, witness = {} }: Pick<CapabilityManifest, 'code' | 'witness'>): DriftFacts {
  const none = witness.ownSurfaceHash === undefined ? undefined : [];
  const [actions, variables] = [code.actions ?? none, code.workerEnv ?? none];
  return {
    version: code.version,
    actions: actions && actionContracts(actions),
    actionNames: actions?.map(({ name }) => name),
    variables: variables && variableContracts(variables),
    configSchema: { hash: witness.configSchemaHash, schema: code.configSchema },
    surface: {
      ...(witness.ownSurfaceHash !== undefined && { hash: { own: witness.ownSurfaceHash } }),
      surface: code.structuralSurface,
    },
  };
}

/** Compares live facts with the recorded ones. */
export function compareFacts(recorded: DriftFacts, live: DriftFacts): InstanceDrift {
  const found: readonly (readonly [DriftKind, Drift | undefined])[] = [
    ['version', valueDrift(recorded.version, live.version)],
    ['actions', contractDrift(recorded.actions, live.actions) ?? nameDrift(recorded.actionNames, live.actionNames)],
    ['variables', contractDrift(recorded.variables, live.variables)],
    ['tasks', contractDrift(recorded.tasks, live.tasks)],
    ['configSchema', configSchemaDrift(recorded.configSchema ?? {}, live.configSchema ?? {})],
    ['surface', surfaceDrift(recorded.surface ?? {}, live.surface ?? {})],
  ];
  return Object.fromEntries(found.filter(([, drift]) => drift !== undefined));
}

function nameDrift(recorded: readonly string[] | undefined, live: readonly string[] | undefined): Drift | undefined {
  const [before, after] = [recorded, live].map((names) => names && actionContracts(names.map((name) => ({ name }))));
  return contractDrift(before, after);
}

/** True when anything differs. */
export function isDrifted(drift: InstanceDrift = {}): boolean {
  return driftedKinds(drift).length > 0;
}

/** Returns the kinds that differ, in the order in which they are shown. */
export function driftedKinds(drift: InstanceDrift): readonly DriftKind[] {
  return (Object.keys(driftNames) as DriftKind[]).filter((kind) => drift[kind]?.drifted === true);
}
