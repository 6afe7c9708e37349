import { unitText, type Runs } from '@helve/flow';
import {
  checkRuns,
  normaliseRuns,
  parsePlaceholderText,
  parseSemanticHtml,
  placeholderText,
  semanticHtml,
  shapeText,
  type ParsedRuns,
} from '@helve/flow/content';
import type { ReadAnswer } from '../../model/request-item.js';
import { unitCodeFault } from '../code-fault.js';

/** Notation of a unit on its way to a translator and back. */
export interface WireForm {
  write(runs: Runs): string;
  read(text: string, source: Runs): ParsedRuns;
  /** Matches tags of the notation in text that should have none. */
  readonly tag: RegExp;
  /** Matches escaped tags, which are repaired. */
  readonly escaped: RegExp;
  /** Returns the tag that ends a pair. */
  closing(id: string, source: Runs): string;
}

/** Notation for language models. */
export const tagForm: WireForm = Object.freeze({
  write: placeholderText,
  read: parsePlaceholderText,
  tag: /<x id="[^"]*"\/>/g,
  escaped: /&lt;(x id=(?:"|&quot;)[^"&<>]*(?:"|&quot;)\/)&gt;/g,
  closing: (id: string) => `<x id="/${id}"/>`,
});

/** Notation for machine translation. */
export const htmlForm: WireForm = Object.freeze({
  write: semanticHtml,
  read: parseSemanticHtml,
  tag: /<\/?[a-z]+(?: data-id="[^"]*")[^>]*>/g,
  escaped: /&lt;([a-z]+ data-id=(?:"|&quot;)[^"&<>]*(?:"|&quot;)\/?|\/[a-z]+)&gt;/g,
  // A tag of HTML has no name, but the kind of the code.
  closing: (id: string, source: Runs) => {
    const html = semanticHtml(source.filter((run) => run.kind !== 'text' && 'id' in run && run.id === id));
    return html.slice(html.lastIndexOf('</'));
  },
});

const edges = /^(\s*)([\s\S]*?)(\s*)$/;

/** Verifies one answer: repairs it where that cannot change its meaning, or returns its fault. */
export function verifyAnswer(source: Runs, text: string, form: WireForm): ReadAnswer<Runs> {
  const first = read(source, text, form);
  if (first.fault === undefined) return { value: first.runs };
  const second = read(source, repair(source, text, form), form);
  if (second.fault === undefined) return { value: second.runs };
  return { fault: first.fault, value: first.runs };
}

function read(source: Runs, text: string, form: WireForm): { readonly runs: Runs; readonly fault: string | undefined } {
  const runs = normaliseRuns(form.read(text, source).runs);
  return { runs, fault: findFault(source, runs, form) };
}

function findFault(source: Runs, runs: Runs, form: WireForm): string | undefined {
  const [before, after] = [unitText(source), unitText(runs)];
  if (after.trim() === '' && before.trim() !== '') return 'it is empty';
  if (countTags(after, form) > countTags(before, form)) return 'it contains a tag as text';
  const codes = unitCodeFault(source, runs);
  if (codes !== undefined) return codes;
  const [nesting] = checkRuns(runs);
  if (nesting !== undefined) return `its tags do not nest: ${nesting}`;
  // White space after a code is not at an edge.
  const [, lead = '', , trail = ''] = edges.exec(shapeText(source)) ?? [];
  const [, newLead = '', , newTrail = ''] = edges.exec(shapeText(runs)) ?? [];
  return lead === newLead && trail === newTrail ? undefined : 'the white space at its edges differs from the source';
}

function countTags(text: string, { tag }: WireForm): number {
  return text.match(tag)?.length ?? 0;
}

/** Repairs white space at the edges, escaped tags, and a lost closing tag. */
function repair(source: Runs, text: string, form: WireForm): string {
  const sent = form.write(source);
  const [, lead = '', , trail = ''] = edges.exec(sent) ?? [];
  let [, , body = ''] = edges.exec(text) ?? [];
  body = body.replace(form.escaped, (matched, inner: string) => {
    const tag = `<${inner.replaceAll('&quot;', '"')}>`;
    return sent.includes(tag) ? tag : matched;
  });
  const { missing } = form.read(body, source);
  const lost = missing.filter(({ kind }) => kind === 'pc-close').map(({ id }) => form.closing(id, source));
  return `${lead}${body}${lost.toReversed().join('')}${trail}`;
}
