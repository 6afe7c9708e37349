import { sha256 } from '@helve/core';
import type { Origin, Target, TargetStatus } from '../../contract/block.js';
import type { MachineTexts, TextHashes } from '../../contract/pair.js';
import type { Run, Runs } from '../../contract/run.js';
import { formsOf } from '../run/form.js';
import { textHash } from '../text/text-hash.js';
import { isApproved } from './target.js';

/** Key and hash of a text for `TextHashes`. The name of a block may be private, so that a digest stands for it. */
export function hashText(name: string, runs: Runs): readonly [digest: string, hash: number] {
  return [sha256(name).slice(0, 32), textHash(written(runs))];
}

interface WrittenFacts {
  readonly status: TargetStatus;
  readonly origin?: Origin | undefined;
}

/** True for a target that an engine made and that no person has approved. */
export function isEngineDraft({ status, origin }: WrittenFacts): boolean {
  if (origin === undefined || origin.kind === 'human' || isApproved({ status })) return false;
  return status !== 'translated' || origin.engine !== undefined;
}

/** Status and author of a text that a file with one language has: of a person, unless a run wrote just that text. */
export function writtenBy(name: string, runs: Runs, { fallback, drafts }: MachineTexts): Omit<Target, 'runs'> {
  if (has(fallback, name, runs)) return { status: 'new' };
  return has(drafts, name, runs) ? { status: 'draft', origin: { kind: 'tool' } } : { status: 'translated' };
}

function has(texts: TextHashes | undefined, name: string, runs: Runs): boolean {
  if (texts === undefined) return false;
  const [digest, hash] = hashText(name, runs);
  return texts[digest] === hash;
}

/** Spells content as files have it: a code by its data, since what was written as text may be read as a code. */
function written(runs: Runs): string {
  return runs.map(writtenRun).join('');
}

function writtenRun(run: Run): string {
  switch (run.kind) {
    case 'text':
      return run.text;
    case 'ph':
    case 'pc-open':
    case 'pc-close':
      return run.data;
    case 'sub':
      return `\u0000${run.ref}`;
    case 'plural':
    case 'select':
      return formsOf(run)
        .map(([key, form]) => `\u0000${key}\u0000${written(form)}`)
        .join('');
  }
}
