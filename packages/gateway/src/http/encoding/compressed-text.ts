import { compress } from './compress.js';
import { readHeader, type Inbound } from '../inbound.js';
import type { Outbound } from '../outbound.js';
import { pickEncoding, type Encoding } from './pick-encoding.js';
import { toTaggedOutbound, type TaggedText } from '../tagged-text.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** Compressed forms of each text, made on first use and kept as long as the text is. */
const formsByText = new WeakMap<TaggedText, Map<Encoding, Promise<Bytes>>>();

/** Answers with a large text that is sent many times, as small as the client takes it; each form has its own ETag. */
export async function toCompressedOutbound(request: Inbound, tagged: TaggedText): Promise<Outbound> {
  const encoding = pickEncoding(readHeader(request, 'accept-encoding'));
  const vary = 'accept-encoding';
  if (encoding === undefined) {
    const plain = toTaggedOutbound(request, tagged);
    return { ...plain, headers: { ...plain.headers, vary } };
  }
  const etag = tagged.etag.replace(/"$/, `.${encoding}"`);
  const headers = { etag, vary, 'cache-control': 'no-cache' };
  if (readHeader(request, 'if-none-match') === etag) return { status: 304, headers, body: null };
  return {
    status: 200,
    headers: { ...headers, 'content-type': tagged.contentType, 'content-encoding': encoding },
    body: await compressed(tagged, encoding),
  };
}

function compressed(tagged: TaggedText, encoding: Encoding): Promise<Bytes> {
  const forms = formsByText.get(tagged) ?? new Map<Encoding, Promise<Bytes>>();
  formsByText.set(tagged, forms);
  const form = forms.get(encoding) ?? compress(new TextEncoder().encode(tagged.text), encoding);
  forms.set(encoding, form);
  return form;
}
