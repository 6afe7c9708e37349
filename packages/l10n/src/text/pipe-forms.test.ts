import { expect, test } from 'vitest';
import { hasPipeForms } from './pipe-forms.js';

test.each([
  'There is one file|There are %count% files',
  'one file|{{ n }} files',
  '{0} No files|{1} One file|]1,Inf] %count% files',
  'Es muss {{ n }} Zeichen haben.|Es muss {{ n }} Zeichen haben.',
  'wybierz {{ n }} plik|wybierz {{ n }} pliki|wybierz {{ n }} plików',
])('%j has forms of a plural', (text) => expect(hasPipeForms(text)).toBe(true));

test.each([
  'yes|no',
  'tool [--all|--none] file',
  'Name|Size|Date',
  '|',
  'A file',
  'read|write|append',
  'a|b|c|d|e|f|g',
])('%j has none', (text) => expect(hasPipeForms(text)).toBe(false));
