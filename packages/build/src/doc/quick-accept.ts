interface Fence {
  readonly sign: string;
  readonly length: number;
}

/**
 * True when a document certainly has all these level-2 sections, each with a body. `false` decides nothing: the parser does.
 *
 * Only lines without indentation are checked. No block around such a heading can hide it but a fence and HTML; whatever
 * could turn a line into something else (HTML, underlined headings, link definitions, other line ends) is left to the
 * parser.
 */
export function quickAccept(text: string, sections: readonly string[]): boolean {
  if (text.includes('\r')) return false;
  const found = new Map<string, boolean>();
  let section: string | undefined;
  let fence: Fence | undefined;
  for (const line of text.split('\n')) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    if (doubtful.test(line)) return false;
    if (/^##?(?:[ \t]|$)/.test(line)) section = open(title.exec(line)?.[1], found);
    fence = toFence(line);
    if (section !== undefined && (fence !== undefined || body.test(line))) found.set(section, true);
  }
  return sections.every((name) => found.get(name) === true);
}

/** HTML, link definitions, the line under an underlined heading, and headings and fences that may belong to a list. */
const doubtful = /^ {0,3}(?:<|\[|=+[ \t]*$|-+[ \t]*$)|^[ \t]+(?:#|`{3}|~{3})/;
const title = /^##[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const body = /^(?:(?:[-*+]|\d{1,9}[.)]) +)?[\p{L}\p{N}`"]/u;

/** Begins a section; a repeated title adds nothing. */
function open(name: string | undefined, found: Map<string, boolean>): string | undefined {
  if (name === undefined || found.has(name)) return undefined;
  found.set(name, false);
  return name;
}

function toFence(line: string): Fence | undefined {
  const marks = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line);
  const run = marks?.[1] ?? marks?.[2];
  return run === undefined ? undefined : { sign: run.charAt(0), length: run.length };
}

function closes(line: string, { sign, length }: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run.startsWith(sign) && run.length >= length;
}
