/** Expressions, statements and shortcodes: none of them holds its own start, so that each is scanned once. */
const templates = [
  /\{\{<(?:[^>{]|>(?!\}\})|\{(?!\{<)){0,1000}>\}\}/y,
  /\{\{%(?:[^%{]|%(?!\}\})|\{(?!\{%)){0,1000}%\}\}/y,
  /\{%(?:[^%{]|%(?!\})|\{(?!%)){0,1000}%\}/y,
  /\{\{[^{}\n]{0,1000}\}\}/y,
];

/** Returns the shortcode or template expression at a position, or an empty text. */
export function templateAt(text: string, at: number): string {
  if (text.charCodeAt(at + 1) !== 123 && text.charCodeAt(at + 1) !== 37) return '';
  for (const template of templates) {
    template.lastIndex = at;
    const found = template.exec(text);
    if (found !== null) return found[0];
  }
  return '';
}
