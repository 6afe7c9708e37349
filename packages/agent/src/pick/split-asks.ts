const verbs =
  'add analyze answer arrange book buy calculate cancel change check choose close compare compute confirm convert count ' +
  'create decide delete describe design determine display draw edit estimate evaluate explain export fetch file find fix ' +
  'forecast generate get give help identify import inform install invite list locate look make measure merge message move ' +
  'open order organize pay place plan play post predict prepare print provide publish read recommend record register ' +
  'remind remove rename rent report reserve retrieve return run save schedule search see select send set share show solve ' +
  'start stop store submit suggest summarize tell track transfer translate turn update upload use verify view write';
const questionWords =
  'what when where which who whom whose why how can could will would should shall may might do does did is are was were ' +
  'has have had am';
const lead =
  '(?:please|kindly|first|next|finally|lastly|also|then|and|but|afterwards|additionally|besides|now|so|just)';
const wish = "(?:i(?:'d| would)? (?:want|need|like|love|wish)(?: you)? to|let(?:'s| us)|help me(?: to)?)";
const request = `(?:${[...verbs.split(' '), ...questionWords.split(' ')].join('|')})`;

const quotation = /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|(?<!\p{L})'[^']*'(?!\p{L})/gu;
const sentenceEnd = /(?<=[.!?;。！？])\s+|(?<=[。！？])|\n+/u;
const joint = new RegExp(
  `(?:,\\s*|\\s+)(?=(?:and|then|also|plus|afterwards)\\s+(?:${lead}\\s+)*(?:${wish}\\s+)?${request}\\b)`,
  'iu',
);
const opening = new RegExp(`^(?:${lead}[\\s,]+)*(?:${wish}\\s+)?${request}\\b`, 'iu');

/**
 * Splits a request into what it asks for, one part for each; facts that stand between go without a part.
 *
 *     Book a table in Bonn and also send "Done, and then go" to Ann. What is 2+2?
 *       ▸ Book a table in Bonn · also send "Done, and then go" to Ann. · What is 2+2?
 */
export function splitAsks(text: string): readonly string[] {
  // Quotations are covered, so that nothing in them looks like an end.
  const quotes: string[] = [];
  const covered = text.replace(quotation, (quote) => {
    quotes.push(quote);
    return COVER;
  });
  const parts = covered.split(sentenceEnd).flatMap((sentence) => sentence.split(joint));
  const asks: string[] = [];
  let next = 0;
  for (const part of parts) {
    const whole = part.replaceAll(COVER, () => quotes[next++] ?? '');
    if (isAsk(part)) asks.push(whole.trim());
  }
  return asks;
}

const COVER = '\uFFFC';

function isAsk(part: string): boolean {
  const trimmed = part.trim();
  return /[?？]$/u.test(trimmed) || opening.test(trimmed);
}
