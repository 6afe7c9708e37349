/** The test of a format, and a text that passes, to show to whoever got it wrong. */
export interface Format {
  readonly example: string;
  test(text: string): boolean;
}

/** Every asserted format; a name that is not here is an annotation. Each test is linear in the text. */
export const formats: ReadonlyMap<string, Format> = new Map([
  ['date-time', { example: '2026-01-31T12:00:00Z', test: isDateTime }],
  ['date', { example: '2026-01-31', test: isDate }],
  ['time', { example: '12:00:00Z', test: isTime }],
  [
    'duration',
    matching('P1DT12H', /^P(?:\d+W|(?=\d|T)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/),
  ],
  ['email', { example: 'ada@example.com', test: isEmail }],
  ['hostname', { example: 'example.com', test: isHostname }],
  ['ipv4', { example: '192.0.2.1', test: isIpv4 }],
  ['ipv6', { example: '2001:db8::1', test: isIpv6 }],
  [
    'uri',
    { example: 'https://example.com/a', test: (text) => isUriReference(text) && /^[a-z][a-z\d+.-]*:/i.test(text) },
  ],
  ['uri-reference', { example: '/a/b?c#d', test: isUriReference }],
  ['uuid', matching('123e4567-e89b-12d3-a456-426614174000', /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i)],
  ['json-pointer', matching('/a/0', /^(?:\/(?:[^~/]|~[01])*)*$/)],
  ['relative-json-pointer', matching('1/a', /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/)],
  ['regex', { example: '^[a-z]+$', test: isRegex }],
]);

function matching(example: string, pattern: RegExp): Format {
  return { example, test: (text) => pattern.test(text) };
}

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return false;
  const [, year, month, day] = parts.map(Number);
  return year !== undefined && month !== undefined && day !== undefined && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return leap ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isTime(text: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (parts === null) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((at) => Number(parts[at] ?? 0));
  if (hour === undefined || minute === undefined || second === undefined) return false;
  if (offsetHour === undefined || offsetMinute === undefined || offsetHour > 23 || offsetMinute > 59) return false;
  if (hour > 23 || minute > 59 || second > 60) return false;
  if (second < 60) return true;
  // A leap second happens at 23:59:60 UTC, whatever the local clock shows.
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1);
  const minuteOfDay = 24 * 60 - 1;
  return (hour * 60 + minute - offset + 2 * 24 * 60) % (24 * 60) === minuteOfDay;
}

function isDateTime(text: string): boolean {
  const separator = text[10];
  return (separator === 'T' || separator === 't') && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label));
}

const dotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const quotedLocal = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || text.length > 320) return false;
  return (dotAtom.test(local) || quotedLocal.test(local)) && (isHostname(domain) || isAddressLiteral(domain));
}

function isAddressLiteral(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false;
  const address = text.slice(1, -1);
  return address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.', 5);
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const endsInIpv4 = last.includes('.') && text.endsWith(last);
  if (endsInIpv4 && !isIpv4(groups.pop() ?? '')) return false;
  const count = groups.length + (endsInIpv4 ? 2 : 0);
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count <= 7 : count === 8);
}

const uriParts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const scheme = /^[a-z][a-z\d+.-]*$/i;
const authority =
  /^(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?(\[[^\]]*\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;
const path = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
const queryOrFragment = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i;

function isUriReference(text: string): boolean {
  const parts = uriParts.exec(text);
  if (parts === null) return false;
  const [, schemePart, authorityPart, pathPart = '', query = '', fragment = ''] = parts;
  return (
    (schemePart === undefined || scheme.test(schemePart)) &&
    (authorityPart === undefined || isAuthority(authorityPart)) &&
    path.test(pathPart) &&
    queryOrFragment.test(query) &&
    queryOrFragment.test(fragment)
  );
}

function isAuthority(text: string): boolean {
  const host = authority.exec(text)?.[1];
  if (host === undefined) return false;
  if (!host.startsWith('[')) return true;
  const address = host.slice(1, -1);
  return isIpv6(address) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(address);
}

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
