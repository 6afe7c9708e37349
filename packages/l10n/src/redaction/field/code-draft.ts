import { units, type Path, type Run, type RunEdit, type Runs } from '@helve/flow';
import { codePointLength, plainText, pathText } from '@helve/flow/content';
import type { Field, Surface } from './field.js';
import { editFrom } from '../redact/redacted-content.js';
import { isTokenRun } from '../token.js';

type Code = Run & { readonly data: string };

/** A code, and its changed texts by their originals. */
interface ChangedCode {
  readonly path: Path;
  readonly at: number;
  readonly run: Code;
  readonly texts: Map<string, string>;
}

/** The texts inside the codes of content: the data of a link may contain a name as well as its text. */
export class CodeDraft {
  readonly fields: readonly Field[];
  readonly #places: readonly ChangedCode[];

  constructor(surface: Surface, runs: Runs) {
    this.#places = placesIn(runs);
    this.fields = this.#places.flatMap(({ run, texts }) =>
      codeTexts(run).map((text): Field => {
        const own = [{ kind: 'text', text } as const];
        const setText = (changed: string) => void texts.set(text, changed);
        return { surface, runs: own, units: [{ path: [], runs: own }], setText };
      }),
    );
  }

  /** Joins the given edits with those that change codes; a code inside an edited range stays unchanged. */
  joined(edits: readonly RunEdit[]): readonly RunEdit[] {
    const own = this.#places.flatMap(({ path, at, run, texts }): RunEdit[] => {
      if (texts.size === 0 || edits.some((edit) => covers(edit, path, at))) return [];
      return [{ ...editFrom(path, at, at + 1, [changedCode(run, texts)]), keepsMeaning: true }];
    });
    return own.length === 0 ? edits : [...edits, ...own].toSorted((one, other) => one.start - other.start);
  }
}

/** Lists the readable texts of a code, each once. */
export function codeTexts(run: Run): readonly string[] {
  if (!isCode(run)) return [];
  const texts = [run.data, run.equiv ?? '', 'disp' in run ? (run.disp ?? '') : ''];
  return [...new Set(texts)].filter((text) => text !== '');
}

function isCode(run: Run): run is Extract<Run, Code> {
  return 'data' in run && !isTokenRun(run);
}

function placesIn(runs: Runs): readonly ChangedCode[] {
  if (plainText(runs) !== undefined) return [];
  return units(runs).flatMap(({ path, runs: unit }) => {
    let at = 0;
    return unit.flatMap((run): ChangedCode[] => {
      const index = at;
      at += run.kind === 'text' ? codePointLength(run.text) : 1;
      return isCode(run) ? [{ path, at: index, run, texts: new Map() }] : [];
    });
  });
}

function changedCode(run: Code, texts: ReadonlyMap<string, string>): Run {
  const changed: Record<string, string> = {};
  for (const key of ['data', 'equiv', 'disp'] as const) {
    const text: unknown = Reflect.get(run, key);
    const now = typeof text === 'string' ? texts.get(text) : undefined;
    if (now !== undefined) changed[key] = now;
  }
  return { ...run, ...changed };
}

function covers(edit: RunEdit, path: Path, at: number): boolean {
  return edit.start <= at && at < edit.end && pathText(edit.path) === pathText(path);
}
