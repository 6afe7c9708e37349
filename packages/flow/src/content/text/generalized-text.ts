import type { OverlaySpan } from '../../contract/overlay.js';
import type { Path, Run, Runs } from '../../contract/run.js';
import { sliceCodePoints } from './code-point.js';
import { hasForms } from '../run/normalise-runs.js';
import { compareSpans } from '../block/overlay.js';
import { samePath, topPath } from '../run/path.js';
import { formsText, projection, structuralCode } from './projection.js';
import { runLength, runStarts, shapeSpan, type ShapeSpan } from '../run/run-range.js';

type EntitySpan = Pick<OverlaySpan, 'id' | 'range' | 'value'>;
interface Entity extends ShapeSpan {
  readonly name: string;
}

const plain = projection((runs) => generalize(runs, runs, topPath, []));

/** The generalized key of a memory: entities by their type, be they spans over text or codes; other codes by id. */
export function generalizedText(runs: Runs, entities: readonly EntitySpan[] = []): string {
  return entities.length === 0 ? plain(runs) : generalize(runs, runs, topPath, entities.toSorted(compareSpans));
}

function generalize(runs: Runs, unit: Runs, path: Path, spans: readonly EntitySpan[]): string {
  const entities = spans.length === 0 ? [] : findEntities(runs, path, spans);
  const named = new Set<Entity>();
  const starts = runStarts(unit);
  let text = '';
  for (const [index, run] of unit.entries()) {
    if (run.kind === 'text') text += generalizeText(run.text, starts[index] ?? 0, entities, named);
    else if (!hasForms(run)) text += codeName(run);
    else text += formsText(run, (content, form) => generalize(runs, content, [...path, { run: index, form }], spans));
  }
  return text;
}

/** The entities of one unit; of two that overlap the first one counts. */
function findEntities(runs: Runs, path: Path, spans: readonly EntitySpan[]): readonly Entity[] {
  const found: Entity[] = [];
  for (const { range, value } of spans) {
    const type = value?.['entityType'];
    if (range === undefined || typeof type !== 'string' || !samePath(range.path, path)) continue;
    const { start, end } = shapeSpan(runs, range);
    if (end > start && start >= (found.at(-1)?.end ?? 0)) found.push({ start, end, name: entityName(type) });
  }
  return found;
}

/** An entity that reaches over codes is named once, where its first text is. */
function generalizeText(text: string, at: number, entities: readonly Entity[], named: Set<Entity>): string {
  const length = runLength({ kind: 'text', text });
  let result = '';
  let done = 0;
  for (const entity of entities) {
    const { start, end, name } = entity;
    if (end <= at || start >= at + length) continue;
    result += sliceCodePoints(text, done, Math.max(start - at, done));
    if (!named.has(entity)) result += name;
    named.add(entity);
    done = Math.min(end - at, length);
  }
  return done === 0 ? result + text : result + sliceCodePoints(text, done, length);
}

function codeName(run: Exclude<Run, { kind: 'text' | 'plural' | 'select' }>): string {
  return run.kind === 'ph' && run.type.startsWith('entity:')
    ? entityName(run.type.slice('entity:'.length))
    : structuralCode(run);
}

function entityName(type: string): string {
  return `{${type.toUpperCase()}}`;
}
