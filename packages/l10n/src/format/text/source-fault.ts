/** A fault in the text of a file, by its position in UTF-16 units; a reader adds file, line and column. */
export class SourceFault extends Error {
  readonly index: number;

  constructor(problem: string, index: number) {
    super(problem);
    this.index = index;
  }
}
