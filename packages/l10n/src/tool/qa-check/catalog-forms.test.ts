import { describe, expect, test } from 'vitest';
import { poFormat } from '../../format/po/format.js';
import { readDocument } from '../../testing/document-kit.js';
import { foundIn } from '../../testing/finding-kit.js';
import { runSteps } from '../../testing/run-tool.js';
import { qaCheck } from './qa-check.js';

const english = 'msgid "%d file"\nmsgid_plural "%d files"\n';
const russian = 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);';

/** Returns the findings in a catalog of one message with these forms. */
async function found(locale: string, plural: string | undefined, forms: readonly string[], config = {}) {
  const rule = plural === undefined ? '' : `"Plural-Forms: ${plural}\\n"\n`;
  const header = `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n${rule}\n`;
  const strings = forms.map((form, index) => `msgstr[${index}] "${form}"\n`).join('');
  const { parts } = await readDocument(poFormat, Buffer.from(`${header}${english}${strings}`), { document: 'a.po' });
  const { blocks } = await runSteps([qaCheck], [{ tool: 'qa-check', config }], parts, { targets: [locale] });
  return blocks.flatMap((block) => foundIn(block));
}

describe('qa-check on the forms of a catalog', () => {
  const german = 'nplurals=2; plural=(n != 1);';

  test('T26 a message with fewer forms than its header says is found, and told once', async () => {
    expect(await found('de', german, ['%d Datei'])).toMatchObject([
      { rule: 'qa.nplurals', severity: 'major', subject: '1/2', suggestion: 'Add msgstr[1]' },
    ]);
    expect(await found('ru', russian, ['%d файл', '%d файла'])).toMatchObject([
      { rule: 'qa.nplurals', subject: '2/3', suggestion: 'Add msgstr[2]' },
    ]);
    expect(await found('ru', russian, ['%d файл'])).toMatchObject([{ suggestion: 'Add msgstr[1], msgstr[2]' }]);
  });

  test('T26 a message with all forms is fine, also where two are written alike', async () => {
    expect(await found('de', german, ['%d Datei', '%d Dateien'])).toEqual([]);
    expect(await found('de', german, ['%d Server', '%d Server'])).toEqual([]);
    expect(await found('ru', russian, ['%d файл', '%d файла', '%d файлов'])).toEqual([]);
    expect(await found('ja', 'nplurals=1; plural=0;', ['%d 個'])).toEqual([]);
  });

  test('T26 a header that says nothing of plurals asks for nothing', async () => {
    expect(await found('de', undefined, ['%d Datei'])).toEqual([]);
  });

  test('T26 forms are not looked at when the option says so', async () => {
    expect(await found('de', german, ['%d Datei'], { checkPluralForms: false })).toEqual([]);
  });
});
