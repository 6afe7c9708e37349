import { alternation, patternRule, type EntityRule } from './entity-rule.js';

const symbols = '€ £ ¥ ₹ ₽ ₩ ₺ ₴ ₪ ₫ ฿ ₦ ₱ ₡ ₵ ₸ ₾ ¢ zł Kč Ft $ US$ C$ CA$ A$ AU$ NZ$ HK$ S$ R$ MX$ NT$';
/** Currency signs that only come before the number. */
const leading = 'kr kr. Rs Rs. RM';
const codes =
  'EUR USD GBP CHF JPY CNY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN ISK RUB UAH TRY ILS INR KRW SGD HKD TWD THB MXN BRL ' +
  'ARS CLP COP PEN ZAR NGN KES EGP MAD AED SAR QAR IDR MYR PHP VND';
/** `_` is a space. */
const words =
  'euro euros dollar dollars pound pounds yen yuan rupee rupees rubles roubles francs franc Euro Dollar Pfund Franken Yen ' +
  'dólar dólares libra libras peso pesos real reais dollaro dollari sterline livre livres zloty złotych złote kronor kroner ' +
  'kronen korun koruna forint рублей рубля рубль долларов доллара евро kr cent cents Cent pence centimes céntimos centesimi Rappen ' +
  'US_dollars US_dollar Canadian_dollars Australian_dollars Swiss_francs';
const scales =
  'thousand million billion trillion bn mn k M B Tausend Millionen Million Milliarden Milliarde Mio. Mrd. Mio Mrd millions ' +
  'milliards millones miles milhões milioni miliardi miljoen miljard mln mld mln. mld.';

const number = String.raw`(?:\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3}){1,5}(?:[.,]\d{1,2})?|\d{1,2}(?:,\d{2}){1,4},\d{3}|\d{1,15}(?:[.,]\d{1,4})?)(?:[.,][\-–—]{1,2})?(?!\d)`;
const scale = `(?:[ \\u00a0]?(?:${alternation(scales.split(' '))})(?![\\p{L}]))`;
const space = String.raw`[ \u00a0\u202f]?`;
const after = String.raw`(?![\p{L}\p{N}])`;
const signs = alternation(symbols.split(' '));
const names = alternation(`${codes} ${words}`.split(' ').map((name) => name.replaceAll('_', ' ')));

const first = `(?<![\\p{L}\\p{N}$])(?:${signs}|${alternation(`${leading} ${codes}`.split(' '))})${space}${number}(?:${scale}|m(?![\\p{L}]))?${after}`;
const last = `(?<![\\p{L}\\p{N}%]|\\p{N}[.,])${number}(?:${scale}(?: de)?)?${space}(?:(?:${signs}|${names})${after}|[万亿億]?[円元원])`;

/** A rule for amounts of money: a number with the sign, code or name of a currency on one of its sides. */
export const amountRule: EntityRule = patternRule('currency', 0.9, new RegExp(`${first}|${last}`, 'gu'));
