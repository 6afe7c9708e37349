import type { XmlElement } from '../../xml/xml-node.js';

/** A violated rule of the standard, with its position. */
export interface Violation {
  readonly rule: string;
  readonly problem: string;
  /** Index in the file. */
  readonly at: number;
  /** Index of the unit that it is in. */
  readonly unit: number | undefined;
}

/** Reports one violation at an element. */
export type Report = (rule: string, problem: string, element: Pick<XmlElement, 'start'>) => void;
