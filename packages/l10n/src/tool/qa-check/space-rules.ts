import { CharClass, charClasses } from '../../check/char-class.js';
import { inSource, inTarget, toDraft, type PairRule, type QaPair } from './qa-pair.js';

/** Checks that leading white space equals that of the source. */
export const checkLeadingSpace: PairRule = (pair, found) => {
  const { sourceText, targetText } = pair;
  const target = leadingSpace(targetText);
  const source = leadingSpace(sourceText);
  if (source === target && (target === 0 || sourceText.startsWith(targetText.slice(0, target)))) return;
  const space = targetText.slice(0, target);
  const wanted = sourceText.slice(0, source);
  if ((isIndent(space) && isIndent(wanted)) || (space.includes('\n') && wanted.includes('\n'))) return;
  if (space === '' && wanted === ' ' && fullWidthStart.test(targetText)) return;
  if (isLayout(pair, space + wanted) || (french.test(pair.variant) && narrowSpace.test(targetText))) return;
  const message = `The target starts with ${spaceName(space)}, the source with ${spaceName(wanted)}`;
  found.push(
    toDraft(pair, 'qa.leading-whitespace', message, {
      range: inTarget(pair, 0, target),
      source: inSource(pair, 0, source),
      subject: space,
      suggestion: `Start with ${spaceName(wanted)}`,
    }),
  );
};

/** Languages that put a no-break space before some signs, also where these begin a text. */
const french = /^fr\b/;
const narrowSpace = /^[\u00A0\u202F][:;!?»%]/;

/** A full-width sign at the start includes its own space. */
const fullWidthStart = /^[\u3008-\u3011\uff08-\uff0d]/;
/** A full-width sign at the end includes its own space. */
const fullWidth = /[\u3001\u3002\uff01-\uff1f]\s*$/;

/** Checks that trailing white space equals that of the source, except for one line end. */
export const checkTrailingSpace: PairRule = (pair, found) => {
  const sourceEnd = withoutLineEnd(pair.sourceText);
  const targetEnd = withoutLineEnd(pair.targetText);
  const source = trailingSpace(pair.sourceText, sourceEnd);
  const target = trailingSpace(pair.targetText, targetEnd);
  if (source === sourceEnd && target === targetEnd) return;
  const space = pair.targetText.slice(target, targetEnd);
  const wanted = pair.sourceText.slice(source, sourceEnd);
  if (space === wanted || (space === '' && wanted === ' ' && fullWidth.test(pair.targetText))) return;
  if (isLayout(pair, space + wanted) || (pair.file.isXliff && isLooseEnd(pair.sourceText, space, wanted))) return;
  // The width of a column, which a translation of another length fills.
  if (/^ {2,}$/.test(wanted) && /^ +$/.test(space)) return;
  const message = `The target ends with ${spaceName(space)}, the source with ${spaceName(wanted)}`;
  found.push(
    toDraft(pair, 'qa.trailing-whitespace', message, {
      range: inTarget(pair, target, targetEnd),
      source: inSource(pair, source, sourceEnd),
      subject: space,
      suggestion: `End with ${spaceName(wanted)}`,
    }),
  );
};

/** True for white space of XLIFF that means nothing: the layout of the file, or of the page that the text is from. */
function isLayout({ file, sourceText }: QaPair, spaces: string): boolean {
  return file.isXliff && (spaces.includes('\n') || (spaces === ' ' && sourceText.startsWith(' ')));
}

/** True for one space behind a word or a sentence of a page, which has no part in it; behind a colon, a value follows. */
function isLooseEnd(source: string, space: string, wanted: string): boolean {
  return space === '' && wanted === ' ' && /[\p{L}\p{N}.!?…)] \n?$/u.test(source);
}

/** True for the spaces before a text in a column; a translation of another length may need more or fewer. */
function isIndent(space: string): boolean {
  return /^\n* {2,}$/.test(space) || space === ' ';
}

/** Two or three spaces within a line; more are a column, and some people put two after a sentence. */
const someSpaces = /(?<=[^\s.!?:;…。]) {2,3}(?=\S)/gu;

/** Reports double spaces, unless the source has them too. */
export const checkDoubleSpaces: PairRule = (pair, found) => {
  const { sourceText, targetText } = pair;
  if (!targetText.includes('  ') || sourceText.includes('  ') || targetText.includes('    ')) return;
  for (const { 0: subject, index } of targetText.matchAll(someSpaces)) {
    found.push(
      toDraft(pair, 'qa.double-spaces', `There are ${subject.length} spaces in a row`, {
        range: inTarget(pair, index, index + subject.length),
        subject,
        suggestion: 'Leave one space',
      }),
    );
  }
};

function leadingSpace(text: string): number {
  const classes = charClasses();
  let end = 0;
  while (end < text.length && classes[text.charCodeAt(end)] === CharClass.space) end += 1;
  return end;
}

/** Returns the start of the white space before `end`. */
function trailingSpace(text: string, end: number): number {
  const classes = charClasses();
  let start = end;
  while (start > 0 && classes[text.charCodeAt(start - 1)] === CharClass.space) start -= 1;
  return start;
}

function withoutLineEnd(text: string): number {
  if (!text.endsWith('\n')) return text.length;
  return text.endsWith('\r\n') ? text.length - 2 : text.length - 1;
}

const names: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\t': 'tab',
  '\n': 'line end',
  '\r': 'carriage return',
  '\u00a0': 'no-break space',
  '\u202f': 'narrow no-break space',
};

/** Names white space, which is invisible. */
function spaceName(space: string): string {
  if (space === '') return 'no white space';
  const parts = [...space.matchAll(/(.)\1*/gsu)].map(({ 0: same, 1: char = '' }) => {
    const name = names[char] ?? `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    return same.length === 1 ? `a ${name}` : `${same.length} × ${name}`;
  });
  return parts.join(', ');
}
