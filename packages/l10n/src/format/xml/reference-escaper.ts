import type { Escaper } from '../text/escaper.js';
import { characterReference } from './escape-xml.js';

/** Context of a character; quotes stand for the value of an attribute in them. */
type XmlContext = 'text' | 'tag' | 'section' | 'comment' | 'instruction' | '"' | "'";

const openings = { '<!--': 'comment', '<![CDATA[': 'section', '<?': 'instruction' } as const;
const endings: { readonly [place in XmlContext]?: string } = { section: ']]>', comment: '-->', instruction: '?>' };
const longest = '<![CDATA['.length;

/**
 * Creates an escaper that writes references where XML reads them: a section is interrupted for one, and a name cannot
 * contain any.
 */
export function createReferenceEscaper(): Escaper {
  const reader = new ContextTracker();
  return {
    pass: (text) => {
      for (const char of text) reader.take(char);
    },
    escape(text, holds) {
      let written = '';
      for (const char of text) {
        if (holds(char)) written += char;
        else if (reader.place === 'tag') return undefined;
        else if (reader.place === 'section') written += `]]>${characterReference(char)}<![CDATA[`;
        else written += characterReference(char);
        reader.take(char);
      }
      return written;
    },
  };
}

/** Tracks the context in a document that is known to be well-formed. */
class ContextTracker {
  place: XmlContext = 'text';
  #recent = '';

  take(char: string): void {
    this.#recent = (this.#recent + char).slice(-longest);
    const next = this.#next(char);
    if (next === this.place) return;
    this.#recent = next === 'tag' ? char : '';
    this.place = next;
  }

  #next(char: string): XmlContext {
    if (this.place === 'text') return char === '<' ? 'tag' : 'text';
    if (this.place === 'tag') return this.#inTag(char);
    if (char === this.place) return 'tag';
    const ending = endings[this.place];
    return ending !== undefined && this.#recent.endsWith(ending) ? 'text' : this.place;
  }

  #inTag(char: string): XmlContext {
    if (char === '>') return 'text';
    if (char === '"' || char === "'") return char;
    for (const [opening, place] of Object.entries(openings)) if (this.#recent.endsWith(opening)) return place;
    return 'tag';
  }
}
