import { compileFlow, type CompiledFlow, type ParsedFlow } from '@helve/flow/engine';
import type { Project } from '../open-project.js';
import { findFlow, unknownFlow } from './find-flow.js';

/** The flow of this name or path. */
export async function knownFlow({ config, flow }: Project, name: string, cwd: string): Promise<ParsedFlow> {
  const { folder, tools } = flow;
  const found = await findFlow(name, { paths: config.flows, folder, cwd, tools });
  if (found === undefined) throw await unknownFlow(name, { paths: config.flows, folder, tools });
  return found;
}

/** Locales that a caller asks for, over those of the project. */
export interface ChosenLocales {
  readonly source?: string | undefined;
  readonly targets?: readonly string[] | undefined;
}

/** Compiles a flow for the locales that were chosen, or those of the project. Nothing is run, so nothing needs consent. */
export function compileKnownFlow(
  parsed: ParsedFlow,
  { config, flow }: Project,
  { source, targets: named }: ChosenLocales,
): CompiledFlow {
  const { defaults, tools } = flow;
  const targets = named ?? defaults.targetLocales;
  return compileFlow(parsed, tools, {
    sourceLocale: source ?? defaults.sourceLocale,
    targetLocales: targets.length === 0 ? undefined : targets,
    targetsFromRun: named !== undefined,
    presets: defaults.presets,
    redactionRequired: config.redaction.required,
    execTrusted: true,
  });
}
