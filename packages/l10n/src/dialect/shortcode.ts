/** Removes the texts for people from a shortcode of Hugo, which are translated: `{{< tooltip text="…" term="pod" >}}`. */
export function withoutTexts(code: string): string {
  if (!/^\{\{[<%]/.test(code)) return code;
  return code.replaceAll(/\b(text|title|alt|caption)=(?:"[^"]*"|`[^`]*`)/g, '$1');
}
