import { placeholderTokens } from './placeholder-token.js';

const span = /^<[\w.-]+:g(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?>([^<>]+)<\/[\w.-]+:g\s*>$/u;

/** Returns the content of a span that translators of Android leave as it is: `%1$s` of `<xliff:g id="name">%1$s</xliff:g>`. */
export function spanContent(data: string): string | undefined {
  return data.startsWith('<') ? span.exec(data)?.[1] : undefined;
}

/** Lists the placeholders and percent signs in the content of a span: a program sees nothing else of it but text. */
export function spanCodes(content: string): readonly string[] {
  const tokens = placeholderTokens(content, 'android');
  const found = tokens.length > 0 ? tokens : placeholderTokens(content, 'guessed');
  return [...found.map(({ raw }) => raw), ...(content.match(/%%/gu) ?? [])];
}

/** Returns the data by which a code is compared with others: of a span, its placeholder or else its content. */
export function comparedData(data: string): string {
  const content = spanContent(data);
  if (content === undefined) return data;
  const [first, ...more] = spanCodes(content);
  return first === undefined || more.some((code) => code !== '%%') ? content : first;
}
