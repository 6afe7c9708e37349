import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { parseError, locationAt } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { runsDigest } from '../runs-digest.js';
import { loadText } from '../text/open-text.js';
import type { MessageOptions } from './options.js';
import { parseMessage } from './parse-message.js';

/** Reads one message as one block, without the line end after it. */
export async function* readMessage(
  source: ByteSource,
  options: MessageOptions,
  ctx: ReadContext,
): AsyncGenerator<Part> {
  const { maxBytes } = options;
  const text = await loadText(source, { file: ctx.document, maxBytes, encoding: namedEncoding(options.encoding) });
  const facts = { format: 'messageformat', mimeType: 'text/x-icu-messageformat', form: text.form };
  yield { kind: 'layer-start', layer: rootLayer(facts, ctx) };
  const message = ctx.depth ? text.text : text.text.replace(/[\r\n]+$/u, '');
  const parsed = parseMessage(message);
  if (!parsed.ok) throw parseError(ctx.document, 'messageformat', parsed.problem, locationAt(text.text, parsed.index));
  const entry = ctx.skeleton?.append({
    kind: 'ref',
    blockId: 'message',
    side: 'source',
    offset: text.byteAt(0),
    length: text.byteAt(message.length) - text.byteAt(0),
    digest: runsDigest(parsed.runs),
  });
  const fields = {
    id: 'message',
    name: 'message',
    type: 'message',
    source: parsed.runs,
    properties: {},
    format: 'messageformat',
    entry,
  };
  yield { kind: 'block', block: readBlock(fields, ctx) };
  yield { kind: 'layer-end', id: rootLayerId };
}
