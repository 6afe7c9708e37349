import type { WalkStep } from '../../xliff/document/walk-elements.js';
import { markupEnd } from '../../xml/markup-end.js';
import type { XmlFragments } from '../../xml/xml-fragments.js';
import { attributeValue, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement } from '../namespace.js';
import type { Xliff2Options } from '../options.js';
import { DocumentCheck } from '../validate/document-check.js';
import { IdKeys } from '../validate/repeated-ids.js';
import { StandardFault } from '../validate/standard-fault.js';
import type { Violation } from '../validate/violation.js';
import { openDocument, takeElement, type Xliff2Document } from './open-document.js';

/** The checks of a file while it is read, and the results of those before it. */
export interface StandardPlan {
  /** Takes the document as it is read; undefined when its rules do not matter, or were checked. */
  readonly check: DocumentCheck | undefined;
  /** So many ids may wait for another look at the file. */
  readonly maxDoubtful: number;
  /** Violations to report at the end. */
  readonly violations: readonly Violation[];
  /** Faults of units that are skipped, by the index of the unit. */
  readonly faults: ReadonlyMap<number, StandardFault>;
}

/** So many ids that may be repeated are looked up at once, for nearly always they refuse the file. */
const MANY = 100;

/** Decides how a file is checked: it is refused at its first violation, all are collected, or units with one are skipped. */
export async function planStandard(root: XmlElement, file: Xliff2Document): Promise<StandardPlan> {
  const { lenient, onBadValue } = file.options;
  const violations: Violation[] = [];
  const faults = new Map<number, StandardFault>();
  const plan = { check: undefined, maxDoubtful: Infinity, violations, faults };
  if (!isHeldToRules(root, file.options)) return plan;
  if (lenient) return { ...plan, check: new DocumentCheck((violation) => violations.push(violation)) };
  if (onBadValue === 'skip') return { ...plan, faults: await findFaults(file) };
  const check = new DocumentCheck((violation) => {
    throw new StandardFault(violation);
  });
  return { ...plan, check, maxDoubtful: MANY };
}

function isHeldToRules(root: XmlElement, { validation }: Xliff2Options): boolean {
  const isOlder = ['2.0', '2.1'].includes(attributeValue(root, 'version') ?? '');
  return validation !== 'off' && !(validation === 'auto' && isOlder);
}

/**
 * Finds the first violation of each unit that has any, and refuses the file for one elsewhere. Units are skipped by a pass of
 * its own, since what a unit refers to may be missing at the end of its file.
 */
async function findFaults(file: Xliff2Document): Promise<ReadonlyMap<number, StandardFault>> {
  const faults = new Map<number, StandardFault>();
  const check = new DocumentCheck((violation) => {
    const fault = new StandardFault(violation);
    if (violation.unit === undefined) throw fault;
    const known = faults.get(violation.unit);
    if (known === undefined || fault.index < known.index) faults.set(violation.unit, fault);
  });
  const { fragments, steps } = openDocument(file);
  for await (const batch of steps()) {
    file.ctx.signal.throwIfAborted();
    for (const step of batch) {
      const isElement = step.kind === 'node' && step.piece.kind === 'element';
      checkStep(check, step, isElement ? takeElement(step, fragments) : undefined, fragments);
    }
  }
  await settleIds(check, file);
  return faults;
}

/** Settles the ids that may be repeated by another look at the start tags of a file. */
export async function settleIds(check: DocumentCheck, file: Xliff2Document): Promise<void> {
  await check.ids.settle(async (wanted) => {
    const keys = new IdKeys();
    const ids = [...new Set(wanted.values())];
    // A tag that names none of a few ids, not even by references, is not parsed.
    const mayBe = (tag: string): boolean =>
      ids.length > MANY || tag.includes('&') || ids.some((id) => tag.includes(id));
    const first = new Map<string, number>();
    const { fragments, steps } = openDocument(file);
    for await (const batch of steps()) {
      file.ctx.signal.throwIfAborted();
      for (const step of batch) {
        if (step.kind === 'close') continue;
        const element = step.kind === 'open' ? step.element : unitTag(step, fragments, mayBe);
        const key = element && keys.keyOf(element);
        if (key !== undefined && wanted.has(key) && !first.has(key)) first.set(key, step.piece.index);
      }
    }
    return first;
  });
}

/** Returns a unit without its content; undefined for another node, and for one that is not wanted. */
function unitTag(
  { piece, around }: WalkStep & { readonly kind: 'node' },
  fragments: XmlFragments,
  isWanted: (tag: string) => boolean,
): XmlElement | undefined {
  if (piece.kind !== 'element') return undefined;
  const text = piece.text.slice(0, markupEnd(piece.text, 0));
  const element = isWanted(text) ? fragments.startTag({ text, index: piece.index }, around) : undefined;
  return element && isCoreElement(element, 'unit') ? element : undefined;
}

/** Shows a step through a file to a check, with the element that it is. */
export function checkStep(
  check: DocumentCheck,
  step: WalkStep,
  element: XmlElement | undefined,
  fragments: XmlFragments,
): void {
  if (step.kind === 'close') check.close();
  else if (step.kind === 'open') check.open(step.element, step.piece.index);
  else if (element !== undefined) check.node(element, step.piece.index);
  else if (step.piece.kind === 'text') check.text(fragments.text(step.piece));
}
