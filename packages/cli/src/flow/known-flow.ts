import { compileFlow, type CompiledFlow, type ParsedFlow } from '@helve/flow';
import { textOf } from '../command/command.js';
import type { House } from '../compose.js';
import type { OwnFlag } from '../flags/parse-flags.js';
import { findFlow, unknownFlow } from './find-flow.js';

/** Flags of commands that compile a flow without running it. */
export const localeFlags: readonly OwnFlag[] = [
  { name: 'source', value: 'LOCALE', docs: 'the locale of the source' },
  { name: 'target', value: 'LOCALES', docs: 'the target locales, with commas between' },
];

/** The flow that was named on the command line. */
export async function knownFlow({ config, flow }: House, name: string, cwd: string): Promise<ParsedFlow> {
  const { folder, tools } = flow;
  const found = await findFlow(name, { paths: config.flows, folder, cwd, tools });
  if (found === undefined) throw await unknownFlow(name, { paths: config.flows, folder, tools });
  return found;
}

/** Compiles a flow for the locales of the command line or the project. Nothing is run, so nothing needs consent. */
export function compileKnown(
  parsed: ParsedFlow,
  { config, flow }: House,
  flags: Readonly<Record<string, unknown>>,
): CompiledFlow {
  const { defaults, tools } = flow;
  const named = textOf(flags, 'target')
    ?.split(',')
    .map((locale) => locale.trim());
  const targets = named ?? defaults.targetLocales;
  return compileFlow(parsed, tools, {
    sourceLocale: textOf(flags, 'source') ?? defaults.sourceLocale,
    targetLocales: targets.length === 0 ? undefined : targets,
    targetsFromRun: named !== undefined,
    presets: defaults.presets,
    redactionRequired: config.redaction.required,
    execTrusted: true,
  });
}
