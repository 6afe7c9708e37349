import { attributeValue, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement } from '../namespace.js';
import type { CheckContext, Lookout } from './check-context.js';
import { checkComment, checkFragments } from './check-fragment.js';
import { checkExtensionIds, checkIds, IdScope } from './check-id.js';
import { checkIts } from './check-its.js';
import { checkModuleAttributes } from './check-module-attribute.js';
import { checkModule, isResource } from './check-module.js';
import { checkStructure, checkTag, type ContentCheck } from './check-structure.js';
import { checkUnit } from './check-unit.js';
import { IdReferences } from './id-references.js';
import { RepeatedIds } from './repeated-ids.js';
import type { Report, Violation } from './violation.js';
import { walk } from './walk.js';

/** An element around units that is open. */
interface Frame {
  readonly element: XmlElement;
  readonly content: ContentCheck;
  readonly extensions: IdScope;
  readonly report: Report;
}

/** Ids of one file that others refer to. */
class FileIds {
  readonly units = new IdReferences();
  readonly resources = new IdReferences();

  end(): void {
    this.units.end();
    this.resources.end();
  }
}

/**
 * Checks a document against the standard while it is read, and holds no more of it than ids and open questions: a reference
 * to something that may still come is settled at the end of the element that would hold it.
 *
 *     <xliff><file><group><unit>…</unit></group></file></xliff>
 *     open   open  open   node          close    close  close
 */
export class DocumentCheck {
  readonly #found: (violation: Violation) => void;
  readonly #open: Frame[] = [];
  readonly ids = new RepeatedIds();
  #file = new FileIds();
  #lookouts: { readonly holder: XmlElement; readonly lookout: Lookout }[] = [];

  constructor(found: (violation: Violation) => void) {
    this.#found = found;
  }

  /** Takes the start tag of the root, a file or a group; its positions are those in a text that begins at an index. */
  open(element: XmlElement, index: number): void {
    this.#inOrder(index, undefined, (report) => {
      this.#open.at(-1)?.content.take(element, report);
      const own = this.#reportAt(index, undefined);
      this.#open.push({ element, content: checkTag(element, report), extensions: new IdScope(), report: own });
      if (this.#open.length === 1) checkVersion(element, report);
      if (isCoreElement(element, 'file')) this.#file = new FileIds();
      this.ids.take(element, this.#file.units, index, report);
      checkIts(element, this.#context(report));
      this.#show([element]);
    });
  }

  /** Takes an element inside of the open one, with all that is in it. */
  node(element: XmlElement, index: number): void {
    const top = this.#open.at(-1);
    if (top === undefined) return;
    const isUnit = isCoreElement(element, 'unit');
    this.#inOrder(index, isUnit ? index + element.start : undefined, (report) => {
      top.content.take(element, report);
      checkStructure(element, report);
      const elements = walk(element);
      this.#show(elements);
      if (isUnit) this.ids.take(element, this.#file.units, index, report);
      this.#register(elements);
      if (this.#open.length > 1 && !isUnit) checkExtensionIds(element, top.extensions, report);
      const context = this.#context(report);
      for (const one of elements) {
        checkIds(one, report);
        checkFragments(one, report);
        checkComment(one, report);
        checkModule(one, context);
        checkModuleAttributes(one, report);
        checkIts(one, context);
      }
      for (const one of elements) if (isCoreElement(one, 'unit')) checkUnit(one, context);
    });
  }

  /** Takes a text directly inside of the open element. */
  text(text: string): void {
    const top = this.#open.at(-1);
    top?.content.text(text, top.report);
  }

  /** Takes the end tag of the open element. */
  close(): void {
    const top = this.#open.pop();
    if (top === undefined) return;
    top.content.end(top.report);
    checkModuleAttributes(top.element, top.report);
    const ended = this.#lookouts.filter(({ holder }) => holder === top.element);
    if (ended.length > 0) this.#lookouts = this.#lookouts.filter(({ holder }) => holder !== top.element);
    for (const { lookout } of ended) lookout.end();
    if (isCoreElement(top.element, 'file')) this.#file.end();
  }

  /** Remembers the resources among some elements, to which others may refer. */
  #register(elements: readonly XmlElement[]): void {
    for (const one of elements) {
      const id = isResource(one) ? attributeValue(one, 'id') : undefined;
      if (id !== undefined) this.#file.resources.add(id);
    }
  }

  #context(report: Report): CheckContext {
    const root = this.#open[0]?.element;
    if (root === undefined) throw new TypeError('Cannot check a document: its root is not open');
    const { units, resources } = this.#file;
    return { root, report, units, resources, lookIn: (holder, lookout) => this.#lookIn(holder, lookout) };
  }

  #lookIn(holder: XmlElement, lookout: Lookout): void {
    for (const one of walk(holder)) lookout.see(one);
    if (this.#open.some(({ element }) => element === holder)) this.#lookouts.push({ holder, lookout });
    else lookout.end();
  }

  #show(elements: readonly XmlElement[]): void {
    for (const { lookout } of this.#lookouts) for (const one of elements) lookout.see(one);
  }

  #reportAt(index: number, unit: number | undefined): Report {
    return (rule, problem, { start }) => this.#found({ rule, problem, at: index + start, unit });
  }

  /** Runs checks, and tells in the order of the document what they find; what is found later is told at once. */
  #inOrder(index: number, unit: number | undefined, run: (report: Report) => void): void {
    const tell = this.#reportAt(index, unit);
    let found: Parameters<Report>[] | undefined;
    let isOver = false;
    run((...violation) => {
      if (isOver) tell(...violation);
      else (found ??= []).push(violation);
    });
    isOver = true;
    for (const violation of found?.toSorted(([, , one], [, , other]) => one.start - other.start) ?? [])
      tell(...violation);
  }
}

/** Checks that version and namespace match; 2.1 has that of 2.0. */
function checkVersion(root: XmlElement, report: Report): void {
  const version = attributeValue(root, 'version');
  if (version !== undefined && root.uri.endsWith(':2.2') !== (version === '2.2')) {
    report('version', `the version "${version}" has a different namespace`, root);
  }
}
