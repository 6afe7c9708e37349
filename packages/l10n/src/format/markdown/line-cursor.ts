const tab = 9;
const space = 32;

/** A place in one line that counts columns, in which a tab reaches to the next multiple of four. */
export class LineCursor {
  readonly text: string;
  start = 0;
  end = 0;
  at = 0;
  column = 0;
  /** The next character that is no white space, and how many columns stand before it. */
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

  /** The line from the next character on that is no white space. */
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

  /** Passes white space; a tab may be passed in part. */
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

  /** Passes the white space, and so many characters that are none. */
  take(characters: number): void {
    this.column += this.indent + characters;
    this.at = this.next + characters;
    this.look();
  }

  /** The columns that are left of a tab that was passed in part. */
  get pad(): number {
    return this.column % 4 > 0 && this.at < this.end && this.text.charCodeAt(this.at) === tab
      ? 4 - (this.column % 4)
      : 0;
  }
}
