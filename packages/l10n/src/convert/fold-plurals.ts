import { textRun, type Block, type Runs, type Target } from '@helve/flow';
import { formOf, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { formatMessage } from '../format/messageformat/format-message.js';
import { mapSides } from './map-runs.js';
import type { PluralFold } from './plural-fold.js';

/** Blocks after their forms were folded, and the number of those that lost forms. */
export interface FoldedBlocks {
  readonly blocks: readonly Block[];
  readonly lost: number;
}

/** Folds the plural forms of blocks: to the form for all other numbers, to an ICU message, or to a key for each form. */
export function foldPlurals(blocks: readonly Block[], fold: PluralFold): FoldedBlocks {
  const isFormed = (block: Block) => sidesOf(block).some((runs) => formKeys(runs).length > 0);
  if (fold === 'keys')
    return { blocks: blocks.flatMap((block) => (isFormed(block) ? spreadForms(block) : [block])), lost: 0 };
  const change = (runs: Runs) => (fold === 'other' ? withForm(runs, 'other') : asMessage(runs));
  return {
    blocks: blocks.map((block) => (isFormed(block) ? mapSides(block, change) : block)),
    lost: fold === 'other' ? blocks.filter(isFormed).length : 0,
  };
}

function sidesOf({ source, targets }: Block): readonly Runs[] {
  return [source, ...Object.values(targets).map(({ runs }) => runs)];
}

function asMessage(runs: Runs): Runs {
  return formKeys(runs).length === 0 ? runs : [textRun(formatMessage(runs))];
}

/** A block for each form that the source or some translation has; a language without a form has no text there. */
function spreadForms(block: Block): readonly Block[] {
  const keys = [...new Set(sidesOf(block).flatMap(formKeys))];
  return keys.map((key) => {
    const targets = Object.entries(block.targets).flatMap(([variant, target]): readonly [string, Target][] => {
      const own = formKeys(target.runs);
      if (own.length === 0 ? key !== 'other' : !own.includes(key)) return [];
      return [[variant, { ...target, runs: withForm(target.runs, key) }]];
    });
    return {
      ...block,
      id: block.id.startsWith('/') ? `${block.id}/${key}` : `${block.id}.${key}`,
      name: `${block.name}.${key}`,
      source: withForm(block.source, key),
      targets: Object.fromEntries(targets),
    };
  });
}

/** Keys of the plural forms in content. */
function formKeys(runs: Runs): readonly string[] {
  return runs.filter(hasForms).flatMap((run) => {
    const inner = formsOf(run).flatMap(([, form]) => formKeys(form));
    return run.kind === 'plural' ? [...formsOf(run).map(([key]) => key), ...inner] : inner;
  });
}

/** Content with one form in the place of every plural, or that for all other numbers where it lacks it. */
function withForm(runs: Runs, key: string): Runs {
  return normaliseRuns(
    runs.flatMap((run) => {
      if (run.kind === 'plural') return withForm(formOf(run, key) ?? formOf(run, 'other') ?? [], key);
      if (run.kind !== 'select') return [run];
      return [
        withForms(
          run,
          formsOf(run).map(([name, form]): [string, Runs] => [name, withForm(form, key)]),
        ),
      ];
    }),
  );
}
