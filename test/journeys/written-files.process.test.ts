import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../long-runs.js';
import { needs } from '../needs.js';
import { createProject, root } from './project.js';
import { acceptsBuiltPo, acceptsJson, acceptsPo, acceptsXml, isMessage, textsOf } from './written-kit.js';

const data = resolve(root, '..', 'shared', 'data');
const minutes = 3 * 60_000;
/** Larger files say no more about what is written. */
const maxBytes = 150_000;

function filesIn(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(join(data, folder), { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => pattern.test(path) && statSync(path).isFile() && statSync(path).size < maxBytes)
    .toSorted();
}

const memory = `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Yes</seg></tuv><tuv xml:lang="fr"><seg>Oui</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>This value should not be blank.</seg></tuv><tuv xml:lang="fr"><seg>Vide</seg></tuv></tu>
</body></tmx>`;

interface WrittenFile {
  readonly input: string;
  readonly output: string;
  /** Path of the output in the project. */
  readonly name: string;
}

/** Runs a flow over the files that a parser accepts, and gives those that it has written. */
async function written(
  flow: readonly string[],
  files: readonly string[],
  isAccepted: (path: string) => boolean,
): Promise<readonly WrittenFile[]> {
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
      readonly error?: { readonly code: string };
      readonly outputs: readonly { readonly path: string }[];
    }[];
  };
  const made = documents.flatMap(({ document, outputs }) =>
    outputs.map(({ path }) => ({ input: resolve(folder, document), output: path, name: relative(folder, path) })),
  );
  const refused = documents.filter(({ error }) => flow[0] === 'case-transform' && error?.code === 'L10N_UNWRITABLE');
  const done = new Set([
    ...made.map(({ input }) => input),
    ...refused.map(({ document }) => resolve(folder, document)),
  ]);
  expect(good.filter((path) => !done.has(path))).toEqual([]);
  return made;
}

/** Runs a flow over files and gives those that a parser accepts before, and no longer afterwards. */
async function spoilt(
  flow: readonly string[],
  files: readonly string[],
  isAccepted: (path: string) => boolean,
): Promise<readonly string[]> {
  const made = await written(flow, files, isAccepted);
  return made.filter(({ output }) => !isAccepted(output)).map(({ name }) => name);
}

/** Runs a flow over JSON files and gives the messages that could be parsed before, and no longer afterwards. */
async function spoiltMessages(flow: readonly string[], files: readonly string[]): Promise<readonly string[]> {
  const made = await written(flow, files, acceptsJson);
  let messages = 0;
  const spoiltOnes = made.flatMap(({ input, output, name }) => {
    const before = textsOf(input);
    return [...textsOf(output)].flatMap(([path, text]) => {
      const old = before.get(path) ?? '';
      if (old.includes('{')) messages += 1;
      return isMessage(old) && !isMessage(text) ? [`${name}${path}: ${text}`] : [];
    });
  });
  expect(messages).toBeGreaterThan(50);
  return spoiltOnes;
}

/** Flows that `npm run soak` looks at too; `written-tools.test.ts` runs every tool over small files. */
const otherFlows = [
  ['tm-leverage', '--target', 'fr'],
  ['ai-translate', '--target', 'fr'],
  ['inline-codes-remove', '--target', 'fr'],
  ['create-target', '--copy-source', '--target', 'fr'],
  ['search-replace', '--search', 'a', '--replace', '<&"', '--apply-source'],
  ['encoding-convert', '--target-encoding', 'us-ascii', '--apply-source', '--no-fail'],
  ['case-transform', '--apply-source', '--mode', 'lower'],
  ['fullwidth-convert', '--mode', 'to-full', '--target', 'fr'],
  ['linebreak-convert', '--mode', 'crlf'],
  ['remove-target', '--target', 'fr'],
  ['segmentation', '--target', 'fr'],
  ['uri-convert', '--mode', 'encode', '--target', 'fr'],
  ['whitespace-correct', '--trim-leading', '--trim-trailing', '--target', 'fr'],
];

/** Tools that change what format flags promise: such translations are fuzzy. */
const changesCodes = ['inline-codes-remove', 'uri-convert'];

/** The flow for files of one language, whose texts are sources; undefined for a tool that corrects targets only. */
function sourceFlow(flow: readonly string[]): readonly string[] | undefined {
  const [tool = ''] = flow;
  if (tool === 'whitespace-correct') return undefined;
  if (![...changesCodes, 'fullwidth-convert'].includes(tool)) return flow;
  return [...flow.slice(0, -2), '--apply-source', '--no-apply-target'];
}

/** True for a file of XLIFF 1.2 that states its target language. */
const statesTarget = (path: string) => /\starget-language="/.test(readFileSync(path, 'utf8'));

/** The flow for files that state their languages, each of which it takes in its own. */
function inOwnLanguages([tool = '', ...flags]: readonly string[]): readonly string[] {
  return tool === 'tm-leverage' || tool === 'ai-translate' ? [tool] : [tool, ...flags];
}

/** True for a file that states another target language than French. */
const statesOther = (path: string) => /\strgLang="(?!fr)/.test(readFileSync(path, 'utf8'));

const flows = [['pseudo-translate', '--target', 'fr'], ...(isLongRun ? otherFlows : [])];

describe.each(flows.map((flow) => ({ flow })))('$flow', needs('shared'), ({ flow }) => {
  test('msgfmt accepts the catalogs that it writes', { ...needs('msgfmt'), timeout: minutes }, async () => {
    const accepted = changesCodes.includes(flow[0] ?? '') ? acceptsBuiltPo : acceptsPo;
    const catalogs = filesIn('l10n/po', /(?:\/fr\/|python-docs-fr).*\.po$/).slice(0, 60);
    expect(await spoilt(flow, catalogs, accepted)).toEqual([]);
  });

  test('xmllint accepts the XLIFF that it writes', { ...needs('xmllint'), timeout: minutes }, async () => {
    const others = filesIn('l10n/xliff12', /\.xlf$/)
      .filter(statesTarget)
      .slice(0, 80);
    expect(await spoilt(inOwnLanguages(flow), others, acceptsXml)).toEqual([]);
    const french = filesIn('xliff22', /\/valid\/.*\.xlf$/).filter((path) => !statesOther(path));
    expect(await spoilt(flow, french, acceptsXml)).toEqual([]);
  });

  const ofSources = sourceFlow(flow);
  if (ofSources === undefined) return;

  test('a JSON parser accepts the JSON that it writes', { timeout: minutes }, async () => {
    expect(await spoilt(ofSources, filesIn('l10n/json', /\.json$/), acceptsJson)).toEqual([]);
  });

  test('the parser of ICU messages accepts the messages that it writes', { timeout: minutes }, async () => {
    const kinds = ['json', 'json-formatjs', 'arb'].flatMap((kind) =>
      filesIn(`l10n/${kind}`, /\.(?:json|arb)$/).slice(0, 60),
    );
    expect(await spoiltMessages(ofSources, kinds)).toEqual([]);
  });
});

test('a catalog that would get two equal messages is not written', async () => {
  const message = (text: string) => `msgid "${text}"\nmsgstr "Oui"\n`;
  const { helve, folder } = await createProject({ 'fr.po': `${message('Yes')}\n${message('yes')}` });
  const ran = await helve(['case-transform', '--apply-source', '--mode', 'lower', 'fr.po', '-o', 'out/{relpath}']);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain('Cannot write block "yes" as po: its msgid would be equal to that of "Yes"');
  expect(existsSync(join(folder, 'out', 'fr.po'))).toBe(false);
});
