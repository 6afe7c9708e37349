import type { Block, Part } from '@helve/flow';
import { createStructureCheck, type ByteSink, type WriteContext, type WriteReport } from '@helve/flow/content';

/** Spelling of a new exchange file, piece by piece. */
export interface NewFileSpelling {
  readonly head: string;
  readonly tail: string;
  /** Begins the units of one original. */
  openFile(number: number, original: string, properties: Readonly<Record<string, string>>): string;
  /** Ends them; a file without units may need something else. */
  closeFile(isEmpty: boolean): string;
  unit(block: Block, id: string): string;
}

const nameToken = /^[\p{L}\p{N}._:-]+$/u;

/** Writes a new exchange file: the blocks of each original in a file element of their own, in order. */
export async function writeNewFile(
  parts: AsyncIterable<Part>,
  sink: ByteSink,
  spelling: NewFileSpelling,
  { document, signal }: WriteContext,
): Promise<WriteReport> {
  const structure = createStructureCheck('write a new exchange file');
  const ids = new UnitIds();
  const output = new TextOutput(sink);
  let [blocks, files] = [0, 0];
  let units: number | undefined;
  await output.add(spelling.head);
  for await (const part of parts) {
    signal.throwIfAborted();
    structure.take(part);
    if (part.kind === 'group-start' && part.group.type === 'file') {
      await close();
      await open(part.group.name, part.group.properties);
    }
    if (part.kind !== 'block' || part.block.type === 'header') continue;
    if (units === undefined) await open(document);
    await output.add(spelling.unit(part.block, ids.of(part.block)));
    blocks += 1;
    units = (units ?? 0) + 1;
  }
  structure.end();
  if (units === undefined) await open(document);
  await close();
  await output.add(spelling.tail);
  return { bytes: await output.end(), blocks, changed: blocks };

  async function close(): Promise<void> {
    if (units !== undefined) await output.add(spelling.closeFile(units === 0));
    units = undefined;
  }

  async function open(name: string, properties: Readonly<Record<string, string>> = {}): Promise<void> {
    units = 0;
    files += 1;
    await output.add(spelling.openFile(files, name, properties));
  }
}

/** Ids of new units: that of the block where a file may have it, else a number. */
class UnitIds {
  readonly #given = new Set<string>();
  #count = 0;

  of({ id }: Block): string {
    this.#count += 1;
    const wanted = nameToken.test(id) && !this.#given.has(id) ? id : `u${this.#count}`;
    let unique = wanted;
    for (let at = 2; this.#given.has(unique); at += 1) unique = `${wanted}-${at}`;
    this.#given.add(unique);
    return unique;
  }
}

const flushAfter = 64 * 1024;

class TextOutput {
  readonly #sink: ByteSink;
  #text = '';
  #written = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  async add(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= flushAfter) await this.#flush();
  }

  async end(): Promise<number> {
    await this.#flush();
    return this.#written;
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#written += bytes.length;
    if (bytes.length > 0) await this.#sink.write(bytes);
  }
}

/** Context of a block: what its format says, or what an editor is shown. */
export function contextOf({ properties, displayHint }: Block): string | undefined {
  return properties['context'] ?? displayHint?.context;
}

/** True when white space of a text counts. */
export function hasLooseSpace(text: string): boolean {
  return /^\s|\s$|\s\s|[\n\t]/u.test(text);
}
