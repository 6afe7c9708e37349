import type { XmlElement } from '../../xml/xml-node.js';
import type { IdReferences } from './id-references.js';
import type { Report } from './violation.js';

/** Looks for something in an element of which a part may still come. */
export interface Lookout {
  see(element: XmlElement): void;
  /** Reports what was not found. */
  end(): void;
}

/** The document around an element that is checked, as far as it was read. */
export interface CheckContext {
  readonly root: XmlElement;
  readonly report: Report;
  /** Units and resources of the file. */
  readonly units: IdReferences;
  readonly resources: IdReferences;
  /** Shows all elements in an element to a lookout, those that come later too. */
  readonly lookIn: (holder: XmlElement, lookout: Lookout) => void;
}
