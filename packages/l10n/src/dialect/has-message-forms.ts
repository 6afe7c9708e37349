const forms = /\{\s*[^\s{},]+\s*,\s*(?:plural|select|selectordinal)\s*,/u;

const typed = /(?<!\{)\{(?!\{)\s*[^\s{},]+\s*,\s*(?:number|date|time)\b/u;

/** True when a text looks like an ICU message with an argument of a type, or with forms. */
export function hasTypedArguments(text: string): boolean {
  return text.includes('{') && (typed.test(text) || forms.test(text));
}

/** True when a text looks like an ICU message with forms. */
export function hasMessageForms(text: string): boolean {
  return text.includes('{') && forms.test(text);
}
