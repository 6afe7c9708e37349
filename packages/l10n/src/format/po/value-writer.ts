import {
  dataText,
  exactNumberOf,
  formOf,
  formsOf,
  hasForms,
  onlyText,
  type Block,
  type PluralRun,
  type Runs,
  type WriteContext,
} from '@helve/flow';
import { unwritable } from '../format-error.js';
import type { CatalogLosses } from './catalog-losses.js';
import { formMap, keyAt, type FormMap } from './form-map.js';
import { effectiveRule, type HeaderFacts } from './header.js';
import { layOut, usualWidth } from './layout.js';
import type { PoOptions } from './options.js';
import { sourceText, targetText, type PoEntry } from './parse.js';
import { largeNumber } from './plural-rule.js';
import { knownStatement, parseStatements, type Statement } from './statement.js';

/** What a writer of values works with. */
export interface ValueWriterSetting {
  readonly wrap: PoOptions['wrap'];
  readonly lineEnd: string;
  readonly ctx: WriteContext;
  readonly losses: CatalogLosses;
}

/** What is known of the language of a `msgstr`. */
export interface MessageLanguage {
  readonly facts: HeaderFacts;
  readonly variant: string | undefined;
}

/** Writes the texts of messages into their statements; a statement whose text is the same stays as it is spelled. */
export class ValueWriter {
  readonly #setting: ValueWriterSetting;

  constructor(setting: ValueWriterSetting) {
    this.#setting = setting;
  }

  /** `msgid`, and `msgid_plural` where the message has one. */
  source(runs: Runs, entry: PoEntry, block: Block): string {
    const texts = entry.plural === undefined ? [plainText(runs, block)] : sourceTexts(runs, block);
    if (texts[0] === '') throw unwritable(block.id, 'po', 'a message without a source text is the header');
    return this.#write(parseStatements(sourceText(entry)), texts, usualWidth, block);
  }

  /** `msgstr`, or every `msgstr[N]` of a message with forms. */
  target(runs: Runs | undefined, entry: PoEntry, block: Block, language: MessageLanguage): string {
    const isWrapped = entry.multiline || entry.targetAt - entry.sourceAt <= usualWidth;
    const emptyWidth = isWrapped ? usualWidth : 0;
    if (entry.plural === undefined) return this.#one(runs, entry, emptyWidth, block);
    const statements = parseStatements(targetText(entry));
    return this.#write(statements, this.#forms(runs, statements, block, language), emptyWidth, block);
  }

  #one(runs: Runs | undefined, entry: PoEntry, emptyWidth: number, block: Block): string {
    const statement = knownStatement(targetText(entry), entry.strings[0] ?? '');
    const text = runs ? plainText(runs, block) : '';
    return (
      statement.lead + (statement.value === text ? statement.body : this.#body(text, statement, emptyWidth, block))
    );
  }

  #forms(
    runs: Runs | undefined,
    statements: readonly Statement[],
    block: Block,
    language: MessageLanguage,
  ): readonly string[] {
    const { ctx } = this.#setting;
    const { facts, variant } = language;
    const locale = ctx.targetLocale ?? variant ?? ctx.sourceLocale;
    const rule = effectiveRule(facts, ctx.sourceLocale, locale);
    const count = rule?.count ?? statements.length;
    const texts = runs
      ? this.#formTexts(runs, formMap(rule, locale, statements.length), count, block)
      : statements.slice(0, count).map(() => '');
    // What stands beyond the forms of its own header is not read, and stays.
    const beyond = rule?.text === facts.plural ? statements.slice(count).map(({ value }) => value) : [];
    return [...texts, ...beyond];
  }

  #formTexts(runs: Runs, map: FormMap, count: number, block: Block): readonly string[] {
    if (!runs.some(hasForms)) return Array.from({ length: count }, () => plainText(runs, block));
    const plural = onlyPlural(runs, block);
    const has = (key: string): boolean => formOf(plural, key) !== undefined;
    const texts: string[] = [];
    for (let index = 0; index < count; index += 1) {
      texts.push(plainText(formOf(plural, keyAt(map, index, has)) ?? [], block));
    }
    for (const [key, content] of formsOf(plural)) this.#checkForm(key, plainText(content, block), texts, map, block);
    return texts;
  }

  /** No number may get the text of another form; a form that no number of a catalog asks for is only missed. */
  #checkForm(key: string, text: string, texts: readonly string[], map: FormMap, block: Block): void {
    const { rule, select } = map;
    const exact = exactNumberOf(key);
    if (exact === undefined && texts.includes(text) && (!rule || !select)) return;
    const numbers = exact === undefined ? (map.numbers.get(key) ?? []) : [exact];
    const wrong = numbers.filter((number) => rule && texts[rule.index(number)] !== text);
    if (wrong.some((number) => number < largeNumber) || (exact !== undefined && !rule)) {
      throw unwritable(block.id, 'po', `the form "${key}" has no msgstr of its own`);
    }
    if (wrong.length > 0 || !texts.includes(text)) this.#setting.losses.form();
  }

  #write(statements: readonly Statement[], texts: readonly string[], emptyWidth: number, block: Block): string {
    const { lineEnd } = this.#setting;
    const model = statements.at(-1);
    let written = '';
    for (const [index, text] of texts.entries()) {
      const own = statements[index];
      const statement = own ?? newStatement(model, index);
      const body = own?.value === text ? own.body : this.#body(text, statement, emptyWidth, block);
      const between = statement.tail.trim() === statement.tail ? lineEnd : statement.tail;
      written += statement.lead + body + (index === texts.length - 1 ? (model?.tail ?? '') : between);
    }
    return written;
  }

  #body(text: string, { body, keyword }: Statement, emptyWidth: number, block: Block): string {
    if (text.includes('\0')) throw unwritable(block.id, 'po', 'a text holds NUL');
    const { wrap, lineEnd } = this.#setting;
    const kept = /[\n\r]/u.test(body) ? usualWidth : body === '""' ? emptyWidth : 0;
    return layOut(text, keyword, { width: wrap === 'keep' ? kept : wrap, lineEnd });
  }
}

function newStatement(model: Statement | undefined, index: number): Statement {
  const keyword = `msgstr[${index}]`;
  const [, space = ' '] = /(\s*)$/u.exec(model?.lead ?? '') ?? [];
  return { keyword, lead: `${keyword}${space}`, body: '""', tail: '', value: '' };
}

function plainText(runs: Runs, block: Block): string {
  const only = onlyText(runs);
  if (only !== undefined) return only;
  if (runs.some(hasForms)) throw unwritable(block.id, 'po', 'it has forms where the message has none');
  return dataText(runs);
}

function onlyPlural(runs: Runs, block: Block): PluralRun {
  const [run] = runs;
  const isPlain = run?.kind === 'plural' && runs.length === 1 && run.ordinal !== true && (run.offset ?? 0) === 0;
  if (!isPlain) throw unwritable(block.id, 'po', 'forms stand inside of a text, or are not those of a plain number');
  return run;
}

function sourceTexts(runs: Runs, block: Block): readonly string[] {
  if (!runs.some(hasForms)) return [plainText(runs, block), plainText(runs, block)];
  const plural = onlyPlural(runs, block);
  const extra = formsOf(plural).find(([key]) => key !== 'one' && key !== 'other');
  if (extra) throw unwritable(block.id, 'po', `the form "${extra[0]}" has no msgid of its own`);
  const other = plainText(plural.forms.other ?? [], block);
  return [plural.forms.one ? plainText(plural.forms.one, block) : other, other];
}
