/** Words that are commands of `helve`: no tool may claim one as its name or alias. */
export const reservedVerbs: ReadonlySet<string> = new Set([
  'approvals',
  'approve',
  'build',
  'call',
  'chat',
  'check',
  'config',
  'dev',
  'flow',
  'formats',
  'help',
  'init',
  'keys',
  'mcp',
  'plugins',
  'replay',
  'run',
  'secret',
  'serve',
  'store',
  'studio',
  'terms',
  'tm',
  'tools',
  'trail',
  'translate',
  'version',
  'worker',
]);

/** Flow tools that are named like a command and therefore have no short form `helve NAME FILES`. */
export const toolsWithoutShortForm: ReadonlySet<string> = new Set(['call']);

/** Flags that every run of a tool has: a parameter of the same spelling could not be set. */
export const reservedFlags: ReadonlySet<string> = new Set([
  'baseline',
  'color',
  'concurrency',
  'config',
  'durable',
  'explain',
  'explain-prompts',
  'help',
  'in-place',
  'input',
  'json',
  'keep-going',
  'no-fail',
  'on-error',
  'output',
  'parallel-blocks',
  'progress',
  'project',
  'quiet',
  'report',
  'source',
  'strict',
  'target',
  'trace',
  'trust-exec',
  'version',
  'write-baseline',
]);

/** A parameter as a flag spells it: `includeVerticalWS` as `include-vertical-ws`. */
export function flagName(parameter: string): string {
  return parameter
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
