import {
  checkRuns,
  normaliseRuns,
  parsePlaceholderText,
  parseSemanticHtml,
  placeholderText,
  semanticHtml,
  shapeText,
  unitText,
  type ParsedRuns,
  type Runs,
} from '@helve/flow';
import type { ReadAnswer } from '../../model/request-item.js';
import { unitCodeFault } from '../code-fault.js';

/** How a unit travels to somebody who translates it, and back. */
export interface WireForm {
  write(runs: Runs): string;
  read(text: string, source: Runs): ParsedRuns;
  /** The tags of the form, in text that should have none. */
  readonly tag: RegExp;
  /** Tags that were escaped on their way, to be put right. */
  readonly escaped: RegExp;
  /** The tag that ends a pair. */
  closing(id: string, source: Runs): string;
}

/** For language models. */
export const tagForm: WireForm = Object.freeze({
  write: placeholderText,
  read: parsePlaceholderText,
  tag: /<x id="[^"]*"\/>/g,
  escaped: /&lt;(x id=(?:"|&quot;)[^"&<>]*(?:"|&quot;)\/)&gt;/g,
  closing: (id: string) => `<x id="/${id}"/>`,
});

/** For machine translation. */
export const htmlForm: WireForm = Object.freeze({
  write: semanticHtml,
  read: parseSemanticHtml,
  tag: /<\/?[a-z]+(?: data-id="[^"]*")[^>]*>/g,
  escaped: /&lt;([a-z]+ data-id=(?:"|&quot;)[^"&<>]*(?:"|&quot;)\/?|\/[a-z]+)&gt;/g,
  // A tag of HTML has no name to end it by, but its kind is that of the code.
  closing: (id: string, source: Runs) => {
    const html = semanticHtml(source.filter((run) => run.kind !== 'text' && 'id' in run && run.id === id));
    return html.slice(html.lastIndexOf('</'));
  },
});

const edges = /^(\s*)([\s\S]*?)(\s*)$/;

/** Looks at one answer: it may be repaired where that cannot change its meaning, and else says what is wrong. */
export function verifyAnswer(source: Runs, text: string, form: WireForm): ReadAnswer<Runs> {
  const first = read(source, text, form);
  if (first.fault === undefined) return { value: first.runs };
  const second = read(source, repair(source, text, form), form);
  if (second.fault === undefined) return { value: second.runs };
  return { fault: first.fault, value: first.runs };
}

function read(source: Runs, text: string, form: WireForm): { readonly runs: Runs; readonly fault: string | undefined } {
  const runs = normaliseRuns(form.read(text, source).runs);
  return { runs, fault: faultOf(source, runs, form) };
}

function faultOf(source: Runs, runs: Runs, form: WireForm): string | undefined {
  const [before, after] = [unitText(source), unitText(runs)];
  if (after.trim() === '' && before.trim() !== '') return 'it is empty';
  if (countTags(after, form) > countTags(before, form)) return 'it contains a tag as text';
  const codes = unitCodeFault(source, runs);
  if (codes !== undefined) return codes;
  const [nesting] = checkRuns(runs);
  if (nesting !== undefined) return `its tags do not nest: ${nesting}`;
  // White space behind a code is not at an edge.
  const [, lead = '', , trail = ''] = edges.exec(shapeText(source)) ?? [];
  const [, newLead = '', , newTrail = ''] = edges.exec(shapeText(runs)) ?? [];
  return lead === newLead && trail === newTrail ? undefined : 'the white space at its edges differs from the source';
}

function countTags(text: string, { tag }: WireForm): number {
  return text.match(tag)?.length ?? 0;
}

/** White space at the edges, tags that were escaped, and a closing tag that was lost. */
function repair(source: Runs, text: string, form: WireForm): string {
  const asked = form.write(source);
  const [, lead = '', , trail = ''] = edges.exec(asked) ?? [];
  let [, , body = ''] = edges.exec(text) ?? [];
  body = body.replace(form.escaped, (whole, inner: string) => {
    const tag = `<${inner.replaceAll('&quot;', '"')}>`;
    return asked.includes(tag) ? tag : whole;
  });
  const { missing } = form.read(body, source);
  const lost = missing.filter(({ kind }) => kind === 'pc-close').map(({ id }) => form.closing(id, source));
  return `${lead}${body}${lost.toReversed().join('')}${trail}`;
}
