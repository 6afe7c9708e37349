import { isPlainObject } from '@helve/core';
import type { Block, OpenRun, Run } from '@helve/flow';
import type { SkeletonEntry } from '@helve/flow/content';
import { ownSubType } from '../format/xliff/inline-draft.js';
import { fromXliffForm, type UnitForm } from '../format/xliff/unit-form.js';
import { originalData } from '../format/xliff2/read-unit.js';
import { parseXml } from '../format/xml/parse-xml.js';
import { elementText, type XmlElement } from '../format/xml/xml-node.js';
import { flatRuns, mapRuns, mapSides } from './map-runs.js';

/** Elements that mark text and stand for nothing in the original. */
const marks: ReadonlySet<string> = new Set(['mrk', 'sm', 'em']);

/**
 * Gives codes that were read from an exchange file the text that they stand for in the original, where the file has it.
 * A code without one stays an element of the exchange file.
 */
export function withOriginalCodes(block: Block, entry: SkeletonEntry | undefined): Block {
  const form = unitForm(entry);
  if (form === undefined) return block;
  const all = [block.source, ...Object.values(block.targets).map(({ runs }) => runs)];
  if (!all.some((runs) => flatRuns(runs).some(isExchangeCode))) return block;
  const originals = new Originals(form, block.id);
  return mapSides(block, (runs) => {
    const opened = new Map(flatRuns(runs).flatMap((run) => (run.kind === 'pc-open' ? [[run.id, run] as const] : [])));
    return mapRuns(runs, (run) => originalRun(run, opened, originals));
  });
}

function unitForm(entry: SkeletonEntry | undefined): UnitForm | undefined {
  if (entry?.kind !== 'ref' || !isPlainObject(entry.form) || entry.form['part'] !== 'unit') return undefined;
  const form = fromXliffForm(entry);
  return form.part === 'unit' ? form : undefined;
}

/** True for a code that is an element of an exchange file, and does not say what it stands for. */
export function isExchangeCode(run: Run): boolean {
  return 'subType' in run && (run.subType ?? '').startsWith(ownSubType);
}

function originalRun(run: Run, opened: ReadonlyMap<string, OpenRun>, originals: Originals): readonly Run[] {
  if (!('subType' in run) || !isExchangeCode(run)) return [run];
  if (marks.has(run.subType?.slice(ownSubType.length) ?? '')) return [];
  const original = originals.of(run.data, run.kind === 'pc-close' ? opened.get(run.id)?.data : undefined);
  if (original === undefined) return [run];
  const { subType: _, ...code } = run;
  if (code.kind === 'pc-close') return [{ ...code, data: original }];
  const { disp, ...rest } = code;
  return [disp === undefined || disp === original ? { ...rest, data: original } : { ...code, data: original }];
}

/** Texts of the codes of one unit. */
class Originals {
  readonly #form: UnitForm;
  readonly #file: string;
  #data: ReadonlyMap<string, string> | undefined;

  constructor(form: UnitForm, file: string) {
    this.#form = form;
    this.#file = file;
  }

  /** Text of a code by its element; the end of a pair may stand in the start tag. */
  of(element: string, startTag: string | undefined): string | undefined {
    const ref = reference(element, 'dataRef(?:Start)?') ?? (startTag && reference(startTag, 'dataRefEnd'));
    if (ref !== undefined) return (this.#data ??= this.#unitData()).get(ref);
    if (!element.startsWith('<') || element.startsWith('</') || element.endsWith('/>')) return undefined;
    const parsed = this.#parse(element);
    const text = parsed && elementText(parsed);
    return text === '' ? undefined : text;
  }

  #unitData(): ReadonlyMap<string, string> {
    const unit = this.#parse(this.#form.raw);
    return unit === undefined ? new Map() : originalData(unit);
  }

  /** Parses a piece of the file; one that was cut, as around a sub-flow, is no element. */
  #parse(raw: string): XmlElement | undefined {
    const { namespaces } = this.#form;
    try {
      return parseXml(raw, { file: this.#file, format: 'xliff', maxDepth: 500, maxExpansion: 0, namespaces });
    } catch {
      return undefined;
    }
  }
}

function reference(tag: string, name: string): string | undefined {
  return new RegExp(String.raw`\s${name}\s*=\s*["']([^"']*)["']`, 'u').exec(tag)?.[1];
}
