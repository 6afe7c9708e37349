import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@helve/core';
import { applyConfig, type PropertySchema, type ToolEntry } from '@helve/flow';
import { hardBlocks } from '@helve/flow/testing';
import { describe, expect, test } from 'vitest';
import { callOf } from '../testing/call-of.js';
import { runTool } from '../testing/run-tool.js';
import { aBlock } from '../testing/runs-kit.js';
import { createMemoryVault } from '../vault/create-memory-vault.js';
import { loadTools } from './tool-table.js';
import { createExecRunTool } from './external-command/create-exec-run-tool.js';

const allTools = await loadTools();

/** Configs of tools that have required parameters, or do nothing with their defaults. */
const configs: { readonly [tool: string]: JsonObject } = {
  'encoding-convert': { targetEncoding: 'windows-1252' },
  'external-command': {
    command: process.execPath,
    args: ['-e', 'process.stdin.on("data", (text) => process.stdout.write(String(text).toUpperCase()))'],
  },
  'layer-processor': { layers: { html: { steps: [{ tool: 'word-count' }] } } },
  'pattern-check': { patterns: [{ name: 'numbers', pattern: '[0-9]+', mustMatch: true }] },
  'properties-set': { properties: { reviewed: 'yes' } },
  redact: { rules: [{ term: 'Hello', category: 'place' }], vault: 'memory' },
  unredact: { vault: 'memory' },
  script: { code: 'export function process(part) { return part; }' },
  'search-replace': { search: 'o', replace: '0' },
  'term-check': { glossary: [{ source: 'Hello', target: ['Bonjour'] }] },
  'xslt-transform': { rules: [{ pattern: 'o', replace: '0' }] },
};

const pairs: readonly (readonly [string, string | undefined])[] = [
  ['Hello world. How are you?', 'Hallo Welt. Wie geht es dir?'],
  ['Hello world. How are you?', 'Hallo, Welt!  Wie geht es?'],
  ['HELLO  WORLD 1,234.5 on https://example.com', 'hallo welt 12 '],
  ['A %s file in {folder}', 'Eine Datei'],
  ['a a text (open "quoted" text…', 'ein ein Text'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ ﾊﾝｶｸ 100% a%20b é e\u0301', '漢字 テスト'],
  ['<b>Bold</b> &amp; &lt;x&gt;\tTab\u00A0space\u200B', '<b>Fett</b> &amp;'],
  ['Untranslated text', undefined],
  ['Same text', 'Same text'],
  ['', ''],
  [' lead and trail ', 'vorn und hinten'],
  ['ann@example.com called +49 30 1234567', 'ann@example.com rief an'],
];

function blocksFor(tool: string) {
  const own = pairs.map(([source, target], index) =>
    aBlock(source, target === undefined ? {} : { de: target }, {
      id: `p${index}`,
      name: `key.${index}`,
      status: index % 2 === 0 ? 'draft' : 'reviewed',
      translatable: index !== 4,
    }),
  );
  // A process is slow to start, so a tool that starts one gets little to do.
  return tool === 'external-command' ? own.slice(0, 1) : [...hardBlocks('en', 'de'), ...own];
}

const call = callOf(createExecRunTool({ environment: process.env }));

/** Returns everything visible of a run except its times. */
async function outcomeOf(entry: ToolEntry, config: JsonObject): Promise<string> {
  try {
    const options = {
      config,
      targets: ['de'],
      vault: createMemoryVault(new Uint8Array(32)),
      call,
      onError: 'skip',
    } as const;
    const { parts, report } = await runTool(entry, blocksFor(entry.name), options);
    const { documents, losses, reports, findings, status } = report;
    const seen = { parts, losses, reports, findings, status, documents };
    return JSON.stringify(seen, (key, value: unknown) => (volatile.has(key) ? undefined : value));
  } catch (thrown) {
    return String(thrown);
  }
}

const volatile: ReadonlySet<string> = new Set(['timestamp', 'ms', 'startedAt', 'planHash', 'durationMs', 'timings']);

/** Lists other values for a parameter, the likeliest to matter first. */
function valuesFor({ type, enum: words, items, minimum, maximum, default: usual }: PropertySchema): readonly Json[] {
  if (words !== undefined) return words.filter((word) => word !== usual) as Json[];
  if (type === 'boolean') return [usual !== true];
  if (type === 'integer' || type === 'number')
    return [minimum, maximum, 1, 2, 5, 40].filter((value) => typeof value === 'number' && value !== usual) as number[];
  if (type === 'string')
    return ['x', 'o', 'Hello', 'de', '[a-z]+', 'fr', '', '#', 'é'].filter((value) => value !== usual);
  if (type !== 'array') return [{}, { a: 'b' }];
  const inner = typeof items === 'object' && 'enum' in items ? ((items.enum as Json[] | undefined) ?? []) : [];
  return [[], ['Hello'], ['x'], ['o', 'e'], ...inner.map((one) => [one]), ['[a-z]+']];
}

async function changes(entry: ToolEntry, name: string, property: PropertySchema): Promise<boolean> {
  const base = configs[entry.name] ?? {};
  const before = await outcomeOf(entry, base);
  for (const value of valuesFor(property)) {
    const config = { ...base, [name]: value };
    if (!applyConfig(entry.schema, config).ok) continue;
    if ((await outcomeOf(entry, config)) !== before) return true;
  }
  return false;
}

/** Parameters whose effect needs more than such blocks: a memory, terms, files, secrets, a certain text. */
const shownByTests: { readonly [tool: string]: string } = {
  'chars-check': 'checkCorrupted severities',
  'diff-leverage': 'caseSensitive fuzzyMatch fuzzyThreshold matchBy previousSource previousTarget',
  'dnt-check': 'caseInsensitive severities',
  'external-command': 'env maxOutputBytes mode onExit send side timeoutMs',
  'encoding-convert': 'unescapeCER unescapeJava unescapeNCR',
  'fullwidth-convert': 'includeKatakana includeLLS includeSLA',
  'inconsistency-check': 'acrossLocales checkPerFile checkSource minWords severities',
  'inline-codes-remove': 'includeNonTranslatable replaceWithSpace',
  'layer-processor': 'layers',
  'length-check': 'checkMaxCharLength maxCharLengthBreak minCharLengthBelow severities unit useHint',
  'linebreak-convert': 'applySource applyTarget convertFile',
  'pattern-check': 'patterns severities',
  'placeholder-check': 'flagExtra severities',
  'properties-set': 'overwrite',
  'pseudo-translate': 'images',
  'qa-check':
    'accelerator charLengthSlack checkBrackets checkCapital checkChangedSource checkCodeDifference checkCorrupted checkDoubledWord checkDoubleSpaces checkEmptySource checkEndPunctuation checkInvisible checkLanguage checkLineEnds checkMarkdown checkMaxCharLength checkMinCharLength checkPluralForms checkQuotes checkReferences checkSpanConstraints checkUrls doubledWordExceptions maxCharLengthAbove maxCharLengthBelow maxCharLengthBreak minCharLengthAbove minCharLengthBelow minCharLengthBreak patterns sameWithNames sameWithNumbers severities',
  redact: 'vault',
  'remove-target': 'scope',
  'repetition-analysis': 'scope',
  script: 'allowSourceMutation memoryLimitMb scriptFile timeLimitMs',
  'search-replace': 'dotAll ignoreCase multiLine pairs regEx',
  'segment-count': 'layer',
  segmentation:
    'overwrite rules targetSrx treatIsolatedCodesAsWhitespace batching credential instruction maxBlocks ' +
    'maxOutputTokens model parallelBatches provider',
  'term-check': 'glossary severities',
  'term-enforce': 'asOf caseSensitive checkStatuses domains inflection minScore severities statuses tags',
  'term-lookup': 'asOf domains inflection minScore statuses tags',
  'tm-leverage':
    'downgradeIdenticalBestMatches fillIfTargetIsEmpty fillTarget fillTargetThreshold fuzzyThreshold maxCandidates noQueryThreshold partialFill redo segments tm writeTmx',
  'translation-comparison': 'caseSensitive genericCodes',
  unredact: 'onMissing',
  'uri-convert': 'keep',
  'whitespace-correct':
    'correctComma correctExclamation correctFullStop correctQuestion includeVerticalWS removeZeroWidthChars trimLeading trimTrailing',
  'xml-validation': 'severities',
  'xslt-transform': 'rules',
  'ai-entity-extract':
    'batching credential instruction maxBlocks maxOutputTokens model parallelBatches provider entities',
  'ai-qa': 'batching checks credential instruction maxBlocks maxOutputTokens model parallelBatches provider',
  'ai-review': 'batching credential instruction maxBlocks maxOutputTokens model parallelBatches provider',
  'ai-terminology':
    'batching credential domain instruction maxBlocks maxOutputTokens minConfidence model parallelBatches provider',
  'apertium-translate': 'binary credential endpoint formality glossary mode parallelBatches provider',
  'deepl-translate': 'credential endpoint formality glossary glossaryId modelType parallelBatches provider',
  'google-translate': 'credential endpoint formality glossary glossaryId location parallelBatches projectId provider',
  'microsoft-translate': 'category credential endpoint formality glossary parallelBatches provider region',
  'modernmt-translate': 'contextVector credential endpoint formality glossary hints parallelBatches provider',
  'mymemory-translate': 'credential email endpoint formality glossary parallelBatches provider',
  'ai-translate':
    'batching context credential instruction maxBlocks maxOutputTokens model neighbours parallelBatches provider ' +
    'useEntities useTerms useTm',
  batch: 'maxChars size',
  'bom-convert': 'alsoNonUTF8',
  'brand-vocab-check': 'severities vocabulary',
  'case-transform': 'keepRest',
};

interface Parameter {
  readonly entry: ToolEntry;
  readonly name: string;
  readonly property: PropertySchema;
}

const parameters = allTools.flatMap((entry) =>
  Object.entries(entry.schema.properties)
    // Locales belong to the run, which the registry suite covers; secrets bypass the tool.
    .filter(([, property]) => property['x-locale'] === undefined && property['x-secret'] !== true)
    .map(([name, property]): Parameter => ({ entry, name, property })),
);
const isShownByTests = ({ entry, name }: Parameter) => shownByTests[entry.name]?.split(' ').includes(name) === true;

describe('K87 every parameter changes some observable result', () => {
  const tried = parameters.filter((one) => !isShownByTests(one));
  const byTool = allTools
    .map(({ name }) => [name, tried.filter(({ entry }) => entry.name === name)] as const)
    .filter(([, ofTool]) => ofTool.length > 0);
  test.each(byTool)('K87 each parameter of %s changes what comes of a run', async (_, ofTool) => {
    const dead: string[] = [];
    for (const { entry, name, property } of ofTool) if (!(await changes(entry, name, property))) dead.push(name);
    expect(dead).toEqual([]);
  });

  const bodies = testBodies();
  test.each(parameters.filter(isShownByTests))(
    'K87 a test of $entry.name sets $name and looks at the result',
    ({ entry: { name: tool }, name }) => {
      const spoken = new RegExp(`\\b${name}\\b`);
      const ours = bodies.filter(({ imports }) => imports.includes(`/${tool}.js'`));
      expect(ours.some(({ body }) => spoken.test(body) && body.includes('expect'))).toBe(true);
    },
  );
});

/** Reads the text of each test of each tool, and the head of its file. */
function testBodies(): readonly { readonly imports: string; readonly body: string }[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !/^(?:registry|parameters)\./.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      const [imports = '', ...tests] = text.split(/^\s*test(?:\.each)?\b/m);
      return tests.map((body) => ({ imports, body }));
    });
}
