/** Returns the number of a column, from 1; 0 for a text that names none. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** Returns the letters of a column: `A`, `Z`, `AA`. */
export function columnLetters(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Splits the address of a cell, such as `AB12`; undefined if it is none. */
export function parseAddress(address: string): { readonly column: number; readonly row: number } | undefined {
  const match = /^([A-Za-z]{1,3})([0-9]{1,7})$/u.exec(address);
  return match ? { column: columnNumber(match[1] ?? ''), row: Number(match[2]) } : undefined;
}
