/** Writes another text after the comment marks of some lines; new lines get the mark of the last. */
export function encodeComment(raw: string, text: string): string {
  const parts = raw.split(/(\r\n|\r|\n)/u);
  const lines = parts.filter((_, index) => index % 2 === 0);
  const breaks = parts.filter((_, index) => index % 2 === 1);
  return text
    .split(/\r\n|\r|\n/u)
    .map((lineText, index) => {
      const lineEnd = index === 0 ? '' : (breaks[index - 1] ?? breaks.at(-1) ?? '\n');
      return lineEnd + withText(lines[index] ?? lines.at(-1) ?? '#', lineText);
    })
    .join('');
}

function withText(line: string, text: string): string {
  const [lead = '#'] = /^[ \t\f]*[#!]\s*/u.exec(line) ?? [];
  const tail = line.slice(lead.length).trimEnd().length + lead.length;
  return lead + text + line.slice(tail);
}
