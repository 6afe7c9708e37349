import { compress } from './compress.js';
import { headerOf } from './header-of.js';
import { pickEncoding, type Encoding } from './pick-encoding.js';
import { answerTagged, type TaggedText } from './tagged-text.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** Each form of a text, made when first wanted and kept as long as the text is. */
const made = new WeakMap<TaggedText, Map<Encoding, Promise<Bytes>>>();

/** A large text that is sent many times, as small as the client takes it; each form has a tag of its own. */
export async function answerCompressed(request: Request, tagged: TaggedText): Promise<Response> {
  const encoding = pickEncoding(headerOf(request, 'accept-encoding'));
  const vary = 'accept-encoding';
  if (encoding === undefined) {
    const plain = answerTagged(request, tagged);
    plain.headers.append('vary', vary);
    return plain;
  }
  const etag = tagged.etag.replace(/"$/, `.${encoding}"`);
  const headers = { etag, vary, 'cache-control': 'no-cache' };
  if (headerOf(request, 'if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(await formOf(tagged, encoding), {
    headers: { ...headers, 'content-type': tagged.contentType, 'content-encoding': encoding },
  });
}

function formOf(tagged: TaggedText, encoding: Encoding): Promise<Bytes> {
  const forms = made.get(tagged) ?? new Map<Encoding, Promise<Bytes>>();
  made.set(tagged, forms);
  const form = forms.get(encoding) ?? compress(new TextEncoder().encode(tagged.text), encoding);
  forms.set(encoding, form);
  return form;
}
