import { entityTypes } from '../entity/entity-type.js';
import type { FoundEntity, Recognizer } from '../entity/recognizer.js';
import type { Label, LabelledText } from './labelled-text.js';

/** Score of a recognizer for one type. A hit has exactly the same range and type. */
export interface KindScore {
  readonly kind: string;
  readonly right: number;
  readonly missed: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
}

/** A missed or a wrong entity. */
export interface Miss {
  readonly what: 'missed' | 'wrong';
  readonly kind: string;
  readonly found: string;
  readonly text: string;
}

/** Compares the results of a recognizer with labels, for some types. The last row is all of them. */
export async function scoreRecognizer(
  recognizer: Recognizer,
  texts: readonly LabelledText[],
  kinds: readonly string[],
): Promise<{ readonly rows: readonly KindScore[]; readonly misses: readonly Miss[] }> {
  const misses: Miss[] = [];
  const right = new Map<string, number>();
  for (const { locale, text, labels } of texts) {
    const options = { locale, types: entityTypes, signal: new AbortController().signal };
    const [found = []] = await recognizer.recognize([text], options);
    const foundLabels = found.map((entity) => toLabel(text, entity)).filter(({ kind }) => kinds.includes(kind));
    const wanted = labels.filter(({ kind }) => kinds.includes(kind));
    const note = (what: Miss['what'], { kind, start, end }: Label) =>
      misses.push({ what, kind, found: text.slice(start, end), text });
    for (const label of wanted) {
      if (!foundLabels.some((each) => isSame(each, label))) note('missed', label);
      else right.set(label.kind, (right.get(label.kind) ?? 0) + 1);
    }
    for (const each of foundLabels) if (!wanted.some((label) => isSame(each, label))) note('wrong', each);
  }
  const rows = kinds.map((kind) =>
    toRow(
      kind,
      right.get(kind) ?? 0,
      misses.filter((miss) => miss.kind === kind),
    ),
  );
  return {
    rows: [
      ...rows,
      toRow(
        'all',
        rows.reduce((sum, row) => sum + row.right, 0),
        misses,
      ),
    ],
    misses,
  };
}

function toRow(kind: string, right: number, misses: readonly Miss[]): KindScore {
  const missed = misses.filter(({ what }) => what === 'missed').length;
  const wrong = misses.length - missed;
  const share = (others: number) => (right + others === 0 ? 1 : right / (right + others));
  return { kind, right, missed, wrong, precision: share(wrong), recall: share(missed) };
}

function toLabel(text: string, { text: found, occurrence, type }: FoundEntity): Label {
  let start = text.indexOf(found);
  for (let left = occurrence; left > 1; left -= 1) start = text.indexOf(found, start + 1);
  return { kind: type, start, end: start + found.length };
}

function isSame(one: Label, other: Label): boolean {
  return one.kind === other.kind && one.start === other.start && one.end === other.end;
}
