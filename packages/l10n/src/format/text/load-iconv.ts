import { createRequire } from 'node:module';
import type Iconv from 'iconv-lite';

let iconv: typeof Iconv | undefined;

/** Loads the tables of encodings that the platform cannot write; on demand, since most text is UTF-8. */
export function loadIconv(): typeof Iconv {
  return (iconv ??= createRequire(import.meta.url)('iconv-lite') as typeof Iconv);
}
