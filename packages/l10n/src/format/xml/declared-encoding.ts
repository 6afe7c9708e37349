import { declaredName } from '../text/encoding.js';

/** Returns the encoding in an XML declaration. */
export function declaredEncoding(head: string): string | undefined {
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/u.exec(head)?.[1];
}

const start = '<?xml';
const longestDeclaration = 1024;

/**
 * Changes the encoding in the XML declaration of a file's first text. A file without one gets it if the new encoding
 * cannot be detected otherwise. Returns undefined to request more text.
 */
export function redeclareXml(head: string, encoding: string): string | undefined {
  const isUnicode = encoding.startsWith('utf-');
  const name = declaredName(encoding.replace(/^(utf-16).*$/u, '$1'));
  if (!head.startsWith(start.slice(0, head.length))) {
    return isUnicode ? head : `<?xml version="1.0" encoding="${name}"?>\n${head}`;
  }
  const end = head.indexOf('?>');
  if (end < 0) return head.length > longestDeclaration ? head : undefined;
  const declaration = head.slice(0, end);
  const named = /\bencoding\s*=\s*(?:"[^"]*"|'[^']*')/u;
  // It comes after the version, before everything else.
  const updated = named.test(declaration)
    ? declaration.replace(named, `encoding="${name}"`)
    : declaration.replace(/\bversion\s*=\s*(?:"[^"]*"|'[^']*')/u, `$& encoding="${name}"`);
  return updated + head.slice(end);
}
