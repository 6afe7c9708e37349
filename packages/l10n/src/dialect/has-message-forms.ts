const forms = /\{\s*[^\s{},]+\s*,\s*(?:plural|select|selectordinal)\s*,/u;

/** True when a text looks like an ICU message with forms. */
export function hasMessageForms(text: string): boolean {
  return text.includes('{') && forms.test(text);
}
