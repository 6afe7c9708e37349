import type { Run } from '@helve/flow';
import { isVoidTag, tagType } from '../code/code-preset.js';
import type { InlineNode, MarkNode } from './inline-node.js';

/** A half that waits for its other half: a tag by its name, a mark by its number. */
interface Waiting {
  readonly key: string | number;
  readonly run: number;
}

/**
 * Converts nodes to runs with numbered codes. Marks nest by themselves; a tag that would cross a mark stands alone:
 *
 *     **a <b> c** </b>   →   1 (2 alone) 1 (3 alone)
 */
export function numberNodes(nodes: readonly InlineNode[]): Run[] {
  const numbering = new Numbering();
  for (const node of nodes) numbering.take(node);
  return numbering.end();
}

class Numbering {
  readonly #runs: Run[] = [];
  readonly #waiting: Waiting[] = [];
  /** Number of waiting tags by name. */
  readonly #counts = new Map<string | number, number>();
  #next = 1;

  take(node: InlineNode): void {
    switch (node.kind) {
      case 'text':
        return this.#text(node.text);
      case 'ph':
        return void this.#runs.push({ ...node, id: this.#id() });
      case 'tag':
        return this.#tag(node.data);
      case 'jsx':
        return this.#jsx(node.data);
      case 'open':
      case 'close':
        return this.#mark(node);
      case 'delimiter':
        for (const mark of node.closed) this.#mark(mark);
        this.#text(node.char.repeat(node.count));
        for (const mark of node.opened) this.#mark(mark);
    }
  }

  end(): Run[] {
    for (const { run } of this.#waiting) this.#isolate(run);
    return this.#runs.length > 0 ? this.#runs : [{ kind: 'text', text: '' }];
  }

  #text(text: string): void {
    const last = this.#runs.at(-1);
    if (last?.kind === 'text') this.#runs[this.#runs.length - 1] = { kind: 'text', text: last.text + text };
    else if (text !== '') this.#runs.push({ kind: 'text', text });
  }

  #mark({ kind, pair, type, subType, data }: MarkNode): void {
    if (kind === 'open') this.#open(pair, { type, subType, data });
    else this.#close(pair, { type, subType, data });
  }

  #tag(data: string): void {
    const [, slash, name = ''] = /^<(\/?)([A-Za-z][A-Za-z0-9:-]*)/u.exec(data) ?? [];
    const facts = { type: tagType(name), subType: `html:${name.toLowerCase()}`, data };
    if (slash === '/') this.#close(name.toLowerCase(), facts);
    else if (isVoidTag(name) || data.endsWith('/>')) this.#runs.push({ kind: 'ph', id: this.#id(), ...facts });
    else this.#open(name.toLowerCase(), facts);
  }

  /** Handles a JSX tag: names are case-sensitive, and every tag needs its own end. */
  #jsx(data: string): void {
    const [, slash, name = ''] = /^<(\/?)([\w$.:-]*)/u.exec(data) ?? [];
    const type = name === name.toLowerCase() ? tagType(name) : 'code:markup';
    const facts = { type, subType: `mdx:${name}`, data };
    if (slash === '/') this.#close(`<${name}`, facts);
    else if (data.endsWith('/>')) this.#runs.push({ kind: 'ph', id: this.#id(), ...facts });
    else this.#open(`<${name}`, facts);
  }

  #open(key: string | number, facts: Facts): void {
    this.#waiting.push({ key, run: this.#runs.length });
    this.#count(key, 1);
    this.#runs.push({ kind: 'pc-open', id: this.#id(), ...facts });
  }

  #close(key: string | number, facts: Facts): void {
    const level = this.#counts.get(key)
      ? this.#waiting.findLastIndex((one) => one.key === key || crosses(key, one))
      : -1;
    const opener = this.#waiting[level];
    if (opener?.key !== key) {
      this.#runs.push({ kind: 'pc-close', id: this.#id(), ...facts, isolated: true });
      return;
    }
    for (const { key: inner, run } of this.#waiting.splice(level)) {
      if (run !== opener.run) this.#isolate(run);
      this.#count(inner, -1);
    }
    const begun = this.#runs[opener.run];
    this.#runs.push({ kind: 'pc-close', id: begun?.kind === 'pc-open' ? begun.id : this.#id(), ...facts });
  }

  #count(key: string | number, change: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + change);
  }

  #isolate(at: number): void {
    const run = this.#runs[at];
    if (run?.kind === 'pc-open') this.#runs[at] = { ...run, isolated: true };
  }

  #id(): string {
    return String(this.#next++);
  }
}

interface Facts {
  readonly type: string;
  readonly subType: string;
  readonly data: string;
}

/** True when an end tag would cross the mark around it. */
function crosses(key: string | number, waiting: Waiting): boolean {
  return typeof key === 'string' && typeof waiting.key === 'number';
}
