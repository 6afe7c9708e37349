/** Characters that move the cursor, end the line for some readers, or turn the direction of text. */
const acting = String.raw`(?![\n\t])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]`;
const anything = new RegExp(acting, 'gu');
/** The colours that `Style` gives to a text; they change how it looks, and nothing else. */
const allButColours = new RegExp(String.raw`\u001b\[[0-9;]{0,8}m|${acting}`, 'gu');

/**
 * A text as a terminal or a log may have it, wherever it came from: what would act stands there as an escape. All that is
 * written for people goes through here; what comes from elsewhere is on top of that kept to one line by `visibleText`.
 */
export function toTerminalText(text: string, keepsColours: boolean): string {
  return text.replaceAll(keepsColours ? allButColours : anything, (found) =>
    found.endsWith('m') ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
