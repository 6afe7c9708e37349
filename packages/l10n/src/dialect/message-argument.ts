/** An argument of an ICU message: `{name, type, style}`. */
export interface MessageArgument {
  readonly name: string;
  /** Empty for a value that is put in as it is. */
  readonly type: string;
  readonly style: string;
}

/** Types of arguments besides those with forms. */
const types: ReadonlySet<string> = new Set(['number', 'date', 'time', 'spellout', 'ordinal', 'duration', 'list']);

/** Reads the written form of an argument; undefined for any other code. */
export function readArgument(data: string): MessageArgument | undefined {
  if (!/^\{[^{}]*\}$/.test(data)) return undefined;
  const [name = '', type = '', ...style] = data.slice(1, -1).split(',');
  const argument = { name: name.trim(), type: type.trim(), style: style.join(',').trim() };
  const isKnown = argument.type === '' || types.has(argument.type);
  return isKnown && /^[\p{L}\p{N}_.@-]+$/u.test(argument.name) ? argument : undefined;
}
