import { textRun, type Block, type LocaleId, type Part, type Runs, type Target } from '@helve/flow';
import { BlockIds, createTarget, type ReadContext } from '@helve/flow/content';
import type { BadValues } from '../bad-value.js';
import { codeFinder } from '../code/code-finder.js';
import { keyMatcher } from '../key-matcher.js';
import { pluralContent, zeroKey } from '../plural/plan-members.js';
import { readBlock } from '../read-block.js';
import type { LoadedText } from '../text/open-text.js';
import { joinPath } from './join-path.js';
import { LanguageEntry } from './language-entry.js';
import type { YamlOptions } from './options.js';
import type { ParsedYaml, YamlEntry, YamlString } from './parse.js';
import { membersToJson, pluralMembers } from './plural-map.js';
import { localeOfRoot, sourceRoot } from './root-locale.js';

/** A text of one language. */
interface LanguageText {
  readonly name: string;
  readonly runs: Runs;
  readonly start: number;
  readonly end: number;
  readonly form: LanguageEntry['form'];
  readonly string: YamlString;
}

/** Gives the blocks of a file whose root keys are languages: each has its translations from the other roots. */
export function* readLanguages(
  { entries, rootNames }: ParsedYaml,
  text: LoadedText,
  { bad, options, ctx }: { readonly bad: BadValues; readonly options: YamlOptions; readonly ctx: ReadContext },
): Generator<Part> {
  const own = sourceRoot(rootNames, ctx.sourceLocale);
  const roots = new Map(rootNames.map((root) => [root, textsOf(root, entries, text, options)]));
  const [included, excluded] = [keyMatcher(options.include), keyMatcher(options.exclude)];
  const ids = new BlockIds();
  const cells: LanguageEntry[] = [];
  const made: { readonly entry: LanguageEntry; readonly block: (entry: number | undefined) => Block }[] = [];
  for (const source of own === undefined ? [] : (roots.get(own) ?? [])) {
    const { name, runs, string } = source;
    const isTranslated = string.fault === undefined && included(name) && !excluded(name);
    if (string.fault === undefined && !isTranslated && !options.extractNonTranslatable) continue;
    const properties: Record<string, string> = { key: name };
    if (!isTranslated) properties['role'] = 'excluded';
    const id = ids.claim(name === '' ? '(root)' : name, properties);
    if (string.fault !== undefined) bad.add(id, string.fault, properties);
    const targets: Record<LocaleId, Target> = {};
    const entry = toEntry(id, source, text, undefined);
    const spellings = [entry];
    for (const [root, others] of roots) {
      const locale = root === own ? undefined : localeOfRoot(root);
      const other = locale === undefined ? undefined : others.find((one) => one.name === name);
      if (locale === undefined || other === undefined) continue;
      targets[locale] = createTarget(other.runs, { status: 'translated' });
      spellings.push(toEntry(id, other, text, locale));
    }
    spellings.sort((one, other) => one.offset - other.offset);
    for (const one of spellings.slice(0, -1)) one.more = true;
    const [first = entry] = spellings;
    first.beginsAt(spellings);
    cells.push(...spellings);
    const fields = {
      id,
      name,
      type: 'string',
      source: isTranslated ? runs : Object.freeze([textRun(string.text.toWellFormed())]),
      properties,
      translatable: isTranslated,
      format: 'yaml',
      note: string.note,
      noteIsKept: true,
    } as const;
    made.push({ entry: first, block: (at) => Object.assign(readBlock({ ...fields, entry: at }, ctx), { targets }) });
  }
  // The languages of a block stand far from each other, so that all entries come before the first block.
  const places = new Map<LanguageEntry, number | undefined>();
  for (const one of cells.toSorted((left, right) => left.offset - right.offset))
    places.set(one, ctx.skeleton?.append(one));
  for (const { entry, block } of made) yield { kind: 'block', block: block(places.get(entry)) };
}

/** Texts below one root key, by their names without it. */
function textsOf(
  root: string,
  entries: readonly YamlEntry[],
  { text }: LoadedText,
  { codeFinder: finder, plurals }: YamlOptions,
): readonly LanguageText[] {
  const find = codeFinder(finder);
  return entries.flatMap(({ strings, map, document }) => {
    if (document > 0 || strings[0]?.path[0] !== root) return [];
    const isSound = strings.every(({ fault }) => fault === undefined);
    const members = map !== undefined && plurals !== 'none' && isSound ? pluralMembers(strings, text) : undefined;
    const [first, last] = [strings[0], strings.at(-1)];
    if (members !== undefined && map !== undefined && map.length > 1 && last !== undefined) {
      const zero = zeroKey(localeOfRoot(root) ?? root);
      const forms = members.map(({ category, text: form }) => {
        return [category === 'zero' ? zero : category, find(form.toWellFormed()).runs] as const;
      });
      const runs = pluralContent(forms, { pivot: 'count' });
      const name = joinPath(map.slice(1));
      return [{ name, runs, start: first.keyAt, end: last.end, form: membersToJson(members), string: first }];
    }
    return strings.map((string): LanguageText => {
      const { runs, icu } = find(string.text.toWellFormed());
      const form = { ...string.style, icu };
      return { name: joinPath(string.path.slice(1)), runs, start: string.start, end: string.end, form, string };
    });
  });
}

function toEntry(
  id: string,
  { runs, start, end, form }: LanguageText,
  text: LoadedText,
  variant: LocaleId | undefined,
): LanguageEntry {
  const offset = text.byteAt(start);
  return new LanguageEntry(id, { offset, length: text.byteAt(end) - offset }, runs, { form, variant });
}
