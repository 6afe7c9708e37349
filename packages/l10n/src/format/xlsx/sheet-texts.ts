import { textRun, type Run, type Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import { numericCharacter, ownEntity } from '../xml/reference.js';
import { attributeValue, childElements, elementText, findChild, type XmlElement } from '../xml/xml-node.js';
import type { PlaceText } from './place-text.js';

const parts = { L: 'left', C: 'center', R: 'right' } as const;

/**
 * Lists the texts of headers and footers, each part by itself:
 *
 *     &LDraft&CPage &P of &N       left "Draft"   center "Page [&P] of [&N]"
 */
export function headerTexts(sheet: string, root: XmlElement, raw: string): readonly PlaceText[] {
  const holder = findChild(root, 'headerFooter');
  return (holder === undefined ? [] : childElements(holder)).flatMap((element) => {
    const { local, openEnd, closeStart } = element;
    const inner = raw.slice(openEnd, closeStart);
    if (!/^(?:odd|even|first)(?:Header|Footer)$/u.test(local) || inner.includes('<')) return [];
    const whole = decode(inner).length;
    return sectionsOf(inner).flatMap(({ part, start, end }): readonly PlaceText[] => {
      const text = decode(inner.slice(start, end));
      const runs = headerRuns(text);
      if (!hasWords(runs)) return [];
      const form = { place: 'header', others: whole - text.length } as const;
      const name = `${sheet}!${local}.${part}`;
      return [{ name, type: 'header', runs, start: openEnd + start, end: openEnd + end, form }];
    });
  });
}

interface Section {
  readonly part: (typeof parts)[keyof typeof parts];
  readonly start: number;
  end: number;
}

/** Cuts a header at the marks of its parts; what is before them is in the center. */
function sectionsOf(inner: string): readonly Section[] {
  const sections: Section[] = [{ part: 'center', start: 0, end: inner.length }];
  for (const match of inner.matchAll(/&amp;(&amp;|"[^"]*"|&quot;.*?&quot;|.)/gsu)) {
    const letter = match[1]?.toUpperCase();
    if (letter !== 'L' && letter !== 'C' && letter !== 'R') continue;
    const last = sections.at(-1);
    if (last !== undefined) last.end = match.index;
    sections.push({ part: parts[letter], start: match.index + match[0].length, end: inner.length });
  }
  return sections;
}

function headerRuns(text: string): Runs {
  const runs: Run[] = [];
  let at = 0;
  let id = 0;
  for (const match of text.matchAll(/&(?:&|"[^"]*"|\d+|K(?:[0-9A-F]{6}|\d\d[+-]\d{3})|[A-Z+-])/giu)) {
    runs.push(textRun(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [data] = match;
    runs.push(data === '&&' ? textRun('&') : { kind: 'ph', id: String(++id), type: 'code:placeholder', data });
  }
  return normaliseRuns([...runs, textRun(text.slice(at))]);
}

/** Lists the lists of values that cells offer, where they stand in the sheet itself. */
export function listTexts(sheet: string, root: XmlElement): readonly PlaceText[] {
  const holder = findChild(root, 'dataValidations');
  return (holder === undefined ? [] : childElements(holder)).flatMap((element): readonly PlaceText[] => {
    const formula = findChild(element, 'formula1');
    if (attributeValue(element, 'type') !== 'list' || formula === undefined) return [];
    const [, inner] = /^\s*"((?:[^"]|"")*)"\s*$/u.exec(elementText(formula)) ?? [];
    const runs = inner === undefined ? [] : listRuns(inner.replaceAll('""', '"'));
    if (!hasWords(runs)) return [];
    const [address = ''] = (attributeValue(element, 'sqref') ?? '').split(/[\s:]/u);
    const { openEnd: start, closeStart: end } = formula;
    return [{ name: `${sheet}!${address}.list`, type: 'list', runs, start, end, form: { place: 'list' } }];
  });
}

function listRuns(inner: string): Runs {
  const items = inner.split(',');
  return normaliseRuns(
    items.flatMap((item, at): readonly Run[] => {
      const comma: Run = { kind: 'ph', id: String(at), type: 'code:placeholder', data: ',' };
      return at === 0 ? [textRun(item)] : [comma, textRun(item)];
    }),
  );
}

function hasWords(runs: Runs): boolean {
  return runs.some((run) => run.kind === 'text' && /[\p{L}\p{N}]/u.test(run.text));
}

function decode(raw: string): string {
  return raw.replaceAll(/&([^;&]+);/gu, (whole, name: string) => ownEntity(name) ?? numericCharacter(name) ?? whole);
}
