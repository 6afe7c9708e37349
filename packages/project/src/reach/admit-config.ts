import { deepEqual, nearestNames, type Json } from '@helve/core';
import type { NamedKind, PropertySchema, ToolInfo } from '@helve/flow';
import type { AdmitConfig } from '@helve/flow/engine';
import { DEMO_PROVIDER } from '@helve/l10n/run';
import { projectErrors, didYouMean } from '../project-errors.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ConfigByName } from '../config/flow-keys.js';
import { projectVault } from '../flow/project-vault.js';
import type { CallerFiles } from './caller-files.js';
import type { Reach } from './reach.js';
import type { StepRights } from './step-rights.js';

/** Everything that decides about the configs of steps that a caller at a door has run. */
export interface Admission {
  readonly config: ResolvedConfig;
  readonly presets: ConfigByName;
  readonly reach: Reach;
  readonly files: CallerFiles;
  /** Refuses callers who may use no files at all. */
  readonly assertFilesGranted: () => void;
  readonly mayCall: StepRights;
  /** The steps stand in a flow of the project: programs and scripts in them run with the consent of a person alone. */
  readonly ofProject: boolean;
}

/** Names that are defined in every project. */
const known: { readonly [kind in NamedKind]?: readonly string[] } = {
  models: [DEMO_PROVIDER],
  vaults: ['memory', projectVault],
};

/**
 * The one check of what steps name at a door. Files go through `reach`; models, credentials, addresses, programs and
 * vaults are names of the config; tools are called as the caller may call them. What the config itself sets is the word
 * of its owner, and so is what a flow of the project calls.
 */
export function admitAtDoor(admission: Admission): AdmitConfig {
  const { config, presets, ofProject } = admission;
  return (tool, options, by) => {
    for (const [name, value] of Object.entries(options)) {
      const property = tool.schema.properties[name];
      if (property === undefined) continue;
      const isOwners =
        by === 'project' || deepEqual(value, presets[tool.name]?.[name]) || deepEqual(value, property.default);
      const isAgreed = ofProject && tool.meta.exec === true;
      if (property['x-path'] !== undefined) admitPaths(value, property, isOwners || isAgreed, admission);
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      if (property['x-calls'] === true && !isOwners && !ofProject && !admission.mayCall(shown))
        throw notCallable(tool, name, shown);
      const kind = property['x-config'];
      if (kind === undefined || isOwners || (isAgreed && kind === 'programs')) continue;
      if (shown !== value || !listNames(kind, config).includes(shown)) throw refuse(tool, name, shown, kind, config);
    }
  };
}

function admitPaths(value: Json, property: PropertySchema, isOwners: boolean, admission: Admission): void {
  const { reach, files, assertFilesGranted } = admission;
  if (Array.isArray(value)) for (const item of value) admitPaths(item, property, isOwners, admission);
  if (typeof value !== 'string' || value === '') return;
  const [, scheme, name = ''] = /^([a-z][a-z0-9+.-]+):(.*)$/is.exec(value) ?? [];
  const path = value.replaceAll('${rootDir}', '.');
  if (isOwners) return files.name(path);
  // A resource is one by its name; where it is kept is the project's own matter.
  if (scheme !== undefined && /^[\w-][\w.-]*$/.test(name)) return;
  assertFilesGranted();
  reach.locate(path.replaceAll(/\$\{[^}]*\}/g, 'x'), property['x-path'] === 'out' ? 'write' : 'read');
}

function listNames(kind: NamedKind | 'preset', { models, resources }: ResolvedConfig): readonly string[] {
  if (kind === 'preset') return [];
  return [...Object.keys(kind === 'models' ? models : resources[kind]), ...(known[kind] ?? [])];
}

/** Makes the refusal, in equal words for a tool that is hidden and for one that is not there. */
function notCallable({ name: tool }: ToolInfo, parameter: string, value: string): Error {
  const problem = 'the caller is offered no such tool here';
  return projectErrors.create('PROJECT_VALUE_REFUSED', { parameter, tool, value, problem });
}

function refuse(
  { name: tool }: ToolInfo,
  parameter: string,
  shown: string,
  kind: NamedKind | 'preset',
  config: ResolvedConfig,
): Error {
  const facts = { parameter, tool, value: shown };
  if (kind === 'preset') {
    const suggestion = `Set it under \`tools\` in the config: { '${tool}': { ${parameter}: … } }`;
    const problem = 'only the config of the project sets it';
    return projectErrors.create('PROJECT_VALUE_REFUSED', { ...facts, problem }, { details: { suggestion } });
  }
  const key = kind === 'models' ? kind : `resources.${kind}`;
  const near = didYouMean(nearestNames(shown, listNames(kind, config)));
  const suggestion = { suggestion: `Name one under \`${key}\` in the config, and say its name`, ...near };
  const problem = `callers of a server may use only a name from \`${key}\` of the config`;
  return projectErrors.create('PROJECT_VALUE_REFUSED', { ...facts, problem }, { details: suggestion });
}
