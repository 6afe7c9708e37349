import type { XmlElement } from '../../xml/xml-node.js';

/** A rule of the standard that a document breaks, and where. */
export interface Violation {
  readonly rule: string;
  readonly problem: string;
  readonly at: number;
}

/** Tells of one violation at an element. */
export type Report = (rule: string, problem: string, element: XmlElement) => void;
