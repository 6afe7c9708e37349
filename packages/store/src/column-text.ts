/**
 * Encodes any text so that a text column returns it unchanged; different texts stay different. Columns hold UTF-8:
 * half a surrogate pair would become U+FFFD there, libsql reads up to the first NUL, and Postgres accepts none.
 */
export function toColumnText(text: string): string {
  return needsEscape(text) ? JSON.stringify(text) : text;
}

export function fromColumnText(column: string): string {
  return column.startsWith('"') ? (JSON.parse(column) as string) : column;
}

function needsEscape(text: string): boolean {
  return text.startsWith('"') || text.includes('\0') || !text.isWellFormed();
}
