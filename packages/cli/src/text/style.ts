/** The few ways in which text may stand out; plain where nobody would see it. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
}

export function createStyle(colours: boolean): Style {
  const ansi = (open: number, close: number) => (text: string) =>
    colours && text !== '' ? `\u001B[${open}m${text}\u001B[${close}m` : text;
  return Object.freeze({ bold: ansi(1, 22), dim: ansi(2, 22), red: ansi(31, 39) });
}
