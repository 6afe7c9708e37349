import type { Block, Finding } from '@helve/flow';
import { createBlock } from '@helve/flow';
import { findingsIn } from '../check/collect-findings.js';
import { jsonFormat } from '../format/json/format.js';
import { poFormat } from '../format/po/format.js';
import { xliffFormat } from '../format/xliff/format.js';
import { xliff2Format } from '../format/xliff2/format.js';
import { placeholderCheck } from '../tool/placeholder-check/placeholder-check.js';
import { qaCheck } from '../tool/qa-check/qa-check.js';
import { readDocument } from './document-kit.js';
import type { InjectedFormat, InjectedKind, SoundMessage } from './injected-kinds.js';
import { runSteps } from './run-tool.js';

/** A sound message that was broken on purpose. */
export interface InjectedError {
  readonly kind: InjectedKind;
  readonly sound: SoundMessage;
  readonly broken: string;
}

/** Breaks messages by every kind, each at most `count` times and spread over all of them. */
export function injectErrors(
  messages: readonly SoundMessage[],
  kinds: readonly InjectedKind[],
  count: number,
): readonly InjectedError[] {
  return kinds.flatMap((kind) => {
    const all = messages.flatMap((sound) => injectError(sound, kind));
    const step = Math.max(1, all.length / count);
    return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  });
}

function injectError(sound: SoundMessage, kind: InjectedKind): readonly InjectedError[] {
  if (!kind.formats.includes(sound.format) || kind.locale?.test(sound.locale) === false) return [];
  if (kind.source?.test(sound.source) === false) return [];
  const broken = kind.mutate(sound);
  return broken === sound.target ? [] : [{ kind, sound, broken }];
}

/**
 * The checks of a plain `helve check`, except inconsistency-check: it would find each error beside those that other kinds
 * put into the same message.
 */
const checks = [qaCheck, placeholderCheck];

/** Lists the findings of the default checks about each message, in order. */
export async function checkMessages(messages: readonly SoundMessage[]): Promise<readonly (readonly Finding[])[]> {
  const found = new Map<SoundMessage, readonly Finding[]>();
  const groups = new Set(messages.map(({ format, locale }) => `${format} ${locale}`));
  for (const group of groups) {
    const own = messages.filter(({ format, locale }) => `${format} ${locale}` === group);
    const findings = await checkGroup(own);
    own.forEach((message, index) => found.set(message, findings[index] ?? []));
  }
  return messages.map((message) => found.get(message) ?? []);
}

async function checkGroup(messages: readonly SoundMessage[]): Promise<readonly (readonly Finding[])[]> {
  const [{ format, locale } = { format: 'po', locale: 'de' }] = messages;
  const parts = await readers[format as InjectedFormat](messages, locale);
  const steps = checks.map(({ name }) => ({ tool: name }));
  const { blocks } = await runSteps(checks, steps, parts, { targets: [locale] });
  const byName = new Map(blocks.map((block) => [block.name, block]));
  return messages.map((_, index) => {
    const block = byName.get(`m${index}`);
    if (block === undefined) throw new Error(`Cannot find message ${index} in ${format} ${locale}`);
    return findingsIn(block, '', 0).map(({ finding }) => finding);
  });
}

type Reader = (
  messages: readonly SoundMessage[],
  locale: string,
) => Promise<Awaited<ReturnType<typeof readDocument>>['parts']>;

const readers: Readonly<Record<InjectedFormat, Reader>> = {
  async po(messages, locale) {
    const head = `msgid ""\nmsgstr "Language: ${locale}\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n`;
    const entries = messages.map(({ source, target, flags }, index) => {
      const flagged = flags === undefined ? '' : `#, ${flags}\n`;
      return `${flagged}msgctxt "m${index}"\nmsgid ${JSON.stringify(source)}\nmsgstr ${JSON.stringify(target)}\n`;
    });
    return (await readDocument(poFormat, head + entries.join('\n'), { document: 'a.po' })).parts;
  },
  async json(messages, locale) {
    const read = async (side: 'source' | 'target') => {
      const values = Object.fromEntries(messages.map((message, index) => [`m${index}`, message[side]]));
      return (await readDocument(jsonFormat, JSON.stringify(values), { document: 'a.json' })).blocks;
    };
    const [sources, targets] = [await read('source'), await read('target')];
    return sources.map((source) => toPart(source, targets, locale));
  },
  async xliff(messages, locale) {
    const units = messages.map(
      ({ source, target }, index) =>
        `<trans-unit id="m${index}" resname="m${index}"><source xml:space="preserve">${source}</source><target xml:space="preserve">${target}</target></trans-unit>`,
    );
    const file = `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file original="a" source-language="en" target-language="${locale}" datatype="plaintext"><body>${units.join('')}</body></file></xliff>`;
    return (await readDocument(xliffFormat, file, { document: 'a.xlf' })).parts;
  },
  async xliff2(messages, locale) {
    const units = messages.map(
      ({ source, target }, index) =>
        `<unit id="m${index}" name="m${index}" xml:space="preserve"><segment><source>${source}</source><target>${target}</target></segment></unit>`,
    );
    const file = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${locale}"><file id="f">${units.join('')}</file></xliff>`;
    return (await readDocument(xliff2Format, file, { document: 'a.xlf' })).parts;
  },
};

function toPart(source: Block, targets: readonly Block[], locale: string) {
  const runs = targets.find(({ name }) => name === source.name)?.source ?? [];
  const { id, name } = source;
  const fields = {
    id,
    name,
    sourceLocale: 'en',
    source: source.source,
    targets: { [locale]: { runs, status: 'translated' } },
  };
  return { kind: 'block', block: createBlock(fields as Parameters<typeof createBlock>[0]) } as const;
}

/** Finds which errors the default checks tell: a finding that the sound message does not have. */
export async function findErrors(
  errors: readonly InjectedError[],
): Promise<readonly (InjectedError & { readonly found: readonly Finding[] })[]> {
  const before = await checkMessages(errors.map(({ sound }) => sound).map((sound) => ({ ...sound })));
  const after = await checkMessages(errors.map(({ sound, broken }) => ({ ...sound, target: broken })));
  return errors.map((error, index) => {
    const known = new Set((before[index] ?? []).map(({ rule, subject }) => `${rule} ${subject ?? ''}`));
    const found = (after[index] ?? []).filter(({ rule, subject }) => !known.has(`${rule} ${subject ?? ''}`));
    return { ...error, found };
  });
}
