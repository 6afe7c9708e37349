import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { toTagged, type TaggedText } from '../http/tagged-text.js';

/** A file whose name changes with its contents: whoever has it need never ask again. */
export interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
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
  const bytes = new Uint8Array(await readFile(new URL(encodeURIComponent(name), folder)));
  return { bytes, contentType: contentTypes[extname(name)] ?? 'application/octet-stream' };
}
