const risky = /^[=+\-@\t\r]/u;
const guarded = /^'[=+\-@\t\r]/u;

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
