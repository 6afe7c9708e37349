import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject, root } from './project.js';

const data = resolve(root, '..', 'shared', 'data', 'l10n');
const minutes = 3 * 60_000;
/** Larger files say no more about what is written. */
const maxBytes = 150_000;

function filesIn(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(join(data, folder), { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => pattern.test(path) && statSync(path).isFile() && statSync(path).size < maxBytes)
    .toSorted();
}

const accepts =
  (command: string, ...args: readonly string[]) =>
  (path: string) =>
    spawnSync(command, [...args, path]).status === 0;
const acceptsPo = accepts('msgfmt', '-c', '--use-fuzzy', '-o', '/dev/null');
const acceptsXml = accepts('xmllint', '--noout', '--nonet');
const acceptsJson = (path: string) => {
  try {
    JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
};

/** Files that are spoilt, each with the reason. */
const known: Readonly<Record<string, string>> = {
  'django/django/contrib/gis/locale/fr': 'the code finder does not know the conversion %r of python-format',
};
const isKnown = (path: string) => Object.keys(known).some((part) => path.includes(part));

const memory = `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Yes</seg></tuv><tuv xml:lang="fr"><seg>Oui</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>This value should not be blank.</seg></tuv><tuv xml:lang="fr"><seg>Vide</seg></tuv></tu>
</body></tmx>`;

/** Runs a flow over files and gives those that a parser accepts before, and no longer afterwards. */
async function spoilt(
  flow: readonly string[],
  files: readonly string[],
  isAccepted: (path: string) => boolean,
): Promise<readonly string[]> {
  const { helve, folder } = await createProject({ 'memory.tmx': memory });
  await helve(['tm', 'import', 'memory.tmx']);
  const good = files.filter(isAccepted);
  expect(good.length).toBeGreaterThan(5);
  const ran = await helve([
    ...flow,
    ...good,
    '-o',
    'out/{relpath}',
    '--keep-going',
    '--json',
    '--on-error',
    'quarantine',
  ]);
  const { documents } = JSON.parse(ran.stdout) as {
    readonly documents: readonly {
      readonly document: string;
      readonly outputs: readonly { readonly path: string }[];
    }[];
  };
  const outputs = documents.flatMap((document) => document.outputs.map(({ path }) => path));
  expect(outputs.length).toBeGreaterThan(good.length / 2);
  return outputs.filter((path) => !isAccepted(path) && !isKnown(path)).map((path) => relative(folder, path));
}

const flows = [
  ['pseudo-translate', '--target', 'fr'],
  ['tm-leverage', '--target', 'fr'],
  ['ai-translate', '--target', 'fr'],
] as const;

describe.each(flows)('%s %s %s', needs('shared'), (...flow) => {
  test('msgfmt accepts the catalogs that it writes', { ...needs('msgfmt'), timeout: minutes }, async () => {
    expect(await spoilt(flow, filesIn('po', /(?:\/fr\/|python-docs-fr).*\.po$/).slice(0, 60), acceptsPo)).toEqual([]);
  });

  test('xmllint accepts the XLIFF that it writes', { ...needs('xmllint'), timeout: minutes }, async () => {
    expect(await spoilt(flow, filesIn('xliff12', /\.xlf$/).slice(0, 80), acceptsXml)).toEqual([]);
  });

  test('a JSON parser accepts the JSON that it writes', { timeout: minutes }, async () => {
    expect(await spoilt(flow, filesIn('json', /\.json$/), acceptsJson)).toEqual([]);
  });
});
