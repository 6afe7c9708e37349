import {
  checkRuns,
  normaliseRuns,
  parsePlaceholderText,
  placeholderText,
  shapeText,
  unitText,
  type Runs,
} from '@helve/flow';
import { unitCodeFault } from '../code-fault.js';
import type { UnitAnswer } from './asked-unit.js';

const edges = /^(\s*)([\s\S]*?)(\s*)$/;
const escapedTag = /&lt;(x id=(?:"|&quot;)[^"&<>]*(?:"|&quot;)\/)&gt;/g;

/** Looks at one answer: it may be repaired where that cannot change its meaning, and else says what is wrong. */
export function verifyAnswer(source: Runs, text: string, reference: string): UnitAnswer {
  const first = read(source, text);
  if (first.fault === undefined) return { text, runs: first.runs, reference };
  const repaired = repair(source, text);
  const second = read(source, repaired);
  if (second.fault === undefined) return { text: repaired, runs: second.runs, reference };
  return { fault: first.fault, text, runs: first.runs, reference };
}

function read(source: Runs, text: string): { readonly runs: Runs; readonly fault: string | undefined } {
  const runs = normaliseRuns(parsePlaceholderText(text, source).runs);
  return { runs, fault: faultOf(source, runs) };
}

function faultOf(source: Runs, runs: Runs): string | undefined {
  const [before, after] = [unitText(source), unitText(runs)];
  if (after.trim() === '' && before.trim() !== '') return 'it is empty';
  if (countTags(after) > countTags(before)) return 'a tag stands there as text';
  const codes = unitCodeFault(source, runs);
  if (codes !== undefined) return codes;
  const [nesting] = checkRuns(runs);
  if (nesting !== undefined) return `its tags do not nest: ${nesting}`;
  // White space behind a code is not at an edge.
  const [, lead = '', , trail = ''] = edges.exec(shapeText(source)) ?? [];
  const [, newLead = '', , newTrail = ''] = edges.exec(shapeText(runs)) ?? [];
  return lead === newLead && trail === newTrail ? undefined : 'the white space at its edges is not that of the source';
}

function countTags(text: string): number {
  return text.match(/<x id="[^"]*"\/>/g)?.length ?? 0;
}

/** White space at the edges, tags that were escaped, and a closing tag that was lost. */
function repair(source: Runs, text: string): string {
  const asked = placeholderText(source);
  const [, lead = '', , trail = ''] = edges.exec(asked) ?? [];
  let [, , body = ''] = edges.exec(text) ?? [];
  body = body.replace(escapedTag, (whole, inner: string) => {
    const tag = `<${inner.replaceAll('&quot;', '"')}>`;
    return asked.includes(tag) ? tag : whole;
  });
  const { missing } = parsePlaceholderText(body, source);
  const lost = missing.filter(({ kind }) => kind === 'pc-close').map(({ id }) => `<x id="/${id}"/>`);
  return `${lead}${body}${lost.toReversed().join('')}${trail}`;
}
