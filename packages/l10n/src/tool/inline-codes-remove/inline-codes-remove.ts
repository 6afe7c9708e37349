import { resolveSides, textRun, units, type Run, type RunEdit, type Runs } from '@helve/flow';
import { runStarts } from '@helve/flow/content';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { planSides, sidesProperties } from '../../tool-kit/side-edits.js';

/** Removes inline codes from content, in every form. */
export const inlineCodesRemove = flowToolEntry({
  meta: {
    id: 'inline-codes-remove',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Remove inline codes',
    description:
      'Removes inline codes from the source, the targets or both, and keeps the text. In PO, a translation without a value that its format flag promises is written as fuzzy.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
    writesOutput: true,
    mayRemoveCodes: true,
  },
  properties: {
    types: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Types to remove, such as fmt:bold; empty means all.',
    },
    includeNonTranslatable: {
      type: 'boolean',
      default: true,
      description: 'Include blocks that are not translatable.',
    },
    replaceWithSpace: {
      type: 'boolean',
      default: false,
      description: 'Insert a space in place of a line break or another block, unless there is one.',
    },
    ...sidesProperties(false, true),
  },
  resolve: resolveSides,
  create: ({ types, includeNonTranslatable, replaceWithSpace, ...sides }) => {
    const chosen = new Set<string>(types);
    return {
      transform(view) {
        if (!view.translatable && !includeNonTranslatable) return null;
        return planSides(view, sides, (runs) => {
          const edits = units(runs).flatMap(({ path, runs: unit }) =>
            removals(unit, chosen, replaceWithSpace).map((edit) => (path.length === 0 ? edit : { ...edit, path })),
          );
          return edits.length === 0 ? undefined : { edits };
        });
      },
    };
  },
});

function removals(unit: Runs, types: ReadonlySet<string>, replaceWithSpace: boolean): readonly RunEdit[] {
  const starts = runStarts(unit);
  return unit.flatMap((run, index) => {
    if (!isCode(run) || (types.size > 0 && !types.has(codeType(run)))) return [];
    const start = starts[index] ?? 0;
    const space = replaceWithSpace && stoodForSpace(run) && !isBesideSpace(unit, index);
    return [{ start, end: start + 1, replacement: space ? [textRun(' ')] : [], keepsMeaning: true }];
  });
}

type Code = Extract<Run, { readonly id: string }>;

function isCode(run: Run): run is Code {
  return run.kind === 'ph' || run.kind === 'pc-open' || run.kind === 'pc-close' || run.kind === 'sub';
}

function codeType(run: Code): string {
  return run.kind === 'sub' ? 'sub' : run.type;
}

function stoodForSpace(run: Code): boolean {
  if (run.kind === 'sub') return true;
  return run.kind === 'ph' && (run.type === 'struct:break' || /^(?:html|md):(?:br|break|hr)$/.test(run.subType ?? ''));
}

function isBesideSpace(unit: Runs, index: number): boolean {
  const before = unit[index - 1];
  const after = unit[index + 1];
  return (
    (before?.kind === 'text' && /\p{White_Space}$/u.test(before.text)) ||
    (after?.kind === 'text' && /^\p{White_Space}/u.test(after.text))
  );
}
