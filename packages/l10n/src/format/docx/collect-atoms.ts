import { isOn, officeValue } from '../package/run-format.js';
import { attributeValue, elementText, isSelfClosing, xmlNamespace, type XmlElement } from '../xml/xml-node.js';
import type { Atom, RunStart } from './atom.js';
import type { StyleFilter } from './style-filter.js';
import { isWord, prefixOf, wordAttribute, wordChild } from './word-xml.js';

/** Facts that decide how the pieces of paragraphs are read. */
export interface AtomRules {
  readonly raw: string;
  readonly hidden: boolean;
  readonly acceptsChanges: boolean;
  readonly styles: StyleFilter;
  /** Style of the paragraph. */
  readonly paragraphStyle?: string | undefined;
  /** True for a field whose result is text. */
  isTextField(instruction: string): boolean;
}

/** Pieces of a paragraph, and whether it has tracked changes. */
export interface CollectedAtoms {
  readonly atoms: Atom[];
  revised: boolean;
}

const wrappers: ReadonlySet<string> = new Set(['smartTag', 'customXml']);
const pairs: ReadonlySet<string> = new Set(['hyperlink', 'dir', 'bdo']);
const inserted: ReadonlySet<string> = new Set(['ins', 'moveTo']);
const deleted: ReadonlySet<string> = new Set(['del', 'moveFrom']);
const moveMarks = /^move(?:From|To)Range(?:Start|End)$/u;

/** Lists the pieces of a paragraph, or of an element in it. */
export function collectAtoms(parent: XmlElement, rules: AtomRules, found: CollectedAtoms): CollectedAtoms {
  for (const child of parent.children) {
    if (child.kind !== 'element') continue;
    if (!isWord(child)) found.atoms.push(outAtom(child, rules));
    else if (child.local === 'r') addRun(child, rules, found);
    else addElement(child, rules, found);
  }
  return found;
}

function addElement(child: XmlElement, rules: AtomRules, found: CollectedAtoms): void {
  const { local } = child;
  if (inserted.has(local) || deleted.has(local) || moveMarks.test(local)) {
    found.revised = true;
    if ((rules.acceptsChanges ? inserted : deleted).has(local)) collectAtoms(child, rules, found);
  } else if (local === 'proofErr' || local.endsWith('Pr')) return;
  else if (wrappers.has(local)) collectAtoms(child, rules, found);
  else if (local === 'sdt') addControl(child, rules, found);
  else if (pairs.has(local) || (local === 'fldSimple' && rules.isTextField(wordAttribute(child, 'instr') ?? ''))) {
    addPair(child, child, rules, found);
  } else found.atoms.push(outAtom(child, rules));
}

/** Adds a content control; one that shows its placeholder is no text. */
function addControl(control: XmlElement, rules: AtomRules, found: CollectedAtoms): void {
  const content = wordChild(control, 'sdtContent');
  if (content === undefined || isPlaceholder(control)) found.atoms.push(outAtom(control, rules));
  else addPair(control, content, rules, found);
}

/** True for a content control that shows its placeholder. */
export function isPlaceholder(control: XmlElement): boolean {
  return isOn(wordChild(wordChild(control, 'sdtPr'), 'showingPlcHdr'));
}

function addPair(element: XmlElement, content: XmlElement, rules: AtomRules, found: CollectedAtoms): void {
  if (isSelfClosing(content)) {
    found.atoms.push(outAtom(element, rules));
    return;
  }
  const { raw } = rules;
  const base = { name: element.local, text: '' };
  found.atoms.push({ kind: 'open', raw: raw.slice(element.start, content.openEnd), ...base });
  collectAtoms(content, rules, found);
  found.atoms.push({ kind: 'close', raw: raw.slice(content.closeStart, element.end), ...base });
}

function outAtom(element: XmlElement, { raw }: AtomRules): Atom {
  return { kind: 'out', raw: raw.slice(element.start, element.end), name: element.local, text: '', element };
}

function addRun(run: XmlElement, rules: AtomRules, found: CollectedAtoms): void {
  const start = runStart(run, rules.raw);
  const children = run.children.filter((child) => child.kind === 'element' && !isWord(child, 'rPr'));
  const isField = children.some((child) => child.kind === 'element' && child.local === 'fldChar');
  found.revised ||= wordChild(start.properties, 'rPrChange') !== undefined;
  if (!isField && children.length > 0 && isLeftOut(start.properties, rules)) {
    found.atoms.push({ ...outAtom(run, rules), name: 'r' });
    return;
  }
  for (const child of children) {
    const atom = child.kind === 'element' ? runAtom(child, start, rules) : undefined;
    if (atom !== undefined) found.atoms.push(atom);
  }
}

function isLeftOut(properties: XmlElement | undefined, { hidden, styles, paragraphStyle }: AtomRules): boolean {
  if (!hidden && styles.hides(properties, paragraphStyle)) return true;
  return properties !== undefined && styles.excludesRun(properties);
}

function runAtom(child: XmlElement, run: RunStart, { raw }: AtomRules): Atom | undefined {
  const { local } = child;
  const base = { raw: raw.slice(child.start, child.end), name: local, text: '', run };
  if (!isWord(child)) return { kind: 'in', ...base, element: child };
  switch (local) {
    case 't':
    case 'delText':
      return { kind: 'text', ...base, text: textOf(child) };
    case 'lastRenderedPageBreak':
      return undefined;
    case 'instrText':
    case 'delInstrText':
      return { kind: 'instruction', ...base, text: elementText(child) };
    case 'fldChar': {
      const type = wordAttribute(child, 'fldCharType');
      return { kind: type === 'begin' || type === 'separate' || type === 'end' ? type : 'in', ...base };
    }
    default:
      return { kind: 'in', ...base, element: child };
  }
}

/** Returns the text of an element; Word drops white space around it, unless that is to be preserved. */
function textOf(element: XmlElement): string {
  const text = elementText(element);
  return attributeValue(element, 'space', xmlNamespace) === 'preserve'
    ? text
    : text.replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '');
}

/** Properties that say nothing about the look of a text. */
const ignored: ReadonlySet<string> = new Set(['lang', 'noProof', 'webHidden', 'rPrChange']);

function runStart(run: XmlElement, raw: string): RunStart {
  const properties = wordChild(run, 'rPr');
  const kept = properties?.children.filter((child) => child.kind === 'element' && !ignored.has(child.local)) ?? [];
  const change = wordChild(properties, 'rPrChange');
  const spelled =
    properties === undefined
      ? ''
      : change === undefined
        ? raw.slice(properties.start, properties.end)
        : raw.slice(properties.start, change.start) + raw.slice(change.end, properties.end);
  return {
    xml: raw.slice(run.start, run.openEnd) + spelled,
    key: kept.map(({ start, end }) => raw.slice(start, end)).join(''),
    properties,
    end: `</${prefixOf(run)}r>`,
  };
}

/** True when the mark at the end of a paragraph is gone, so that the next one follows in the same text. */
export function joinsNext(paragraph: XmlElement, acceptsChanges: boolean): boolean {
  const mark = wordChild(wordChild(paragraph, 'pPr'), 'rPr');
  const gone = acceptsChanges ? ['del', 'moveFrom'] : ['ins', 'moveTo'];
  return gone.some((local) => wordChild(mark, local) !== undefined);
}

/** Returns the style of a paragraph. */
export function styleOf(paragraph: XmlElement): string | undefined {
  return officeValue(wordChild(wordChild(paragraph, 'pPr'), 'pStyle'));
}
