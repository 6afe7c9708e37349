/** Signs that begin a formula, also where white space is before them or they have the width of Chinese letters. */
const formula = String.raw`(?:\s*[=+\-@＝＋－＠]|[\t\r\n])`;
/** Texts with the apostrophe of a guard are guarded too, so that it can be told from theirs. */
const risky = new RegExp(`^'*${formula}`, 'u');
const guarded = new RegExp(`^'+${formula}`, 'u');

/** Column that says which cells of its row have an apostrophe before their text. */
export const GUARD_COLUMN = 'guarded';
/** Property of a block whose cells had their apostrophes taken off when they were read. */
export const UNGUARDED_PROPERTY = '@unguarded';

/** True for the columns of an exchange file, whose cells are guarded. */
export function isGuarded(names: readonly string[]): boolean {
  const own = names.map((name) => name.trim().toLowerCase());
  return ['id', 'hash', GUARD_COLUMN].every((name) => own.includes(name));
}

/** True for a text that a spreadsheet would take for a formula. */
export function needsGuard(text: string): boolean {
  return risky.test(text);
}

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. */
export function guardCell(text: string): string {
  return needsGuard(text) ? `'${text}` : text;
}

/** Takes the apostrophe of a guarded text off again. */
export function unguardCell(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}
