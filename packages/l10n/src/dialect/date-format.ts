// Letters that are no type of printf; before any other letter they would be one.
const directive = /(?<![\d%])%[-_0^#EO]*[HMYBbyTRDkZW](?![A-Za-z])/;

/** True when a text is a date format of strftime, such as `%a %e %b %Y`, whose directives differ between languages. */
export function isDateFormat(text: string): boolean {
  return text.includes('%') && directive.test(text);
}
