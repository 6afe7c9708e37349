import { impliedEnds, scopeElements, tableElements, type ElementRole } from './element-table.js';

/** Facts of an element that hold for everything in it. */
export interface ElementFacts {
  readonly name: string;
  readonly role: ElementRole;
  readonly translate: boolean;
  /** Id of the nearest element that has one, itself included. */
  readonly anchor: string;
}

/** An open element, with what it has from those around it. */
export interface OpenElement extends ElementFacts {
  /** Bits of the implied ends that a start tag may bring about here. */
  readonly implied: number;
  readonly preserve: boolean;
  /** Facts of the nearest boundary of blocks. */
  readonly block: ElementFacts;
}

const opens = maskTable(({ open }) => open);
const ends = maskTable(({ endedBy }) => endedBy);
const hides = maskTable(({ hiddenBy }) => hiddenBy);

const document: ElementFacts = { name: 'html', role: 'block', translate: true, anchor: '' };
const root: OpenElement = { ...document, implied: 0, preserve: false, block: document };

/**
 * The open elements at a place of a file, with the end tags that HTML implies. No tag costs more than the elements that
 * it ends, however deep they are.
 */
export class OpenElements {
  readonly #stack: OpenElement[] = [root];
  /** Number of open elements by name, since the last element that limits what an end tag reaches. */
  readonly #reach: (Map<string, number> | undefined)[] = [undefined];
  readonly #open = new Map<string, number>();

  get depth(): number {
    return this.#stack.length;
  }

  get top(): OpenElement {
    return this.#stack.at(-1) ?? root;
  }

  /** Ends the elements that a start tag ends. */
  imply(name: string): void {
    const mask = ends.get(name) ?? 0;
    if (mask === 0) return;
    while ((this.top.implied & mask) !== 0) this.#pop();
  }

  push(facts: ElementFacts): void {
    const { name, role, translate, anchor } = facts;
    const { implied, preserve, block } = this.top;
    const isBlock = role === 'block' || role === 'preserve';
    this.#stack.push({
      name,
      role,
      translate,
      anchor,
      implied: (implied & ~(hides.get(name) ?? 0)) | (opens.get(name) ?? 0),
      preserve: preserve || role === 'preserve',
      block: isBlock ? facts : block,
    });
    count(this.#open, name, 1);
    if (isBlock || scopeElements.has(name)) this.#reach.push(undefined);
    else this.#countInline(name, 1);
  }

  /** Ends the element of an end tag, with all in it; a stray end tag ends nothing. */
  close(name: string, isBlock: boolean): void {
    const isFar = isBlock || tableElements.has(name) || scopeElements.has(name);
    const open = isFar ? this.#open : this.#reach.at(-1);
    if ((open?.get(name) ?? 0) === 0) return;
    while (this.#stack.length > 1 && this.#pop() !== name);
  }

  #pop(): string | undefined {
    if (this.#stack.length === 1) return undefined;
    const element = this.#stack.pop();
    if (element === undefined) return undefined;
    const { name, role } = element;
    count(this.#open, name, -1);
    if (role === 'block' || role === 'preserve' || scopeElements.has(name)) this.#reach.pop();
    else this.#countInline(name, -1);
    return name;
  }

  #countInline(name: string, change: number): void {
    const last = this.#reach.length - 1;
    count((this.#reach[last] ??= new Map()), name, change);
  }
}

function count(counts: Map<string, number>, name: string, change: number): void {
  counts.set(name, (counts.get(name) ?? 0) + change);
}

/** Creates a table of elements to the bits of the rows that name them. */
function maskTable(pick: (row: (typeof impliedEnds)[number]) => readonly string[]): ReadonlyMap<string, number> {
  const table = new Map<string, number>();
  for (const [at, row] of impliedEnds.entries()) {
    for (const name of pick(row)) table.set(name, (table.get(name) ?? 0) | (1 << at));
  }
  return table;
}
