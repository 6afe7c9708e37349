import type { TextSplice } from '../insert/splice-text.js';
import { membersOf, type JsonTree, type MemberRange, type TreeContainer, type TreeMember } from './json-tree.js';
import { restOfLine, skipTrivia } from './skip-trivia.js';
import { colonOf, firstInText, indentAt, isOnOwnLine, lineStart, type JsonStyle } from './tree-style.js';

/** Spells what was added to a tree and taken from it as splices of its text; everything else stays. */
export function spellEdits(tree: JsonTree, style: JsonStyle): readonly TextSplice[] {
  const splices: TextSplice[] = [];
  const open = tree.root === undefined ? [] : [tree.root];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    if (container.changed === true) splices.push(...new ContainerEdit(tree.text, container, style).splices());
    for (const member of membersOf(container))
      if (member.range && member.removed !== true && member.container) open.push(member.container);
  }
  return splices;
}

/** A member of the text. */
type OldMember = TreeMember & { readonly range: MemberRange };

function isOld(member: TreeMember): member is OldMember {
  return member.range !== undefined;
}

/** Changes inside of one object or array of the text. */
class ContainerEdit {
  readonly #text: string;
  readonly #container: TreeContainer;
  readonly #style: JsonStyle;
  readonly #hasLines: boolean;
  readonly #indent: string;
  readonly #space: string;
  readonly #splices: TextSplice[] = [];
  /** True when a comma follows the last member, as many tools allow. */
  #isTrailing = false;

  constructor(text: string, container: TreeContainer, style: JsonStyle) {
    this.#text = text;
    this.#container = container;
    this.#style = style;
    const [first, second] = firstInText(container);
    const { open = 0 } = container.range ?? {};
    this.#hasLines = first?.range === undefined ? style.hasLines : isOnOwnLine(text, first.range.keyAt);
    this.#indent =
      first?.range !== undefined && this.#hasLines
        ? indentAt(text, first.range.keyAt)
        : indentAt(text, open) + style.indent;
    const between = first?.range && second?.range ? text.slice(first.range.valueEnd, second.range.keyAt) : undefined;
    this.#space = (between === undefined ? undefined : /^[ \t]*,([ \t]*)$/u.exec(between)?.[1]) ?? style.space;
  }

  splices(): readonly TextSplice[] {
    const members = [...membersOf(this.#container)].filter((member) => isOld(member) || member.removed !== true);
    const kept = members.filter((member): member is OldMember => isOld(member) && member.removed !== true);
    const old = members.filter(isOld);
    const last = kept.at(-1);
    this.#isTrailing =
      old.length > 0 && this.#text.charAt(skipTrivia(this.#text, old.at(-1)?.range.valueEnd ?? 0)) === ',';
    let anchor: OldMember | undefined;
    let group: TreeMember[] = [];
    for (const member of [...members, undefined]) {
      if (member !== undefined && !isOld(member)) {
        group.push(member);
        continue;
      }
      if (member?.removed === true) continue;
      if (anchor === undefined) this.#head(group, kept[0]);
      else this.#behind(anchor, group, anchor === last);
      group = [];
      anchor = member;
    }
    this.#remove(old);
    return this.#splices;
  }

  /** Puts members before the first that stays. */
  #head(group: readonly TreeMember[], first: OldMember | undefined): void {
    const { open = 0, close = 0 } = this.#container.range ?? {};
    if (group.length === 0) return;
    const spelled = group.map((member) => this.#spell(member, first));
    if (!this.#hasLines) {
      const at = first?.range.keyAt ?? open + 1;
      this.#put(at, spelled.join(`,${this.#space}`) + (first === undefined ? '' : `,${this.#space}`));
      return;
    }
    const lines = this.#lines(spelled, first !== undefined);
    const at = restOfLine(this.#text, open + 1);
    const hasClosingLine = at !== undefined && at < close;
    this.#put(hasClosingLine ? at : open + 1, hasClosingLine ? lines : lines + this.#lineBefore(open));
  }

  /** Puts members behind one that stays, and mends its comma. */
  #behind(anchor: OldMember, group: readonly TreeMember[], isLast: boolean): void {
    const text = this.#text;
    const { valueEnd } = anchor.range;
    const commaAt = skipTrivia(text, valueEnd);
    const hasComma = text.charAt(commaAt) === ',';
    const isTrailing = this.#isTrailing;
    if (group.length === 0) {
      if (isLast && hasComma && !isTrailing) this.#splices.push({ start: commaAt, end: commaAt + 1, text: '' });
      return;
    }
    const spelled = group.map((member) => this.#spell(member, anchor));
    const at = this.#hasLines ? restOfLine(text, hasComma ? commaAt + 1 : valueEnd) : undefined;
    if (at === undefined) {
      this.#put(valueEnd, spelled.map((member) => `,${this.#space}${member}`).join(''));
      if (isLast && hasComma && !isTrailing) this.#splices.push({ start: commaAt, end: commaAt + 1, text: '' });
      return;
    }
    if (!hasComma) this.#put(valueEnd, ',');
    this.#put(at, this.#lines(spelled, !isLast || isTrailing));
  }

  /** Takes members out: with their lines and the comments right above, or with a comma of their line. */
  #remove(old: readonly OldMember[]): void {
    let hasKept = false;
    for (const [index, member] of old.entries()) {
      if (member.removed !== true) {
        hasKept = true;
        continue;
      }
      const { keyAt, valueEnd } = member.range;
      const commaAt = skipTrivia(this.#text, valueEnd);
      const hasComma = this.#text.charAt(commaAt) === ',';
      const lineEnd = restOfLine(this.#text, hasComma ? commaAt + 1 : valueEnd);
      const next = old[index + 1];
      const before = old[index - 1];
      if (isOnOwnLine(this.#text, keyAt) && lineEnd !== undefined)
        this.#splices.push({ start: this.#commentStart(keyAt), end: afterBreak(this.#text, lineEnd), text: '' });
      else if (hasKept && before !== undefined)
        this.#splices.push({ start: before.range.valueEnd, end: valueEnd, text: '' });
      else
        this.#splices.push({ start: keyAt, end: next?.range.keyAt ?? (hasComma ? commaAt + 1 : valueEnd), text: '' });
    }
  }

  /** Where the comment lines right above a line begin. */
  #commentStart(keyAt: number): number {
    let start = lineStart(this.#text, keyAt);
    for (;;) {
      const above = lineStart(this.#text, Math.max(0, start - (this.#text.startsWith('\r\n', start - 2) ? 2 : 1)));
      if (above >= start || !/^[ \t]*\/\//u.test(this.#text.slice(above, start))) return start;
      start = above;
    }
  }

  #lines(spelled: readonly string[], endsWithComma: boolean): string {
    return spelled
      .map((member, at) => {
        const comma = at < spelled.length - 1 || endsWithComma ? ',' : '';
        return `${this.#style.lineEnd}${this.#indent}${member}${comma}`;
      })
      .join('');
  }

  #lineBefore(at: number): string {
    return `${this.#style.lineEnd}${indentAt(this.#text, at)}`;
  }

  #put(at: number, text: string): void {
    this.#splices.push({ start: at, end: at, text });
  }

  #spell(member: TreeMember, neighbour: TreeMember | undefined): string {
    const style = { ...this.#style, colon: colonOf(this.#text, neighbour) ?? this.#style.colon };
    return spellMember(member, this.#hasLines ? this.#indent : undefined, this.#space, style);
  }
}

/** Spells a new member; its own members stand on lines of their own where it does. */
function spellMember(member: TreeMember, indent: string | undefined, space: string, style: JsonStyle): string {
  const value =
    member.container === undefined ? (member.raw ?? 'null') : spellContainer(member.container, indent, space, style);
  return member.parent.kind === 'array' ? value : `${JSON.stringify(member.key)}${style.colon}${value}`;
}

function spellContainer(container: TreeContainer, indent: string | undefined, space: string, style: JsonStyle): string {
  const [open, close] = container.kind === 'array' ? '[]' : '{}';
  const inner = indent === undefined ? undefined : indent + style.indent;
  const members = [...membersOf(container)].map((member) => spellMember(member, inner, space, style));
  if (inner === undefined) return `${open}${members.join(`,${space}`)}${close}`;
  const lines = members.map((member) => `${style.lineEnd}${inner}${member}`).join(',');
  return `${open}${lines}${style.lineEnd}${indent}${close}`;
}

function afterBreak(text: string, at: number): number {
  if (at >= text.length) return at;
  return text.startsWith('\r\n', at) ? at + 2 : at + 1;
}
