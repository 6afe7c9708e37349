import { attributeValue, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement } from '../namespace.js';
import { reportRepeated } from './check-id.js';
import { IdReferences } from './id-references.js';
import type { Report } from './violation.js';

/** An id that an earlier element may have: what is remembered of millions of ids leaves that open. */
interface DoubtfulId {
  readonly key: string;
  readonly id: string;
  /** Index of the element in the file. */
  readonly at: number;
  tell(): void;
}

/** Numbers the files of a document, and names each file, group and unit by its scope and id. */
export class IdKeys {
  #file = 0;

  /** Returns the key of an element; undefined for one whose id need not be unique. */
  keyOf(element: XmlElement): string | undefined {
    const id = attributeValue(element, 'id');
    if (isCoreElement(element, 'file')) {
      this.#file += 1;
      return `file ${id}`;
    }
    return isCoreElement(element, 'group', 'unit') ? `${this.#file} ${element.local} ${id}` : undefined;
  }
}

/** Ids of files, groups and units that may be repeated, until another look at the document tells. */
export class RepeatedIds {
  readonly #keys = new IdKeys();
  readonly #files = new IdReferences();
  #groups = new IdReferences();
  #doubtful: DoubtfulId[] = [];

  /** Number of ids that another look has to tell about. */
  get doubtful(): number {
    return this.#doubtful.length;
  }

  /** Takes the id of an element; that of a unit is remembered in `units`. */
  take(element: XmlElement, units: IdReferences, index: number, report: Report): void {
    const key = this.#keys.keyOf(element);
    const id = attributeValue(element, 'id');
    if (key === undefined || id === undefined) return;
    if (isCoreElement(element, 'file')) this.#groups = new IdReferences();
    const scope = isCoreElement(element, 'file') ? this.#files : isCoreElement(element, 'group') ? this.#groups : units;
    if (scope.add(id)) return;
    const { name, start } = element;
    this.#doubtful.push({ key, id, at: index + start, tell: () => reportRepeated({ name, start }, id, report) });
  }

  /** Reports the ids that are repeated, given the index of the first element of each key that is asked for. */
  async settle(find: (idsByKey: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, number>>): Promise<void> {
    const doubtful = this.#doubtful;
    if (doubtful.length === 0) return;
    this.#doubtful = [];
    const first = await find(new Map(doubtful.map(({ key, id }) => [key, id])));
    for (const { key, at, tell } of doubtful) if ((first.get(key) ?? at) < at) tell();
  }
}
