/** Words that are commands of `helve`: no tool may claim one as its name or alias. */
export const reservedVerbs: ReadonlySet<string> = new Set([
  'approvals',
  'approve',
  'build',
  'call',
  'chat',
  'check',
  'config',
  'convert',
  'dev',
  'exchange',
  'extract',
  'flow',
  'formats',
  'help',
  'init',
  'jobs',
  'keys',
  'mcp',
  'merge',
  'plugins',
  'replay',
  'run',
  'secret',
  'serve',
  'status',
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

const ofEveryCommand = [
  'baseline',
  'color',
  'config',
  'explain',
  'help',
  'input',
  'json',
  'no-color',
  'output',
  'progress',
  'quiet',
  'trace',
  'version',
  'write-baseline',
];

/**
 * Flags that mean something to `helve` itself, now or soon, by the command that has them: a parameter of that spelling is
 * `--arg-NAME` in a call, and refused in a flow tool, which is run over files.
 */
export const reservedFlags: { readonly [Command in 'call' | 'run']: ReadonlySet<string> } = {
  call: new Set([...ofEveryCommand, 'arg', 'background', 'batch', 'envelope', 'format', 'yes']),
  run: new Set([
    ...ofEveryCommand,
    'annotations',
    'changed',
    'concurrency',
    'durable',
    'except',
    'existing',
    'explain-prompts',
    'force',
    'from',
    'in-place',
    'input-format',
    'job',
    'keep-going',
    'no-fail',
    'on-error',
    'only',
    'parallel-blocks',
    'project',
    'report',
    'since',
    'source',
    'strict',
    'lenient',
    'target',
    'to',
    'trust-exec',
    'watch',
  ]),
};

/** A parameter as a flag spells it: `maxLength`, `max_length` and `MaxLength` as `max-length`, `includeWS` as `include-ws`. */
export function flagName(parameter: string): string {
  return parameter
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
