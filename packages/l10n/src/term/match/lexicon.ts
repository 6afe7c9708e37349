import { inflect } from './inflect.js';

/**
 * The words of terms with the forms they may have in a text. A form may belong to several words; words that share a
 * form are in one class, which the automaton reads, and `isForm` then tells them apart.
 */
export class Lexicon {
  readonly #locale: string;
  /** Ids of forms; those of words are separate, since a word may be needed as it is and with its forms. */
  readonly #forms = new Map<string, number>();
  readonly #words = new Map<string, number>();
  readonly #wordsOf: number[][] = [[]];
  readonly #formsOf: number[][] = [[]];
  readonly #texts: string[] = [''];
  readonly #ownForm: number[] = [0];
  readonly #classes: number[] = [0];

  constructor(locale: string) {
    this.#locale = locale;
  }

  /** Returns the id of a folded word; one that may be inflected is another word than one that may not. */
  add(word: string, inflects: boolean): number {
    const key = inflects ? `~${word}` : `=${word}`;
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const id = this.#ownForm.length;
    this.#words.set(key, id);
    this.#classes.push(id);
    this.#formsOf.push([]);
    this.#ownForm.push(this.#addForm(word, id));
    if (inflects) for (const form of inflect(word, this.#locale)) this.#addForm(form, id);
    return id;
  }

  #addForm(form: string, word: number): number {
    const id = this.#forms.get(form) ?? this.#wordsOf.length;
    if (id === this.#wordsOf.length) {
      this.#forms.set(form, id);
      this.#wordsOf.push([]);
      this.#texts.push(form);
    }
    const words = this.#wordsOf[id];
    if (words === undefined || words.includes(word)) return id;
    const [first] = words;
    if (first !== undefined) this.#join(first, word);
    words.push(word);
    this.#formsOf[word]?.push(id);
    return id;
  }

  #join(one: number, other: number): void {
    this.#classes[this.classOf(one)] = this.classOf(other);
  }

  classOf(word: number): number {
    let found = word;
    while (this.#classes[found] !== found) {
      const above = this.#classes[found] ?? found;
      this.#classes[found] = this.#classes[above] ?? above;
      found = above;
    }
    return found;
  }

  /** Lists all forms with their classes, in the order of their ids. */
  forms(): readonly { readonly form: string; readonly wordClass: number }[] {
    return this.#texts
      .slice(1)
      .map((form, index) => ({ form, wordClass: this.classOf(this.#wordsOf[index + 1]?.[0] ?? 0) }));
  }

  textOf(form: number): string {
    return this.#texts[form] ?? '';
  }

  /** Lists the numbers of the forms of a word. */
  formsOf(word: number): readonly number[] {
    return this.#formsOf[word] ?? [];
  }

  isForm(form: number, word: number): boolean {
    return this.#wordsOf[form]?.includes(word) === true;
  }

  /** True when a form is the word itself. */
  isWord(form: number, word: number): boolean {
    return this.#ownForm[word] === form;
  }
}
