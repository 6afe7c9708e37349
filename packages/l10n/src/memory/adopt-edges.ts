import type { PluralRun, Run, Runs, SelectRun } from '@helve/flow';
import { formOf, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';

/** White space at the edges of a content. */
interface Edges {
  readonly start: string;
  readonly end: string;
}

/**
 * Gives a stored target the white space at the edges of the current text. Keys ignore this white space, so the stored
 * source may have another. Where both sources have the same, the target keeps its spaces, which may differ on purpose,
 * but begins and ends with a line break where the source does.
 */
export function adoptEdges(target: Runs, stored: Runs, source: Runs): Runs {
  const [only] = target;
  if (only !== undefined && target.length === 1 && hasForms(only)) return adoptFormEdges(only, stored, source);
  const [had, want, has] = [edgesOf(formContent(stored)), edgesOf(formContent(source)), edgesOf(target)];
  const start = chosen(had.start, want.start, has.start);
  const end = chosen(had.end, want.end, has.end);
  const adapted = start === has.start && end === has.end ? target : withEdges(target, has, { start, end });
  return withLineEnds(adapted, source);
}

function adoptFormEdges(run: PluralRun | SelectRun, stored: Runs, source: Runs): Runs {
  const forms = formsOf(run).map(
    ([key, runs]) => [key, adoptEdges(runs, formContent(stored, key), formContent(source, key))] as const,
  );
  return forms.every(([key, runs]) => formOf(run, key) === runs) ? [run] : [withForms(run, forms)];
}

/** Content of a form, or of `other`; content without forms is its own. */
function formContent(runs: Runs, key = 'other'): Runs {
  const [only] = runs;
  if (only === undefined || runs.length > 1 || !hasForms(only)) return runs;
  return formOf(only, key) ?? formOf(only, 'other') ?? [];
}

function chosen(had: string, want: string, has: string): string {
  if (had !== want) return want;
  const isBroken = /[\r\n]/u.test(want);
  return isBroken === /[\r\n]/u.test(has) ? has : want;
}

function edgesOf(runs: Runs): Edges {
  const [first, last] = [runs[0], runs.at(-1)];
  const start = first?.kind === 'text' ? (/^\s+/u.exec(first.text)?.[0] ?? '') : '';
  const isBlank = first === last && first?.kind === 'text' && start === first.text;
  const end = last?.kind === 'text' && !isBlank ? (/\s+$/u.exec(last.text)?.[0] ?? '') : '';
  return { start, end };
}

function withEdges(runs: Runs, has: Edges, want: Edges): Runs {
  const inner = runs.map((run, index): Run => {
    if (run.kind !== 'text') return run;
    const from = index === 0 ? has.start.length : 0;
    const to = run.text.length - (index === runs.length - 1 ? has.end.length : 0);
    return { kind: 'text', text: run.text.slice(from, to) };
  });
  return normaliseRuns([{ kind: 'text', text: want.start }, ...inner, { kind: 'text', text: want.end }]);
}

/** Spells line breaks as the source does, where it has one spelling. */
function withLineEnds(runs: Runs, source: Runs): Runs {
  const spellings = new Set(textOf(formContent(source)).match(/\r\n|\r|\n/gu));
  const [spelling] = spellings;
  if (spelling === undefined || spellings.size > 1) return runs;
  const others = spelling === '\r\n' ? /(?<!\r)\n|\r(?!\n)/u : spelling === '\r' ? /\n/u : /\r/u;
  if (!others.test(textOf(runs))) return runs;
  return normaliseRuns(
    runs.map((run) =>
      run.kind === 'text' ? { kind: 'text', text: run.text.replaceAll(/\r\n|\r|\n/gu, spelling) } : run,
    ),
  );
}

function textOf(runs: Runs): string {
  return runs.map((run) => (run.kind === 'text' ? run.text : '')).join('');
}
