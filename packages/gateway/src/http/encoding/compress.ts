import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './pick-encoding.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** As small as can be had within the time of a first visit. */
const compressors: { readonly [E in Encoding]: (bytes: Bytes) => Promise<Buffer> } = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** The bytes in a form that is smaller on its way. */
export async function compress(bytes: Bytes, encoding: Encoding): Promise<Bytes> {
  return new Uint8Array(await compressors[encoding](bytes));
}
