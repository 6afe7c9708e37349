import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { compress } from '../http/encoding/compress.js';
import type { Encoding } from '../http/encoding/pick-encoding.js';
import { toTagged, type TaggedText } from '../http/tagged-text.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file whose name changes with its contents: whoever has it need never ask again. */
export interface Asset {
  readonly contentType: string;
  /** The bytes in the form that was asked for; each form is made when first wanted, and kept. */
  bytes(encoding?: Encoding): Bytes | Promise<Bytes>;
}

/** The page as it was built, in memory: a build that happens meanwhile cannot mix two of them. */
export interface Page {
  readonly index: TaggedText;
  /** By name: what is not listed here is not served. */
  readonly assets: ReadonlyMap<string, Asset>;
}

const contentTypes: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const offersPlace = '<meta name="helve-offers" content="" />';

/** Reads the built page, and writes into it what the door offers. */
export async function loadPage(folder: URL, offers: readonly string[]): Promise<Page> {
  const html = await readFile(new URL('index.html', folder), 'utf8');
  const filled = html.replace(offersPlace, offersPlace.replace('""', `"${offers.join(' ')}"`));
  const assetFolder = new URL('assets/', folder);
  const names = await readdir(assetFolder);
  const assets = await Promise.all(names.map(async (name) => [name, await loadAsset(assetFolder, name)] as const));
  return { index: toTagged(filled, 'text/html; charset=utf-8'), assets: new Map(assets) };
}

async function loadAsset(folder: URL, name: string): Promise<Asset> {
  const plain = new Uint8Array(await readFile(new URL(encodeURIComponent(name), folder)));
  const made = new Map<Encoding, Promise<Bytes>>();
  return {
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    bytes(encoding) {
      if (encoding === undefined) return plain;
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const making = compress(plain, encoding);
      made.set(encoding, making);
      return making;
    },
  };
}
