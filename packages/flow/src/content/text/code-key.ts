import type { CodeRun, Run, Runs } from '../../contract/run.js';
import { hasForms } from '../run/normalise-runs.js';

/** A code by what it is called in text for machines. */
export interface CodeRef {
  readonly id: string;
  readonly kind: Exclude<Run['kind'], 'text'>;
}

/** Content parsed from the output of a machine. */
export interface ParsedRuns {
  readonly runs: Runs;
  /** Codes that the source does not have; the runs hold only their ids. */
  readonly unknown: readonly CodeRef[];
  /** Codes of the source that did not come back. */
  readonly missing: readonly CodeRef[];
}

/** Every run of a unit that is no text, with its name; a plural or select is named by its turn. */
export function codesOf(unit: Runs): readonly { readonly ref: CodeRef; readonly run: Run }[] {
  let turn = 0;
  return unit.flatMap((run) => {
    if (run.kind === 'text') return [];
    const id = hasForms(run) ? String(turn++) : run.id;
    return [{ ref: { id, kind: run.kind }, run }];
  });
}

/** An id in which the signs that keys are made of have no meaning. */
export function encodeId(id: string): string {
  return id.replace(/[%/:"'<>&\s]/g, (char) => encodeURIComponent(char).replace("'", '%27'));
}

/** The id that `encodeId` was given. */
export function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A code of which nothing is known but its name. */
function minimalCode({ id, kind }: CodeRef): CodeRun {
  if (kind === 'sub') return { kind, id, ref: '' };
  if (kind === 'pc-open' || kind === 'pc-close') return { kind, id, type: 'code:markup', data: '' };
  return { kind: 'ph', id, type: 'code:placeholder', data: '' };
}

/** Hands out the codes of a unit by name: clones in their turn, the last of them again when more are asked for. */
export class CodePool {
  readonly unknown: CodeRef[] = [];
  readonly #codes = new Map<string, { readonly ref: CodeRef; readonly runs: Run[]; taken: number }>();

  constructor(unit: Runs) {
    for (const { ref, run } of codesOf(unit)) {
      const known = this.#codes.get(codeName(ref));
      if (known === undefined) this.#codes.set(codeName(ref), { ref, runs: [run], taken: 0 });
      else known.runs.push(run);
    }
  }

  has(ref: CodeRef): boolean {
    return this.#codes.has(codeName(ref));
  }

  take(ref: CodeRef): Run {
    const known = this.#codes.get(codeName(ref));
    const run = known?.runs[Math.min(known.taken, known.runs.length - 1)];
    if (known === undefined || run === undefined) {
      this.unknown.push(ref);
      return minimalCode(ref);
    }
    known.taken += 1;
    return run;
  }

  get missing(): readonly CodeRef[] {
    return [...this.#codes.values()].filter(({ taken }) => taken === 0).map(({ ref }) => ref);
  }
}

function codeName({ id, kind }: CodeRef): string {
  return `${kind}:${id}`;
}
