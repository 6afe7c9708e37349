import type { Block, PluralRun, Runs } from '@helve/flow';
import {
  dataText,
  exactNumberOf,
  formOf,
  formsOf,
  containsForms,
  plainText,
  type WriteContext,
} from '@helve/flow/content';
import { unwritable } from '../format-error.js';
import type { CatalogLosses } from './catalog-losses.js';
import { formMap, keyAt, type FormMap } from './form-map.js';
import { effectiveRule, type HeaderFacts } from './header.js';
import { layOut, usualWidth } from './layout.js';
import type { PoOptions } from './options.js';
import { sourceText, targetText, type PoEntry } from './parse.js';
import { plainPlural } from './plain-plural.js';
import { largeNumber } from './plural-rule.js';
import { parseStatements, type Statement } from './statement.js';

/** Settings of a value writer. */
export interface ValueWriterSetting {
  readonly wrap: PoOptions['wrap'];
  readonly lineEnd: string;
  readonly ctx: WriteContext;
  readonly losses: CatalogLosses;
}

/** Language facts of a `msgstr`. */
export interface MessageLanguage {
  readonly facts: HeaderFacts;
  readonly variant: string | undefined;
}

/** Writes the texts of messages into their statements; a statement with the same text keeps its spelling. */
export class ValueWriter {
  readonly #setting: ValueWriterSetting;

  constructor(setting: ValueWriterSetting) {
    this.#setting = setting;
  }

  /** Writes `msgid`, and `msgid_plural` if the message has one. */
  source(runs: Runs, entry: PoEntry, block: Block): string {
    const texts = entry.plural === undefined ? [valueText(runs, block)] : sourceTexts(runs, block);
    if (texts[0] === '') throw unwritable(block.id, 'po', 'a message without a source text is the header');
    return this.#write(parseStatements(sourceText(entry)), texts, usualWidth, block);
  }

  /** Writes `msgstr`, or every `msgstr[N]` of a message with forms. */
  target(runs: Runs | undefined, entry: PoEntry, block: Block, language: MessageLanguage): string {
    const isWrapped = entry.multiline || entry.targetAt - entry.sourceAt <= usualWidth;
    const emptyWidth = isWrapped ? usualWidth : 0;
    if (entry.plural === undefined) return this.#one(runs, entry, emptyWidth, block);
    const statements = parseStatements(targetText(entry));
    return this.#write(statements, this.#forms(runs, statements, block, language), emptyWidth, block);
  }

  #one(runs: Runs | undefined, entry: PoEntry, emptyWidth: number, block: Block): string {
    const text = runs ? valueText(runs, block) : '';
    if (entry.strings[0] === text) return targetText(entry);
    const quote = entry.text.indexOf('"', entry.targetAt);
    // In the common case the old spelling does not matter.
    const isShort = entry.simple && entry.strings[0] !== '';
    const width = isShort ? 0 : keptWidth(entry.text.slice(quote, entry.endAt), emptyWidth);
    return entry.text.slice(entry.targetAt, quote) + this.#body(text, 'msgstr', width, block);
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
    // Forms beyond those of the header are not read, and stay.
    const beyond = rule?.text === facts.plural ? statements.slice(count).map(({ value }) => value) : [];
    return [...texts, ...beyond];
  }

  #formTexts(runs: Runs, map: FormMap, count: number, block: Block): readonly string[] {
    if (!containsForms(runs)) return Array.from({ length: count }, () => valueText(runs, block));
    const plural = onlyPlural(runs, block);
    const has = (key: string): boolean => formOf(plural, key) !== undefined;
    const texts: string[] = [];
    for (let index = 0; index < count; index += 1) {
      texts.push(valueText(formOf(plural, keyAt(map, index, has)) ?? [], block));
    }
    for (const [key, content] of formsOf(plural)) this.#checkForm(key, valueText(content, block), texts, map, block);
    return texts;
  }

  /**
   * Checks a form: no number may get the text of another form; a form that no number of a catalog needs is only
   * reported.
   */
  #checkForm(key: string, text: string, texts: readonly string[], map: FormMap, block: Block): void {
    const { rule, select } = map;
    const exact = exactNumberOf(key);
    if (exact === undefined && texts.includes(text) && (!rule || !select)) return;
    const meetings = exact === undefined ? map.meetings.get(key) : rule && [{ index: rule.index(exact), least: exact }];
    const wrong = meetings?.filter(({ index }) => rule && texts[index] !== text) ?? none;
    if (wrong.some(({ least }) => least < largeNumber) || (exact !== undefined && !rule)) {
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
      const body =
        own?.value === text
          ? own.body
          : this.#body(text, statement.keyword, keptWidth(statement.body, emptyWidth), block);
      const between = statement.tail.trim() === statement.tail ? lineEnd : statement.tail;
      written += statement.lead + body + (index === texts.length - 1 ? (model?.tail ?? '') : between);
    }
    return written;
  }

  #body(text: string, keyword: string, width: number, block: Block): string {
    if (text.includes('\0')) throw unwritable(block.id, 'po', 'a text contains NUL');
    const { wrap, lineEnd } = this.#setting;
    return layOut(text, keyword, wrap === 'keep' ? width : wrap, lineEnd);
  }
}

/** Returns the maximum line length of a text that replaces another. */
function keptWidth(body: string, emptyWidth: number): number {
  if (body.includes('\n') || body.includes('\r')) return usualWidth;
  return body === '""' ? emptyWidth : 0;
}

const none: readonly { readonly least: number }[] = [];

function newStatement(model: Statement | undefined, index: number): Statement {
  const keyword = `msgstr[${index}]`;
  const [, space = ' '] = /(\s*)$/u.exec(model?.lead ?? '') ?? [];
  return { keyword, lead: `${keyword}${space}`, body: '""', tail: '', value: '' };
}

/** Text of a message without forms. */
export function valueText(runs: Runs, block: Block): string {
  const only = plainText(runs);
  if (only !== undefined) return only;
  if (containsForms(runs)) throw unwritable(block.id, 'po', 'it has plural forms, and the message has none');
  return dataText(runs);
}

function onlyPlural(runs: Runs, block: Block): PluralRun {
  const run = plainPlural(runs);
  if (run === undefined)
    throw unwritable(block.id, 'po', 'its forms are nested in a text, or are not those of a plain number');
  return run;
}

/** Texts of `msgid` and `msgid_plural`. */
export function sourceTexts(runs: Runs, block: Block): readonly string[] {
  if (!containsForms(runs)) return [valueText(runs, block), valueText(runs, block)];
  const plural = onlyPlural(runs, block);
  const extra = formsOf(plural).find(([key]) => key !== 'one' && key !== 'other');
  if (extra) throw unwritable(block.id, 'po', `the form "${extra[0]}" has no msgid of its own`);
  const other = valueText(plural.forms.other ?? [], block);
  return [plural.forms.one ? valueText(plural.forms.one, block) : other, other];
}
