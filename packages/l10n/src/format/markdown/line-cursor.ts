const tab = 9;
const space = 32;

/** A position in one line that counts columns, in which a tab reaches to the next multiple of four. */
export class LineCursor {
  readonly text: string;
  start = 0;
  end = 0;
  at = 0;
  column = 0;
  /** Index of the next character other than white space, and the number of columns before it. */
  next = 0;
  indent = 0;

  constructor(text: string) {
    this.text = text;
  }

  reset(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.at = start;
    this.column = 0;
    this.look();
  }

  get blank(): boolean {
    return this.next >= this.end;
  }

  /** The line from the next character other than white space on. */
  get rest(): string {
    return this.text.slice(this.next, this.end);
  }

  look(): void {
    const { text, end } = this;
    let { at, column } = this;
    for (; at < end; at += 1) {
      const char = text.charCodeAt(at);
      if (char === space) column += 1;
      else if (char === tab) column += 4 - (column % 4);
      else break;
    }
    this.next = at;
    this.indent = column - this.column;
  }

  /** Skips white space; a tab may be skipped in part. */
  skip(columns: number): void {
    const goal = this.column + columns;
    while (this.column < goal && this.at < this.next) {
      const width = this.text.charCodeAt(this.at) === tab ? 4 - (this.column % 4) : 1;
      if (this.column + width > goal) this.column = goal;
      else {
        this.column += width;
        this.at += 1;
      }
    }
    this.indent -= columns;
  }

  /** Skips white space, and a number of other characters. */
  take(characters: number): void {
    this.column += this.indent + characters;
    this.at = this.next + characters;
    this.look();
  }

  /** The remaining columns of a tab that was skipped in part. */
  get pad(): number {
    return this.column % 4 > 0 && this.at < this.end && this.text.charCodeAt(this.at) === tab
      ? 4 - (this.column % 4)
      : 0;
  }
}
