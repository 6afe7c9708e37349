import type { Run, Runs } from '@helve/flow';

/**
 * Computes a short digest of content with the data of its codes: equal content has an equal digest, and a changed one
 * almost certainly (60 bits and the length) another.
 */
export function runsDigest(runs: Runs): string {
  const [only] = runs;
  return textDigest(runs.length === 1 && only?.kind === 'text' ? only.text : spell(runs));
}

/** Digest of absent content. */
export const noDigest = '';

/** Computes the digest of one text. */
export function textDigest(text: string): string {
  const { length } = text;
  let low = 0x9e3779b9 ^ length;
  let high = 0x85ebca6b ^ length;
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495) + (low >>> 15);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  // Small integers, which are fast to format.
  return `${low & 0x3fffffff}.${high & 0x3fffffff}.${length}`;
}

function spell(runs: Runs): string {
  return `\u0000${runs.map(spellRun).join('')}`;
}

function spellRun(run: Run): string {
  switch (run.kind) {
    case 'text':
      return measured('text', run.text);
    case 'ph':
    case 'pc-open':
    case 'pc-close':
      return measured(run.kind, run.id, run.data);
    case 'sub':
      return measured(run.kind, run.id, run.ref);
    case 'plural':
      return measured(run.kind, run.pivot, String(run.ordinal ?? false), String(run.offset ?? 0)) + forms(run.forms);
    case 'select':
      return measured(run.kind, run.pivot) + forms(run.cases);
  }
}

function forms(byKey: { readonly [key: string]: Runs | undefined }): string {
  return Object.entries(byKey)
    .map(([key, runs]) => measured('form', key, spell(runs ?? [])))
    .join('');
}

/** Joins parts with their lengths first: no text can imitate the end of a part. */
function measured(...parts: readonly string[]): string {
  return parts.map((part) => `${part.length}:${part}`).join('');
}
