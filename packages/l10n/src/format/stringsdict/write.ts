import type { Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { NoteEntry } from '../note-entry.js';
import { pickMonolingual, spliceDocument } from '../splice-document.js';
import { lineEnds } from '../text/output-buffer.js';
import { encodeComment } from '../xml/comment-note.js';
import { redeclareXml } from '../xml/declared-encoding.js';
import { encodeContent, UnwritableContent } from '../xml/encode-content.js';
import { applyEdits } from '../xml/raw-edit.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import { DictEntry } from './dict-entry.js';
import { ruleEdits, type RuleTarget } from './encode-rule.js';
import type { StringsdictOptions } from './options.js';
import { spellVariable } from './spell-dict.js';

const format = 'stringsdict';

/** Writes a stringsdict file around the changed texts. */
export const writeStringsdict: FormatDefinition<StringsdictOptions>['write'] = async (request) => {
  const { parts, sink, skeleton, ctx } = request;
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const lineEnd = (): string => lineEnds[skeleton.textForm?.lineBreak ?? 'lf'];
  return spliceDocument({
    parts,
    sink,
    skeleton,
    ctx,
    codec: {
      pick: (entry, block) => (entry instanceof NoteEntry ? entry.pick(block) : pickMonolingual(entry, block, ctx)),
      encode: (runs = [], entry, block) => {
        if (entry instanceof NoteEntry) return encodeComment(dataText(runs), entry, format);
        if (!(entry instanceof DictEntry)) throw new TypeError('Cannot write: the skeleton is of another reader');
        const lost = new Set<string>();
        const target = ruleTarget(entry, ctx.targetLocale, lineEnd(), lost);
        const written = writable(block.id, () => applyEdits(entry.raw, ruleEdits(entry.rule, runs, target)));
        if (lost.size > 0) {
          ctx.lose({ kind: 'form-lost', block: block.id, detail: { reason: 'not-in-format', forms: [...lost] } });
        }
        return written;
      },
      escaper: createReferenceEscaper(),
      redeclare: redeclareXml,
    },
  });
};

function ruleTarget({ raw }: DictEntry, locale: string | undefined, lineEnd: string, lost: Set<string>): RuleTarget {
  const encode = (runs: Runs, old: string): string => encodeContent(runs, old, lineEnd);
  // The last line of the dictionary is that of its end tag.
  const indent = /[ \t]*$/u.exec(raw.slice(0, raw.lastIndexOf('</')))?.[0] ?? '';
  return {
    raw,
    locale,
    encode,
    spellVariable: (name, members) => {
      const lines = spellVariable(name, members, (runs) => encode(runs, ''));
      return `${lines.map((line, at) => (at === 0 ? '\t' : `${indent}\t`) + line).join(lineEnd)}${lineEnd}${indent}`;
    },
    lose: (forms) => forms.forEach((form) => lost.add(form)),
  };
}

/** Refuses what XML or the rule cannot hold. */
export function writable<T>(blockId: string, encode: () => T): T {
  try {
    return encode();
  } catch (error) {
    throw error instanceof UnwritableContent ? unwritable(blockId, format, error.message) : error;
  }
}
