import { createBlock, type Layer, type Part } from '@helve/flow';
import { numbers, sentence } from './corpus.js';

const next = numbers(17);
/** Texts that blocks are made of; every fiftieth has a name in it. */
const texts = Array.from(
  { length: 1000 },
  (_, at) => `${sentence(next, 6 + next(6))}${at % 50 === 0 ? ` Ask Person${at % 100} Name.` : ''}`,
);

const layer: Layer = {
  id: 'doc',
  name: 'doc',
  locale: 'en',
  encoding: 'utf-8',
  mimeType: 'text/plain',
  lineBreak: 'lf',
  bom: false,
  multilingual: false,
  properties: {},
  overlays: [],
  annotations: {},
};

export function blockAt(at: number, distinct = false) {
  const text = texts[at % texts.length] ?? '';
  return createBlock({ id: `b${at}`, sourceLocale: 'en', source: distinct ? `${text} ${at}` : text });
}

/** A document of so many blocks, each made when it is asked for; texts come again unless they are to be distinct. */
export function blockParts(count: number, distinct = false): AsyncIterableIterator<Part> {
  let at = -1;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      at += 1;
      if (at > count + 1) return Promise.resolve({ done: true, value: undefined });
      return Promise.resolve({ done: false, value: partAt(at, count, distinct) });
    },
  };
}

function partAt(at: number, count: number, distinct: boolean): Part {
  if (at === 0) return { kind: 'layer-start', layer };
  return at <= count ? { kind: 'block', block: blockAt(at, distinct) } : { kind: 'layer-end', id: 'doc' };
}

/** How much text so many blocks have. */
export function bytesOfBlocks(count: number): number {
  const all = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return (all * count) / texts.length;
}
