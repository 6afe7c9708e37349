import type { XmlElement } from '../../xml/xml-node.js';

/** A violated rule of the standard, with its position. */
export interface Violation {
  readonly rule: string;
  readonly problem: string;
  readonly at: number;
}

/** Reports one violation at an element. */
export type Report = (rule: string, problem: string, element: XmlElement) => void;
