import type { CloseRun, CodeRun, OpenRun, PlaceholderRun, Run, Runs } from '@helve/flow';
import { formatMessage } from '../messageformat/format-message.js';
import { escapeXmlText, escapeValue, isXmlText, legalXmlText } from '../xml/escape-xml.js';
import { fromSubType, type CodeOrigin } from './code-origin.js';
import { nameOfType } from './code-type.js';

/** A segment as XML, and its losses. */
export interface WrittenSeg {
  readonly xml: string;
  /** Facts that a reader of the file will not get back. */
  readonly losses: readonly SegLoss[];
}

export type SegLoss = 'forms' | 'reference' | 'control-character';

/** Writes content as the inside of a `<seg>`. */
export function writeSeg(runs: Runs): WrittenSeg {
  const [only, more] = runs;
  if (only?.kind === 'text' && !more && isXmlText(only.text)) return { xml: escapeXmlText(only.text), losses: [] };
  return new SegWriter().write(runs);
}

type MarkRun = PlaceholderRun | OpenRun | CloseRun;

class SegWriter {
  readonly #losses = new Set<SegLoss>();
  /** The numbers of pairs, by id. */
  readonly #numbers = new Map<string, number>();
  #xml = '';

  write(runs: Runs): WrittenSeg {
    for (const run of runs) this.#run(run);
    return { xml: this.#xml, losses: [...this.#losses] };
  }

  #run(run: Run): void {
    if (run.kind === 'text') this.#text(run.text);
    else if (run.kind === 'plural' || run.kind === 'select') {
      this.#losses.add('forms');
      this.#text(formatMessage([run]));
    } else this.#code(run);
  }

  #text(text: string): void {
    this.#xml += escapeXmlText(this.#legal(text));
  }

  #code(run: CodeRun): void {
    if (run.kind === 'sub') {
      this.#losses.add('reference');
      this.#xml += `<ph x="${escapeValue(run.id)}">${escapeXmlText(this.#legal(run.ref))}</ph>`;
      return;
    }
    const origin = fromSubType(run.subType) ?? { element: elementName(run) };
    if (origin.element === 'text') this.#text(run.data);
    else if (origin.part === 'sub') this.#around(run, origin);
    else if (origin.element === 'hi') this.#xml += run.kind === 'pc-open' ? this.#open(run, origin) : '</hi>';
    else this.#xml += `${this.#open(run, origin)}${escapeXmlText(this.#legal(run.data))}</${origin.element}>`;
  }

  /** Writes the parts of a code with texts between them. */
  #around(run: MarkRun, origin: CodeOrigin): void {
    const data = escapeXmlText(this.#legal(run.data));
    if (run.kind === 'pc-open') this.#xml += `${this.#open(run, origin)}${data}<sub>`;
    else if (run.kind === 'ph') this.#xml += `</sub>${data}<sub>`;
    else this.#xml += `</sub>${data}</${origin.element}>`;
  }

  #open(run: MarkRun, { element, type, assoc }: CodeOrigin): string {
    const named = type ?? (fromSubType(run.subType) ? undefined : nameOfType(run.type));
    const attributes = {
      ...((element === 'bpt' || element === 'ept') && { i: String(this.#numberOf(run.id)) }),
      ...(element === 'it' && { pos: run.kind === 'pc-close' ? 'end' : 'begin' }),
      ...(assoc !== undefined && { assoc }),
      ...(named !== undefined && element !== 'ept' && { type: named }),
      ...(element !== 'ept' && { x: run.id }),
    };
    const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeValue(this.#legal(value))}"`);
    return `<${element}${text.join('')}>`;
  }

  #numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(id, number);
    return number;
  }

  #legal(text: string): string {
    if (isXmlText(text)) return text;
    this.#losses.add('control-character');
    return legalXmlText(text);
  }
}

/** Chooses the element for a code of another format. */
function elementName(run: MarkRun): CodeOrigin['element'] {
  if (run.kind === 'ph') return 'ph';
  if (run.isolated === true) return 'it';
  return run.kind === 'pc-open' ? 'bpt' : 'ept';
}
