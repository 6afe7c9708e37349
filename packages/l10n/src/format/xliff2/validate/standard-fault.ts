import { XmlFault } from '../../xml/xml-fault.js';
import type { Violation } from './violation.js';

/** A violated rule of the standard, for which a file is refused or a unit is skipped. */
export class StandardFault extends XmlFault {
  readonly rule: string;

  constructor({ rule, problem, at }: Violation) {
    super(`it breaks the rule "${rule}": ${problem}`, at);
    this.rule = rule;
  }
}
