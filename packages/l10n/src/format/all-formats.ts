import type { Format } from '@helve/flow/content';
import { androidXmlFormat } from './androidxml/format.js';
import { appleStringsFormat } from './applestrings/format.js';
import { arbFormat } from './arb/format.js';
import { csvFormat } from './csv/format.js';
import { htmlFormat } from './html/format.js';
import { docxFormat } from './docx/format.js';
import { i18nextFormat } from './i18next/format.js';
import { jsonFormat } from './json/format.js';
import { markdownFormat } from './markdown/format.js';
import { mdxFormat } from './mdx/format.js';
import { messageFormat } from './messageformat/format.js';
import { plaintextFormat } from './plaintext/format.js';
import { poFormat } from './po/format.js';
import { propertiesFormat } from './properties/format.js';
import { resxFormat } from './resx/format.js';
import { stringsdictFormat } from './stringsdict/format.js';
import { tsvFormat } from './tsv/format.js';
import { xcstringsFormat } from './xcstrings/format.js';
import { xliffFormat } from './xliff/format.js';
import { xliff2Format } from './xliff2/format.js';
import { xlsxFormat } from './xlsx/format.js';
import { yamlFormat } from './yaml/format.js';

/** Every format that comes with Helve, by id. */
export const allFormats: readonly Format[] = Object.freeze([
  androidXmlFormat,
  appleStringsFormat,
  arbFormat,
  csvFormat,
  docxFormat,
  htmlFormat,
  i18nextFormat,
  jsonFormat,
  markdownFormat,
  mdxFormat,
  messageFormat,
  plaintextFormat,
  poFormat,
  propertiesFormat,
  resxFormat,
  stringsdictFormat,
  tsvFormat,
  xcstringsFormat,
  xliffFormat,
  xliff2Format,
  xlsxFormat,
  yamlFormat,
]);
