const polite =
  /^(?:(?:hello|hi|hey|please|kindly|now|also|and|then|so|ok|okay)\b[,!]?\s*|(?:can|could|would|will) you\s+|i(?:'d| would) like (?:you )?to\s+|i want (?:you )?to\s+|let(?:'s| us)\s+|go and\s+)+/i;

const articles = /^(?:an?|the|my|our|your|this|that|these|those|me|us|some|all|any|it)$/i;

/** Verbs that people begin a request with. */
const verbs =
  /^(?:find|search|look|up|show|get|fetch|give|tell|list|open|read|check|see|create|make|add|schedule|book|plan|put|set|write|send|post|start|begin|stop|end|use|run|call|do|extract|pull|out|format|convert|turn|translate|count|compute|calculate)$/i;

const marker = /^(?:for|about|from|of|on|to|in|into|with|named|called|titled|saying|that|whether|if|how|what)$/i;

/** Words that introduce the subject without being part of it. */
const leading = /^(?:for|about|from|of|on|to|in|into|with|named|called|titled|saying)$/i;

const dangling = /(?:\s+|^)(?:at|on|for|with|by|from|to|in|and|until|till|of|is|are)$/i;

/**
 * Returns the subject of a sentence, without the words that only say which tool is meant:
 *
 *     please search the handbook for parental leave
 *     ^^^^^^ ^^^^^^ ^^^^^^^^^^^^ ^^^ ──────────────
 *     polite verb   tool's words  marker    the rest
 */
export function sentenceRest(sentence: string, toolWords: ReadonlySet<string>): string {
  const request = tidy(sentence).replace(polite, '');
  const colon = /^[^:"]{1,60}:\s+(?=\S)/.exec(request);
  if (colon !== null) return trimEnd(request.slice(colon[0].length));
  const words = request.split(' ');
  const from = words.findIndex((word) => !isCommand(word, toolWords));
  const start = from < 0 ? words.length : from;
  const isMarked = start > 0 && leading.test(words[start] ?? '');
  const rest = words.slice(isMarked ? start + 1 : start);
  while (articles.test(rest[0] ?? '')) rest.shift();
  return trimEnd(rest.join(' '));
}

/** True when a word only says which tool is meant, and nothing about its subject. */
export function isCommand(word: string, toolWords: ReadonlySet<string>): boolean {
  const plain = word.replace(/[^\p{L}\p{N}'-]/gu, '').toLowerCase();
  if (marker.test(plain)) return false;
  return articles.test(plain) || verbs.test(plain) || toolWords.has(plain) || toolWords.has(plain.replace(/s$/, ''));
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .trim();
}

function trimEnd(text: string): string {
  let rest = text.trim();
  for (;;) {
    const shorter = rest.replace(/[\s,.;!]+$/, '').replace(dangling, '');
    if (shorter === rest) return rest;
    rest = shorter;
  }
}
