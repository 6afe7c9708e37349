const closer = /\{[{]?[<%]\s*\/\s*([\w-]+)/gu;
const tags = /\{\{?[<%]\s*\/?\s*([\w-]+)[^]{0,1000}?[>%]\}\}?/gu;

/** Lists the names of the shortcodes that enclose something in this document. */
export function enclosingShortcodes(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(closer), ([, name = '']) => name));
}

/** True when a line contains only the start or end of such shortcodes. */
export function isShortcodeLine(line: string, enclosing: ReadonlySet<string>): boolean {
  if (enclosing.size === 0) return false;
  let all = true;
  const rest = line.replaceAll(tags, (_: string, name: string) => {
    all &&= enclosing.has(name);
    return '';
  });
  return all && rest.trim() === '';
}
