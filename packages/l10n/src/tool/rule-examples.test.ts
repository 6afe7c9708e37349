import { describe, expect, test } from 'vitest';
import { poFormat } from '../format/po/format.js';
import { readDocument } from '../testing/document-kit.js';
import { foundIn } from '../testing/finding-kit.js';
import { runSteps } from '../testing/run-tool.js';
import { placeholderCheck } from './placeholder-check/placeholder-check.js';
import { placeholderRules } from './placeholder-check/placeholder-rules.js';
import { qaCheck } from './qa-check/qa-check.js';
import { qaRules } from './qa-check/qa-rules.js';
import type { CheckRules, RuleExample } from '../check/check-rule.js';

const rules: CheckRules = { ...qaRules, ...placeholderRules };
const examples = Object.entries(rules).flatMap(([rule, { example, severity }]) =>
  example === undefined ? [] : [[rule, severity, example] as const],
);

/** Returns the findings about a message of a catalog. */
async function found({ source, target, locale = 'de', flags }: RuleExample, config = {}) {
  const head = `msgid ""\nmsgstr "Language: ${locale}\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n`;
  const flagged = flags === undefined ? '' : `#, ${flags}\n`;
  const entry = `${flagged}msgid ${JSON.stringify(source)}\nmsgstr ${JSON.stringify(target)}\n`;
  const { parts } = await readDocument(poFormat, head + entry, { document: 'a.po' });
  const steps = [{ tool: 'qa-check', config: { checkCapital: true, ...config } }, { tool: 'placeholder-check' }];
  const { blocks } = await runSteps([qaCheck, placeholderCheck], steps, parts, { targets: [locale] });
  return blocks.flatMap((block) => foundIn(block));
}

describe('the example of each rule', () => {
  test.each(examples)('%s breaks that rule once, with severity %s, and no other', async (rule, severity, example) => {
    expect((await found(example)).map((one) => [one.rule, one.severity])).toEqual([[rule, severity]]);
  });

  test.each([
    ['qa.brackets', { checkBrackets: false }],
    ['qa.capital', { checkCapital: false }],
    ['qa.invisible-characters', { checkInvisible: false }],
    ['qa.mixed-scripts', { checkInvisible: false }],
    ['qa.wrong-language', { checkLanguage: false }],
    ['qa.half-translated', { checkLanguage: false }],
    ['qa.line-ends', { checkLineEnds: false }],
    ['qa.tabs', { checkLineEnds: false }],
    ['qa.markdown', { checkMarkdown: false }],
    ['qa.email', { checkReferences: false }],
    ['qa.option', { checkReferences: false }],
    ['qa.quotes', { checkQuotes: false }],
    ['qa.url', { checkUrls: false }],
    ['qa.accelerator', { accelerator: '' }],
  ])('%s is not reported with %j', async (rule, config) => {
    const example = rules[rule]?.example;
    expect(example && (await found(example, config))).toEqual([]);
  });
});
