const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text that can stand anywhere in HTML, between tags and inside quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** HTML that was made by `html`, and so escaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template; `undefined` and `false` leave nothing. */
type Part = Html | readonly Html[] | string | number | false | undefined;

/** A template in which every value is escaped, unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + toText(parts[index - 1]) + string));
}

function toText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  return typeof part === 'object' ? part.map(toText).join('') : escapeHtml(String(part));
}
