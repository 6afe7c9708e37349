import type { VendorRequest } from './vendor-server.js';

/** The form of the requests and responses of a vendor of machine translation. */
export interface VendorWire {
  readonly texts: (request: VendorRequest) => readonly string[];
  readonly answer: (texts: readonly string[]) => unknown;
}

/** Returns the texts of a request under a name. */
const listIn = (json: unknown, name: string) => (json as { readonly [name: string]: string[] | undefined })[name];

/** The wire formats of the engines, by their ids. */
export const vendorWires: { readonly [engine: string]: VendorWire } = {
  deepl: {
    texts: ({ json }) => listIn(json, 'text') ?? [],
    answer: (texts) => ({ translations: texts.map((text) => ({ detected_source_language: 'EN', text })) }),
  },
  google: {
    texts: ({ json }) => listIn(json, 'q') ?? listIn(json, 'contents') ?? [],
    answer: (texts) => ({ data: { translations: texts.map((translatedText) => ({ translatedText })) } }),
  },
  microsoft: {
    texts: ({ json }) => (json as { readonly Text: string }[]).map(({ Text }) => Text),
    answer: (texts) => texts.map((text) => ({ translations: [{ text, to: 'de' }] })),
  },
  modernmt: {
    texts: ({ json }) => listIn(json, 'q') ?? [],
    answer: (texts) => ({ status: 200, data: texts.map((translation) => ({ translation, characters: 3 })) }),
  },
  mymemory: {
    texts: ({ url }) => [url.searchParams.get('q') ?? ''],
    answer: ([translatedText = '']) => ({ responseData: { translatedText, match: 0.85 }, responseStatus: 200 }),
  },
  apertium: {
    texts: ({ body }) => [new URLSearchParams(body).get('q') ?? ''],
    answer: ([translatedText = '']) => ({
      responseData: { translatedText },
      responseDetails: null,
      responseStatus: 200,
    }),
  },
};
