/** Root element of an XML or HTML file. */
export interface XmlRoot {
  /** Name without its prefix. */
  readonly name: string;
  /** Namespace of the element, or an empty text. */
  readonly namespace: string;
  /** Start tag with all of its attributes, as far as the first bytes go. */
  readonly tag: string;
  /** Doctype declaration, or an empty text. */
  readonly doctype: string;
}

/** Finds the root element of a text that begins like XML; gives nothing for other texts. */
export function findXmlRoot(text: string): XmlRoot | undefined {
  let at = /^[\s\uFEFF]*/u.exec(text)?.[0].length ?? 0;
  let doctype = '';
  for (;;) {
    const rest = text.slice(at, at + 9);
    const end = rest.startsWith('<?')
      ? after(text, '?>', at)
      : rest.startsWith('<!--')
        ? after(text, '-->', at)
        : /^<!doctype/iu.test(rest)
          ? doctypeEnd(text, at)
          : undefined;
    if (end === undefined) return rootAt(text, at, doctype);
    if (/^<!doctype/iu.test(rest)) doctype = text.slice(at, end);
    at = end + (/^\s*/u.exec(text.slice(end))?.[0].length ?? 0);
  }
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

/** Finds the end of a doctype, whose internal subset may hold declarations. */
function doctypeEnd(text: string, from: number): number {
  const subset = /\[/u.exec(text.slice(from, after(text, '>', from)));
  return subset === null ? after(text, '>', from) : after(text, '>', after(text, ']', from + subset.index));
}

function rootAt(text: string, at: number, doctype: string): XmlRoot | undefined {
  const found =
    /^<(?:([\p{L}_][\p{L}\p{N}_.-]*):)?([\p{L}_][\p{L}\p{N}_.-]*)(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*/u.exec(
      text.slice(at, at + 16_384),
    );
  if (found === null) return undefined;
  const [tag, prefix, name = ''] = found;
  const declared = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  return { name, namespace: attribute(tag, declared) ?? '', tag, doctype };
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(tag);
  return found?.[1] ?? found?.[2];
}
