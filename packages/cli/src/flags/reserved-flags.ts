/** Flags that mean something to `helve` itself, now or soon: a parameter of the same name is offered as `--arg-NAME`. */
export const reservedFlags: ReadonlySet<string> = new Set([
  'arg',
  'baseline',
  'color',
  'config',
  'envelope',
  'explain',
  'format',
  'help',
  'input',
  'json',
  'no-color',
  'output',
  'quiet',
  'trace',
  'version',
  'write-baseline',
]);
