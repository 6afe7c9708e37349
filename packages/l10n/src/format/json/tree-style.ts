import { membersOf, type JsonTree, type TreeContainer, type TreeMember } from './json-tree.js';

/** Manner in which a JSON text is written. */
export interface JsonStyle {
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly indent: string;
  /** White space around the colon, with it. */
  readonly colon: string;
  /** White space behind a comma, where members share a line. */
  readonly space: string;
  /** True when members stand on lines of their own. */
  readonly hasLines: boolean;
}

/** Detects the manner of a text by its first members. */
export function detectStyle({ text, root }: JsonTree, lineEnd: string): JsonStyle {
  const first = root?.first;
  const second = first?.next;
  const hasLines = first?.range === undefined ? true : isOnOwnLine(text, first.range.keyAt);
  const between = text.slice(first?.range?.valueEnd ?? 0, second?.range?.keyAt ?? 0);
  return {
    lineEnd,
    indent: hasLines && first?.range !== undefined ? indentAt(text, first.range.keyAt) || '  ' : '  ',
    colon: colonOf(text, first) ?? (hasLines ? ': ' : ':'),
    space: between.includes(',') && !hasLines ? (/^\s*,([ \t]*)/u.exec(between)?.[1] ?? '') : '',
    hasLines,
  };
}

/** The colon of a member with its white space; undefined where there is none, or a comment beside it. */
export function colonOf(text: string, member: TreeMember | undefined): string | undefined {
  if (member?.range === undefined || member.parent.kind === 'array') return undefined;
  const between = text.slice(member.range.keyEnd, member.range.valueAt);
  return /^[ \t]*:[ \t]*$/u.test(between) ? between : undefined;
}

/** True when only white space stands before a position on its line. */
export function isOnOwnLine(text: string, at: number): boolean {
  const start = lineStart(text, at);
  return start > 0 && /^[ \t]*$/u.test(text.slice(start, at));
}

/** White space at the begin of the line of a position. */
export function indentAt(text: string, at: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStart(text, at), at))?.[0] ?? '';
}

/** Where the line of a position begins. */
export function lineStart(text: string, at: number): number {
  let start = at;
  // A search for a kind of line end that the text lacks would go through all of it.
  while (start > 0 && text.charAt(start - 1) !== '\n' && text.charAt(start - 1) !== '\r') start -= 1;
  return start;
}

/** The first two members of a container that the text has. */
export function firstInText(container: TreeContainer): readonly TreeMember[] {
  const found: TreeMember[] = [];
  for (const member of membersOf(container)) {
    if (member.range !== undefined) found.push(member);
    if (found.length === 2) break;
  }
  return found;
}
