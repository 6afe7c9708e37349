/** A YAML text on the lines below its key. */
interface BlockScalar {
  readonly text: string;
  /** After its last character; the line end after that does not belong to it. */
  readonly end: number;
  /** Indentation of its lines. */
  readonly indent: string;
}

const header = /^(?<style>[|>])(?:(?<chomp>[+-])(?<width>[1-9])?|(?<first>[1-9])(?<last>[+-])?)?[ \t]*(?:#.*)?$/u;
const line = /([^\r\n]*)(\r\n|\r|\n|$)/uy;

/**
 * Reads the scalar whose first line, from `|` or `>` on, is at a position; `outer` is the indentation of its key.
 *
 *     text: >-          a folded text without a line end at its end
 *       one
 *       line
 */
export function readBlockScalar(body: string, at: number, outer: number): BlockScalar | undefined {
  const [first = '', lineEnd = ''] = lineAt(body, at);
  const groups = header.exec(first)?.groups;
  if (!groups) return undefined;
  const chomp = groups['chomp'] ?? groups['last'] ?? '';
  const width = Number(groups['width'] ?? groups['first'] ?? 0);
  const { lines, end, indent } = readScalarLines(body, at + first.length + lineEnd.length, outer, width);
  if (!lines.some((one) => one !== '')) return undefined;
  let last = lines.length;
  while (lines[last - 1] === '') last -= 1;
  const text = groups['style'] === '|' ? lines.slice(0, last).join('\n') : folded(lines.slice(0, last));
  if (chomp !== '+') return { text: chomp === '-' ? text : `${text}\n`, end: ends(end, last), indent };
  return { text: text + '\n'.repeat(lines.length - last + 1), end: ends(end, lines.length), indent };
}

/**
 * Writes a text in the style of a scalar, under a header that states its end; returns undefined when the style cannot
 * represent it.
 */
export function writeBlockScalar(text: string, was: string, indent: string): string | undefined {
  const [, breaks = ''] = /(\n*)$/u.exec(text) ?? [];
  const [signs = '', comment = ''] = was.split(/(?=[ \t])(.*)/u);
  const content = text.slice(0, text.length - breaks.length);
  if (content === '' || /[\p{Cc}\u2028\u2029\uFEFF]/u.test(text.replaceAll(/[\n\t]/gu, ''))) return undefined;
  // Blank lines after other scalars are not part of them, and must not become so.
  if (breaks.length > 1 && !signs.includes('+')) return undefined;
  const chomp = ['-', '', '+'][Math.min(breaks.length, 2)] ?? '';
  const rest = '\n'.repeat(Math.max(0, breaks.length - 1));
  const styles = was.startsWith('>') ? (['>', '|'] as const) : (['|'] as const);
  const spelled = styles.map((style) => {
    const lines = (style === '|' ? content : content.replaceAll('\n', '\n\n')) + rest;
    return `${style}${chomp}${comment}\n${lines.replaceAll(/^(?=.)/gmu, indent)}`;
  });
  return spelled.find((one) => readBlockScalar(`${one}\n`, 0, indent.length - 1)?.text === text);
}

interface ScalarLines {
  readonly lines: readonly string[];
  /** End of each line. */
  readonly end: readonly number[];
  readonly indent: string;
}

function readScalarLines(body: string, from: number, outer: number, width: number): ScalarLines {
  const lines: string[] = [];
  const end: number[] = [];
  let column = width > 0 ? Math.max(0, outer) + width : 0;
  for (let at = from; at < body.length;) {
    const [content = '', lineEnd = ''] = lineAt(body, at);
    const spaces = /^ */u.exec(content)?.[0].length ?? 0;
    const blank = spaces === content.length;
    if (!blank && column === 0) column = spaces;
    if (!blank && (spaces <= outer || spaces < column)) break;
    lines.push(blank && (column === 0 || spaces <= column) ? '' : content.slice(column));
    end.push(at + content.length);
    at += content.length + lineEnd.length;
  }
  return { lines, end, indent: ' '.repeat(column) };
}

function ends(end: readonly number[], count: number): number {
  return end[count - 1] ?? 0;
}

/** Folds lines with spaces; blank lines are line ends, and further indented lines stay unchanged. */
function folded(lines: readonly string[]): string {
  let text = lines[0] ?? '';
  let blanks = 0;
  for (let at = 1; at < lines.length; at += 1) {
    const [current = '', before = ''] = [lines[at], lines[at - 1 - blanks]];
    if (current === '') {
      blanks += 1;
      continue;
    }
    const keepsBreak = /^[ \t]/u.test(current) || /^[ \t]/u.test(before) || before === '';
    text += keepsBreak ? '\n'.repeat(blanks + 1) : blanks > 0 ? '\n'.repeat(blanks) : ' ';
    text += current;
    blanks = 0;
  }
  return text;
}

function lineAt(body: string, at: number): readonly string[] {
  line.lastIndex = at;
  return line.exec(body)?.slice(1) ?? [];
}
