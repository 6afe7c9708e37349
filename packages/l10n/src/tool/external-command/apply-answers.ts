import {
  OverlayType,
  editText,
  textRun,
  unitText,
  type BlockView,
  type EditPlan,
  type LocaleId,
  type RunEdit,
  type Runs,
  type SideEdit,
  type StepContext,
  type TargetView,
} from '@helve/flow';
import {
  assembleSegments,
  diffEdits,
  parsePlaceholderText,
  replaceUnit,
  translationSegments,
} from '@helve/flow/content';
import { l10nErrors } from '../../l10n-errors.js';
import { unitCodeFault } from '../../tool-kit/code-fault.js';
import { addProposals, commitTarget } from '../../tool-kit/commit-target.js';
import { unitEdits } from '../../tool-kit/run-edits.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';
import type { CommandConfig } from './command-config.js';
import type { CommandJob } from './command-job.js';

/** Output of a program, by the id of the text. */
export type Answers = ReadonlyMap<string, string>;

/** Plans the replacement of the texts by the output. */
export function planAnswers(
  view: BlockView,
  ctx: StepContext,
  { send }: CommandConfig,
  jobs: readonly CommandJob[],
  answers: Answers,
): EditPlan | null {
  const edits = new Map<CommandJob['side'], RunEdit[]>();
  for (const job of jobs) {
    const answer = answers.get(job.id);
    if (answer === undefined) continue;
    const list = edits.get(job.side) ?? [];
    edits.set(job.side, list);
    list.push(...(send === 'text' ? textEdits(view, job, answer) : taggedEdits(view, ctx, job, answer)));
  }
  const sides = [...edits].filter(([, list]) => list.length > 0);
  const targets = sides.flatMap(([side, list]): [string, SideEdit][] =>
    side === null ? [] : [[side, { edits: list }]],
  );
  const source = edits.get(null) ?? [];
  if (sides.length === 0) return null;
  return {
    ...(source.length === 0 ? {} : { source: { edits: source } }),
    ...(targets.length === 0 ? {} : { targets: Object.fromEntries(targets) }),
  };
}

function textEdits(view: BlockView, { side, runs, path }: CommandJob, answer: string): readonly RunEdit[] {
  const changes = diffEdits(unitText(runs), answer);
  if (changes.length === 0) return [];
  return editText(sideRuns(view, side), path, changes).edits ?? [];
}

/** Computes the edits of a tagged text; a target with lost codes becomes a proposal, which a source cannot be. */
function taggedEdits(view: BlockView, ctx: StepContext, job: CommandJob, answer: string): readonly RunEdit[] {
  const { runs } = parsePlaceholderText(answer, job.runs);
  const fault = unitCodeFault(job.runs, runs);
  if (fault === undefined) return unitEdits(job.runs, runs, job.path);
  if (job.side === null) throw l10nErrors.create('L10N_CODES', { block: view.id, problem: fault });
  const target = replaceUnit(sideRuns(view, job.side), job.path, runs);
  addProposals(view, [{ target, locale: job.locale, rejected: 'codes' }]);
  const loss = {
    kind: 'target-rejected',
    block: view.id,
    detail: { variant: job.side, reason: 'codes', fault },
  } as const;
  ctx.lose(loss);
  return [];
}

function sideRuns(view: BlockView, side: CommandJob['side']): Runs {
  return side === null ? view.source : (view.target(side)?.runs ?? []);
}

/** Builds the target from the output for the texts of the source. */
export function commitAnswers(
  view: TargetView,
  ctx: StepContext,
  { send }: CommandConfig,
  locale: LocaleId,
  version: string,
  jobs: readonly CommandJob[],
  answers: Answers,
): void {
  const made = new Map<string, Runs>();
  for (const { id, key, runs } of jobs) {
    const answer = answers.get(id);
    if (answer === undefined) return;
    made.set(key, send === 'text' ? [textRun(answer)] : parsePlaceholderText(answer, runs).runs);
  }
  const texts = translationSegments(view.source, locale, view.overlays(OverlayType.OverlaySegmentation, null));
  const { runs, segments } = assembleSegments(view.source, locale, texts, made);
  commitTarget(view, ctx, locale, runs, { status: 'draft', origin: toolOrigin(ctx, version) }, segments);
}
