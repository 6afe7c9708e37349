import type { Path, RunRange, Run, Runs } from '@helve/flow';
import { formsOf, hasForms, shapeSpan, topPath, unitAt } from '@helve/flow/content';

/** A stretch of content as reports show it: text, an inline code as the file writes it, or the name of a plural form. */
export interface TextPiece {
  readonly kind: 'text' | 'code' | 'form';
  readonly text: string;
  /** True for a stretch that the finding is about. */
  readonly fault?: true;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Cuts content into pieces; of content with forms, a range inside of a form selects that form. */
export function toPieces(runs: Runs, range?: RunRange): readonly TextPiece[] {
  const { path = topPath } = range ?? {};
  const unit = unitAt(runs, path);
  const pieces: TextPiece[] = [];
  if (range === undefined || unit === undefined) addUnit(pieces, runs, undefined);
  else {
    if (path.length > 0) pieces.push({ kind: 'form', text: formName(path) });
    addUnit(pieces, unit, shapeSpan(runs, range));
  }
  return pieces;
}

function formName(path: Path): string {
  return path.map(({ form }) => form).join(' ');
}

function addUnit(pieces: TextPiece[], runs: Runs, span: Span | undefined): void {
  let at = 0;
  for (const run of runs) at += addRun(pieces, run, span === undefined ? undefined : toLocal(span, at));
}

function toLocal({ start, end }: Span, at: number): Span {
  return { start: start - at, end: end - at };
}

/** Adds a run and returns its length in the coordinates of ranges. */
function addRun(pieces: TextPiece[], run: Run, span: Span | undefined): number {
  if (run.kind === 'text') return addText(pieces, run.text, span);
  if (hasForms(run)) {
    for (const [form, content] of formsOf(run)) {
      pieces.push({ kind: 'form', text: form });
      addUnit(pieces, content, undefined);
    }
    return 1;
  }
  const isFault = span !== undefined && span.start <= 0 && span.end >= 1;
  pieces.push({ kind: 'code', text: codeText(run), ...(isFault ? { fault: true } : {}) });
  return 1;
}

function codeText(run: Exclude<Run, { kind: 'text' | 'plural' | 'select' }>): string {
  if (run.kind === 'sub') return run.equiv ?? run.ref;
  return run.data === '' ? `{${run.equiv ?? run.id}}` : run.data;
}

function addText(pieces: TextPiece[], text: string, span: Span | undefined): number {
  if (span === undefined) {
    pieces.push({ kind: 'text', text });
    return 0;
  }
  const points = [...text];
  const within = (index: number) => Math.min(Math.max(index, 0), points.length);
  const [start, end] = [within(span.start), within(span.end)];
  const parts = [points.slice(0, start), points.slice(start, end), points.slice(end)];
  for (const [index, part] of parts.entries()) {
    if (part.length > 0) pieces.push({ kind: 'text', text: part.join(''), ...(index === 1 ? { fault: true } : {}) });
  }
  return points.length;
}
