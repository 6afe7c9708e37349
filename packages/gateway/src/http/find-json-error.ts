/** The first place where a text stops being JSON. */
export interface JsonError {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

/** Token that may come next, in words. */
type Want = 'a value' | 'a value or "]"' | '"," or "]"' | 'a key or "}"' | 'a key' | '":"' | '"," or "}"' | 'the end';

const space = /[ \t\n\r]*/y;
// Unrolled, so that a string without end costs one pass and not one per character.
// oxlint-disable-next-line no-control-regex -- JSON forbids them inside strings
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;

/** Finds out where a text that is not JSON goes wrong; engines do not all say. */
export function findJsonError(text: string): JsonError {
  const open: ('{' | '[')[] = [];
  let want: Want = 'a value';
  let at = 0;
  for (;;) {
    at = skip(space, text, at) ?? at;
    const next = step(text, at, want, open);
    if (next === undefined)
      return toJsonError(text, at, isBrokenString(text, at, want) ? 'a closed, well-escaped string' : want);
    [at, want] = next;
  }
}

/** One token onwards, if it is one that may stand here. */
function step(text: string, at: number, want: Want, open: ('{' | '[')[]): [at: number, want: Want] | undefined {
  const mark = text[at];
  if (want === '":"') return mark === ':' ? [at + 1, 'a value'] : undefined;
  if (want.startsWith('a key') && mark === '"') return after(string, text, at, '":"');
  if ((mark === '}' && want.endsWith('"}"')) || (mark === ']' && want.endsWith('"]"'))) {
    open.pop();
    return [at + 1, afterValue(open)];
  }
  if (mark === ',' && want.startsWith('","')) return [at + 1, want === '"," or "}"' ? 'a key' : 'a value'];
  if (!want.startsWith('a value')) return undefined;
  if (mark === '{' || mark === '[') {
    open.push(mark);
    return [at + 1, mark === '{' ? 'a key or "}"' : 'a value or "]"'];
  }
  return after(mark === '"' ? string : scalar, text, at, afterValue(open));
}

function isBrokenString(text: string, at: number, want: Want): boolean {
  return text[at] === '"' && (want.startsWith('a value') || want.startsWith('a key'));
}

function afterValue(open: readonly string[]): Want {
  const inside = open.at(-1);
  if (inside === undefined) return 'the end';
  return inside === '{' ? '"," or "}"' : '"," or "]"';
}

function after(token: RegExp, text: string, at: number, want: Want): [number, Want] | undefined {
  const end = skip(token, text, at);
  return end === undefined ? undefined : [end, want];
}

function skip(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : undefined;
}

function toJsonError(text: string, at: number, expected: string): JsonError {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1, expected };
}
