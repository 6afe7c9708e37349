import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, helveIn, type Ending } from './project.js';

const catalog = (language: string, open: string) => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Open the file"
msgstr "${open}"

msgid "Close"
msgstr ""
`;
const catalogs = {
  'po/pt.po': catalog('pt', 'Abrir o ficheiro'),
  'po/pt_BR.po': catalog('pt_BR', 'Abrir o arquivo'),
};

interface Report {
  readonly documents: readonly {
    readonly document: string;
    readonly outputs: readonly { readonly locale: string }[];
  }[];
}

/** Files of a run with the languages that were written of each. */
function writtenIn({ stdout }: Ending): Record<string, readonly string[]> {
  const { documents } = JSON.parse(stdout) as Report;
  return Object.fromEntries(documents.map(({ document, outputs }) => [document, outputs.map(({ locale }) => locale)]));
}

test('a run for a language and its region takes for each the file that is closest', async () => {
  const { helve } = await createProject(catalogs);
  const translate = async (files: string, target: string) =>
    writtenIn(
      await helve(['ai-translate', files, '--target', target, '-o', 'out/{lang}/{name}{ext}', '--force', '--json']),
    );
  expect(await translate('po', 'pt,pt-BR')).toEqual({ 'po/pt.po': ['pt'], 'po/pt_BR.po': ['pt-BR'] });
  expect(await translate('po/pt.po', 'pt,pt-BR')).toEqual({ 'po/pt.po': ['pt'] });
  expect(await translate('po', 'pt-BR')).toEqual({ 'po/pt_BR.po': ['pt-BR'] });
  expect(await translate('po', 'pt-PT,pt-BR')).toEqual({ 'po/pt.po': ['pt-PT'], 'po/pt_BR.po': ['pt-BR'] });
  expect(await translate('po/pt.po', 'pt-BR')).toEqual({ 'po/pt.po': ['pt-BR'] });
});

test('a check for a language and its region tells each file once', async () => {
  const { helve } = await createProject(catalogs);
  const check = async (target: string) => {
    const { stdout } = await helve(['check', 'po', '--target', target, '--json']);
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly location: { readonly file: string; readonly variant: string } }[];
    };
    return findings.map(({ location: { file, variant } }) => `${file} ${variant}`);
  };
  expect(await check('pt,pt-BR')).toEqual(['po/pt.po pt', 'po/pt_BR.po pt-BR']);
  expect(await check('pt-BR')).toEqual(['po/pt_BR.po pt-BR']);
});

test('the status of a language is not that of its region', async () => {
  const { helve } = await createProject({
    ...catalogs,
    'web/en.json': '{"a":"One","b":"Two"}',
    'web/pt.json': '{"a":"Um"}',
  });
  const status = async (...args: readonly string[]) => {
    const { stdout } = await helve(['status', ...args, '--json']);
    const { languages } = JSON.parse(stdout) as {
      readonly languages: readonly { readonly locale: string; readonly percent: number; readonly missing?: boolean }[];
    };
    return languages.map(({ locale, percent, missing }) => [locale, percent, missing ?? false]);
  };
  expect(await status('po', '--target', 'pt,pt-BR')).toEqual([
    ['pt', 50, false],
    ['pt-BR', 50, false],
  ]);
  expect(await status('po/pt.po', '--target', 'pt,pt-BR')).toEqual([
    ['pt', 50, false],
    ['pt-BR', 0, true],
  ]);
  expect(await status('web', '--target', 'pt,pt-BR')).toEqual([
    ['pt', 50, false],
    ['pt-BR', 0, false],
  ]);
});

test('what was extracted of a language and its region goes back to the file that it is from', async () => {
  const { helve, folder } = await createProject(catalogs);
  const extract = async (target: string) => {
    const { stdout } = await helve(['extract', 'po', '--target', target, '-o', `out-${target}`, '--json']);
    return (JSON.parse(stdout) as { readonly outputs: readonly { readonly path: string }[] }).outputs.map(
      ({ path }) => path,
    );
  };
  expect((await extract('pt-BR')).map((path) => path.replace(/^.*out-pt-BR\//u, ''))).toEqual([
    'pt-BR/po/pt_BR.po.xlf',
  ]);
  const sent = await extract('pt,pt-BR');
  expect(sent).toHaveLength(2);
  for (const path of sent) {
    const file = join(folder, path);
    const text = await readFile(file, 'utf8');
    const word = path.includes('pt_BR.po') ? 'Fechar já' : 'Fechar';
    await writeFile(file, text.replace('<source>Close</source>', `$&<target>${word}</target>`));
  }
  const merged = await helve(['merge', ...sent, '--set-state', 'translated']);
  expect(merged.code, merged.stderr + merged.stdout).toBe(0);
  expect(await readFile(join(folder, 'po/pt.po'), 'utf8')).toContain('msgid "Close"\nmsgstr "Fechar"');
  expect(await readFile(join(folder, 'po/pt_BR.po'), 'utf8')).toContain('msgid "Close"\nmsgstr "Fechar já"');
});

test('the status of a workbook with translations is that of its columns', async () => {
  const { helve } = await createProject({ 'en.json': '{"a":"One","b":"Two"}', 'de.json': '{"a":"Eins"}' });
  await helve(['convert', 'en.json', '--existing', 'de.json', '--target', 'de', '--to', 'xlsx', '-o', 'texts.xlsx']);
  const { stdout } = await helve(['status', 'texts.xlsx', '--target', 'de']);
  expect(stdout).toMatch(/de +50\.0 % .* texts\.xlsx$/mu);
});

test('a folder around a project that is called like a language is none', async () => {
  const { helve, folder, write } = await createProject();
  await write({ 'it/app/package.json': '{"private":true}', 'it/app/text.json': '{"a":"One"}' });
  const { stderr } = await helve(['status', join(folder, 'it/app/text.json')]);
  expect(stderr).toContain('en/app/text.json');
  const own = await helveIn(join(folder, 'it/app'), ['status', 'text.json']);
  expect(own.stderr).toContain('no translation of "text.json" was found beside it');
});
