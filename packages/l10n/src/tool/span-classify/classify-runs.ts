import type { CloseRun, OpenRun, PlaceholderRun, Run, Runs } from '@helve/flow';
import { formsOf, hasForms, partnerOf, vocabularyOf, withForms, type VocabularyEntry } from '@helve/flow/content';
import { tagType } from '../../format/code/code-preset.js';

type Markup = PlaceholderRun | OpenRun | CloseRun;

const unknown = 'code:markup';
const tag = /^<\/?\s*([A-Za-z][A-Za-z0-9]*)/u;

/** Names of exchange formats for codes without an HTML tag. */
const wordTypes: Readonly<Record<string, string>> = {
  bold: 'fmt:bold',
  italic: 'fmt:italic',
  underline: 'fmt:underline',
  underlined: 'fmt:underline',
  strikethrough: 'fmt:strikethrough',
  subscript: 'fmt:subscript',
  superscript: 'fmt:superscript',
  highlight: 'fmt:highlight',
  link: 'link:hyperlink',
  image: 'media:image',
  lb: 'struct:break',
};

/** Assigns known types to the markup of some content; returns the content itself when nothing changes. */
export function classifyRuns(runs: Runs): Runs {
  const classified = runs.map((run, index) => {
    if (hasForms(run)) return classifyForms(run);
    return isUnknown(run) ? withEntry(run, entryAt(runs, index, run)) : run;
  });
  return classified.every((run, index) => run === runs[index]) ? runs : classified;
}

function classifyForms(run: Extract<Run, { readonly pivot: string }>): Run {
  const forms = formsOf(run);
  const classified = forms.map(([key, form]) => [key, classifyRuns(form)] as const);
  return classified.every(([, form], index) => form === forms[index]?.[1]) ? run : withForms(run, classified);
}

function isUnknown(run: Run): run is Markup {
  return 'type' in run && run.type === unknown;
}

/** Finds the vocabulary entry of a code by its name; the closer of a pair has that of its opener. */
function entryAt(unit: Runs, index: number, run: Markup): VocabularyEntry | undefined {
  const opener = run.kind === 'pc-close' ? unit[partnerOf(unit, index) ?? index] : run;
  const named = opener !== undefined && isUnknown(opener) ? opener : run;
  return listNames(named).map(toType).map(vocabularyOf).find(isKnown);
}

function isKnown(entry: VocabularyEntry | undefined): entry is VocabularyEntry {
  return entry !== undefined && entry.type !== unknown;
}

function listNames({ subType = '', data }: Markup): readonly string[] {
  const [, named] = /^(?:okapi|html):(?:x-)?(?:html-)?(.+)$/u.exec(subType) ?? [];
  const [, written] = tag.exec(data) ?? [];
  return [named, written].filter((name) => name !== undefined);
}

function toType(name: string): string {
  const word = name.toLowerCase();
  return Object.hasOwn(wordTypes, word) ? (wordTypes[word] ?? unknown) : tagType(word);
}

/** Applies an entry; explicit facts of a code stay. */
function withEntry(run: Markup, entry: VocabularyEntry | undefined): Run {
  if (entry === undefined) return run;
  const { type, equiv, display, constraints } = entry;
  const facts = { type, ...(run.equiv !== undefined || equiv === '' ? {} : { equiv }) };
  if (run.kind === 'pc-close') return { ...run, ...facts };
  const disp = run.disp !== undefined || display === '' ? {} : { disp: display };
  return { ...run, ...facts, ...disp, constraints: run.constraints ?? constraints };
}
