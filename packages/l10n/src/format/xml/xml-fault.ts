import { SourceFault } from '../text/source-fault.js';

/** A fault in an XML text, by the index of a character; its reader adds file, line and column. */
export class XmlFault extends SourceFault {
  /** Returns the fault as one of a text in which this text starts at another index. */
  at(start: number): XmlFault {
    return new XmlFault(this.message, Math.max(0, this.index + start));
  }
}

/** Gives faults of a text that starts at an index of its file their index in the file. */
export function faultsAt<T>(start: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof XmlFault ? error.at(start) : error;
  }
}
