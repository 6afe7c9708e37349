import type { ReportedFinding } from './check-report.js';
import type { TextPiece } from './text-piece.js';

/** A finding in words. */
export interface FindingLabel {
  /** Name of the block, and the language that the finding is about; of a finding without a block, the file. */
  readonly subject: string;
  /** The fault and what to do about it. */
  readonly message: string;
  /** Both texts, each after its language; empty where content is private. */
  readonly lines: readonly string[];
}

/** Checks and rules whose suggestion is the text to write, not a sentence about what to do. */
const textSuggestions = new Set([
  'term-check',
  'term-enforce',
  'brand-vocab-check',
  'inconsistency-check',
  'ai-qa',
  'qa.corrupted-characters',
  'chars.mojibake',
]);

/** Puts a finding into words, for reports of plain text. */
export function findingLabel(finding: ReportedFinding): FindingLabel {
  const { message, location } = finding;
  const { key, name, block, variant, texts } = location;
  const subject = (key ?? name ?? block) || 'the file';
  const sides = texts === undefined ? [] : [texts.source, ...(texts.target === undefined ? [] : [texts.target])];
  return {
    subject: variant === undefined ? subject : `${subject} ${variant}`,
    message: [message, ...adviceIn(finding)].join('. '),
    lines: sides.map(({ locale, pieces }) => `${locale}: ${piecesText(pieces)}`),
  };
}

function adviceIn({ check, rule, suggestion = '' }: ReportedFinding): readonly string[] {
  if (suggestion === '') return [];
  return [textSuggestions.has(check) || textSuggestions.has(rule) ? `Write "${suggestion}"` : suggestion];
}

function piecesText(pieces: readonly TextPiece[]): string {
  return pieces
    .map(({ kind, text }) => (kind === 'form' ? ` [${text}] ` : text))
    .join('')
    .trim();
}
