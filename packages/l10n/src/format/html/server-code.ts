/** Finds code of servers in HTML: `<?php … ?>`, `<?= … ?>` and `<% … %>`. It looks for an end that is missing once only. */
export class ServerCode {
  #text = '';
  readonly #missingFrom = new Map<string, number>();

  /** Returns the end of the code at a position; undefined for anything else, and for code without an end. */
  endAt(text: string, at: number): number | undefined {
    const mark = endMark(text, at);
    if (mark === undefined) return undefined;
    if (text !== this.#text) this.#missingFrom.clear();
    this.#text = text;
    if ((this.#missingFrom.get(mark) ?? Number.POSITIVE_INFINITY) <= at) return undefined;
    const end = text.indexOf(mark, at + 2);
    if (end >= 0) return end + mark.length;
    this.#missingFrom.set(mark, at);
    return undefined;
  }
}

/** Returns the mark that ends the server code at a position, if there is some. */
export function endMark(text: string, at: number): '?>' | '%>' | undefined {
  if (text.startsWith('<?php', at) || text.startsWith('<?=', at)) return '?>';
  return text.startsWith('<%', at) ? '%>' : undefined;
}
