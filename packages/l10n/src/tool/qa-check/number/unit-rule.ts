import { allOfTarget, inSource, toDraft, type PairRule, type QaPair } from '../qa-pair.js';

/** Names of units, in languages that have their own; a name stands behind a number, and those of one row mean the same. */
const units: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['kB', unit('[kKк]i?[BbБ]|[Kк]?КБ|[kK]i?o')],
  ['MB', unit('Mi?B|М[Бб]|Mi?o')],
  ['GB', unit('Gi?B|Г[Бб]|Gi?o')],
  ['TB', unit('Ti?B|Т[Бб]|Ti?o')],
  ['kHz', unit('kHz|кГц')],
  ['MHz', unit('MHz|МГц')],
  ['GHz', unit('GHz|ГГц')],
];
const currencies: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['$', /\$|USD|dollar|доллар/iu],
  ['€', /€|EUR|евро/iu],
  ['£', /£|GBP/iu],
  ['¥', /[¥￥円元]|JPY|CNY/iu],
];
const priced = /[$€£¥](?=\s?\p{Nd})|(?<=\p{Nd}\s?)[€£¥]/u;
const percent = /(?<=\p{Nd}\s?)%(?!\p{L})/u;
/** Any sign of a percentage, and the words for it. */
const percentSaid =
  /[%٪％﹪]|percent|одсто|प्रतिशत|prozent|pour[ -]?cent|por ?cien|por ?cento|per ?cento|procent|prosent|százalék|yüzde|procen|odsto|процен|відсот|εκατό|בא?חוז|مئة|مائة|百分|パーセント|퍼센트|phần trăm|persen|ร้อยละ|เปอร์เซ็นต์/iu;

function unit(names: string): RegExp {
  return new RegExp(String.raw`(?<=\p{Nd}[\s\u00a0\u202f]?)(?:${names})(?!\p{L})`, 'u');
}

/** Reports a number that lost its percent sign, or has another unit or currency. */
export const checkUnits: PairRule = (pair, found) => {
  const { sourceText, targetText } = pair;
  if (!/\d/.test(sourceText)) return;
  if (percent.test(sourceText) && !percentSaid.test(targetText)) found.push(lostPercent(pair));
  addOther(pair, units, 'unit', found);
  addDates(pair, found);
  if (priced.test(sourceText)) addOther(pair, currencies, 'currency', found);
};

const isoDate = /(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])/g;

/** Reports a date in the notation of ISO 8601 that is another one in the target, also with the same numbers. */
function addDates(pair: QaPair, found: Parameters<PairRule>[1]): void {
  const given: readonly string[] = pair.targetText.match(isoDate) ?? [];
  const actual = given.find((date) => !pair.sourceText.includes(date));
  const wanted = pair.sourceText.match(isoDate)?.find((date) => !given.includes(date));
  if (wanted === undefined || actual === undefined) return;
  const message = `The date "${wanted}" of the source is "${actual}" in the target`;
  found.push(
    toDraft(pair, 'qa.number-mismatch', message, { range: allOfTarget(pair), subject: `${wanted}→${actual}` }),
  );
}

function lostPercent(pair: QaPair) {
  const at = pair.sourceText.search(percent);
  return toDraft(pair, 'qa.unit', 'A number of the source is a percentage, and none of the target is', {
    range: allOfTarget(pair),
    source: inSource(pair, at, at + 1),
    subject: '%',
  });
}

/** Reports a name of the source that the target lacks, when it has another one that the source lacks. */
function addOther(
  pair: QaPair,
  names: readonly (readonly [name: string, pattern: RegExp])[],
  kind: string,
  found: Parameters<PairRule>[1],
): void {
  const only = (text: string, other: string) =>
    names.find(([, pattern]) => pattern.test(text) && !pattern.test(other))?.[0];
  const wanted = only(pair.sourceText, pair.targetText);
  const actual = wanted === undefined ? undefined : only(pair.targetText, pair.sourceText);
  if (wanted === undefined || actual === undefined) return;
  const message = `The ${kind} "${wanted}" of the source is "${actual}" in the target`;
  found.push(toDraft(pair, 'qa.unit', message, { range: allOfTarget(pair), subject: `${wanted}→${actual}` }));
}
