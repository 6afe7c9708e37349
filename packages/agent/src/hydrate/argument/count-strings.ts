const BACKSLASH = 92;

/**
 * Counts the strings in a valid JSON text, names included; `hasEscapes` tells whether the text holds a backslash.
 *
 *     {"a": "\"", "a": 1}     3: one more than the parsed value has, so a name stood twice
 *      ^ ^  ^  ^   ^ ^
 */
export function countStrings(text: string, hasEscapes: boolean): number {
  // The common case: every quote opens or closes a string.
  if (!hasEscapes) return countQuotes(text) / 2;
  let count = 0;
  let open = text.indexOf('"');
  while (open !== -1) {
    count += 1;
    open = text.indexOf('"', closingQuote(text, open) + 1);
  }
  return count;
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (text.charCodeAt(close - 1) === BACKSLASH && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close;
}

/** True when an odd number of backslashes before a quote makes it part of the string. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}
