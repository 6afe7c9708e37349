/** Flags that `helve call` keeps for itself; the terminal has an equal list. */
export const reservedFlags: ReadonlySet<string> = new Set(
  'arg baseline color config envelope explain format help input json no-color output progress quiet trace version write-baseline yes'.split(
    ' ',
  ),
);
