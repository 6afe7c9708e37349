import { textRun, type Run, type Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import { formatType } from '../package/run-format.js';
import { attributeValue, childElements, elementText, findChild, type XmlElement } from '../xml/xml-node.js';
import { drawingSubType, type PlaceText } from './place-text.js';

/** A stretch of text with one format, or a break or field. */
interface Stretch {
  readonly open: string;
  readonly close: string;
  /** Its format without the marks of the editor; empty for a break or field. */
  readonly key: string;
  readonly type: string;
  text: string;
}

/** Lists the paragraphs in the shapes of a drawing. */
export function drawingTexts(sheet: string, root: XmlElement, raw: string): readonly PlaceText[] {
  return shapesIn(root).flatMap((shape, at) => {
    const properties = findIn(shape, 'cNvPr');
    const name = (properties && attributeValue(properties, 'name')) ?? `shape ${at + 1}`;
    const body = childElements(shape).find(({ local }) => local === 'txBody');
    const paragraphs = body === undefined ? [] : childElements(body).filter(({ local }) => local === 'p');
    return paragraphs.flatMap((paragraph, index) => paragraphText(`${sheet}!${name}.${index + 1}`, paragraph, raw));
  });
}

function shapesIn(element: XmlElement): readonly XmlElement[] {
  return childElements(element).flatMap((child) => (child.local === 'sp' ? [child] : shapesIn(child)));
}

function findIn(element: XmlElement, local: string): XmlElement | undefined {
  for (const child of childElements(element)) {
    const found = child.local === local ? child : findIn(child, local);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads a paragraph; one with markup of another kind stays as it is. */
function paragraphText(name: string, paragraph: XmlElement, raw: string): readonly PlaceText[] {
  const content = childElements(paragraph).filter(({ local }) => local !== 'pPr' && local !== 'endParaRPr');
  const [first, last] = [content[0], content.at(-1)];
  const stretches = content.flatMap((child) => toStretch(child, raw) ?? []);
  const merged = mergeEqual(stretches);
  const usual = merged.filter(({ key }) => key !== '').toSorted((one, other) => other.text.length - one.text.length)[0];
  if (first === undefined || last === undefined || usual === undefined || stretches.length < content.length) return [];
  if (!merged.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return [];
  const { open, close } = usual;
  const markup = merged.flatMap((one) =>
    one.key === usual.key ? [] : one.key === '' ? [one.open] : [one.open, one.close],
  );
  const form = { place: 'drawing', open, close, markup } as const;
  return [{ name, type: 'drawing', runs: toRuns(merged, usual.key), start: first.start, end: last.end, form }];
}

function toStretch(child: XmlElement, raw: string): Stretch | undefined {
  const { local, start, end } = child;
  if (local === 'br' || local === 'fld') {
    const type = local === 'br' ? 'struct:break' : 'code:placeholder';
    return { open: raw.slice(start, end), close: '', key: '', type, text: '' };
  }
  const text = local === 'r' ? findChild(child, 't') : undefined;
  if (text === undefined || text.openEnd === text.end) return undefined;
  const format = findChild(child, 'rPr');
  const open = raw.slice(start, text.openEnd);
  const key = open.replaceAll(/\s(?:lang|altLang|dirty|err|smtClean)="[^"]*"/gu, '');
  const type = format === undefined ? 'code:markup' : formatType(format);
  return { open, close: raw.slice(text.closeStart, end), key, type, text: elementText(text) };
}

function mergeEqual(stretches: readonly Stretch[]): readonly Stretch[] {
  const merged: Stretch[] = [];
  for (const stretch of stretches) {
    const last = merged.at(-1);
    if (stretch.key !== '' && last?.key === stretch.key) last.text += stretch.text;
    else merged.push({ ...stretch });
  }
  return merged;
}

function toRuns(stretches: readonly Stretch[], usual: string): Runs {
  return normaliseRuns(
    stretches.flatMap(({ open, close, key, type, text }, at): readonly Run[] => {
      const code = { id: String(at + 1), type, subType: drawingSubType };
      if (key === usual) return [textRun(text)];
      if (key === '') return [{ kind: 'ph', ...code, data: open }];
      return [{ kind: 'pc-open', ...code, data: open }, textRun(text), { kind: 'pc-close', ...code, data: close }];
    }),
  );
}
