/** The encoding that an XML declaration names. */
export function declaredEncoding(head: string): string | undefined {
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/u.exec(head)?.[1];
}
