import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { codeFinder } from '../code/code-finder.js';
import { namedEncoding } from '../format-option.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { runsDigest } from '../runs-digest.js';
import { lineEnds } from '../text/output-buffer.js';
import { loadText } from '../text/open-text.js';
import type { PlaintextOptions } from './options.js';
import { parsePlaintext } from './parse.js';

/** Reads a text file: lines, paragraphs or all of it are blocks, in which a line ends with a line feed. */
export async function* readPlaintext(
  source: ByteSource,
  options: PlaintextOptions,
  ctx: ReadContext,
): AsyncGenerator<Part> {
  const { maxBytes, unit } = options;
  const text = await loadText(source, { file: ctx.document, maxBytes, encoding: namedEncoding(options.encoding) });
  yield {
    kind: 'layer-start',
    layer: rootLayer({ format: 'plaintext', mimeType: 'text/plain', form: text.form }, ctx),
  };
  const find = codeFinder(options.codeFinder);
  let count = 0;
  for (const { start, end } of parsePlaintext(text.text, unit)) {
    count += 1;
    const raw = text.text.slice(start, end);
    const [lineEnd = lineEnds[text.form.lineBreak]] = /\r\n|\r|\n/u.exec(raw) ?? [];
    const { runs, icu } = find(raw.replaceAll(/\r\n|\r/gu, '\n'));
    const offset = text.byteAt(start);
    const entry = ctx.skeleton?.append({
      kind: 'ref',
      blockId: String(count),
      side: 'source',
      offset,
      length: text.byteAt(end) - offset,
      digest: runsDigest(runs),
      form: { unit, lineEnd, icu },
    });
    const name = `${unit}.${count}`;
    const fields = {
      id: String(count),
      name,
      type: unit,
      source: runs,
      properties: {},
      preserveWhitespace: true,
      format: 'plaintext',
      entry,
    };
    yield { kind: 'block', block: readBlock(fields, ctx) };
  }
  yield { kind: 'layer-end', id: rootLayerId };
}
