import { textRun, type Run, type Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';
import { numberCodes } from '../code/number-codes.js';
import { formatType } from '../package/run-format.js';
import { atomsXml, type Atom, type RunStart } from './atom.js';

/** Kinds of codes: a format, something in a run, something between runs, a pair around runs. */
export const codeKinds = Object.freeze({
  format: 'docx:r',
  inside: 'docx:in',
  between: 'docx:out',
  around: 'docx:pair',
});

/** Content of a paragraph, and what its writer needs. */
export interface ParagraphContent {
  readonly runs: Runs;
  /** Start of runs in the usual format of the paragraph. */
  readonly base: string;
  /** Starts of runs in the usual format of each pair, by its first half. */
  readonly bases: Readonly<Record<string, string>>;
  /** XML before and behind the text, which is no part of it. */
  readonly lead: string;
  readonly tail: string;
  /** Data of all codes. */
  readonly codes: readonly string[];
}

const markers = /^(?:bookmark(?:Start|End)|perm(?:Start|End)|commentRange(?:Start|End))$/u;
const graphics: ReadonlySet<string> = new Set(['drawing', 'pict', 'object', 'AlternateContent']);

/** Converts the pieces of a paragraph to content; undefined if there is no text. */
export function toParagraphContent(atoms: readonly Atom[], find: CodeFinder): ParagraphContent | undefined {
  if (!atoms.some(({ kind, text }) => kind === 'text' && text.trim() !== '')) return undefined;
  const first = atoms.findIndex((atom) => !isEdge(atom));
  const end = atoms.findLastIndex((atom) => !isEdge(atom)) + 1;
  const inner = atoms.slice(first, end);
  const scopes = findScopes(inner);
  const builder = new RunBuilder(scopes);
  for (const [at, atom] of inner.entries()) builder.take(atom, at);
  const runs = numberCodes(normaliseRuns(builder.end()), find);
  return {
    runs,
    base: scopes.get(-1)?.xml ?? '',
    bases: Object.fromEntries(
      [...scopes].flatMap(([at, start]) => (at < 0 ? [] : [[inner[at]?.raw ?? '', start.xml]])),
    ),
    lead: atomsXml(atoms.slice(0, first)),
    tail: atomsXml(atoms.slice(end)),
    codes: [...new Set(runs.flatMap((run) => ('data' in run && run.subType?.startsWith('docx:') ? [run.data] : [])))],
  };
}

/** True for a piece that is no part of a text that it stands before or behind. */
function isEdge({ kind, name, raw, text }: Atom): boolean {
  if (kind === 'text') return text === '';
  if (kind === 'out') return markers.test(name) || graphics.has(name);
  return kind === 'in' && (graphics.has(name) || (name === 'br' && /type="(?:page|column)"/u.test(raw)));
}

/** Finds the usual format of the paragraph, under -1, and of each pair, by the number of its first half. */
function findScopes(atoms: readonly Atom[]): ReadonlyMap<number, RunStart> {
  const counts = new Map<number, Map<string, { readonly run: RunStart; length: number }>>();
  const open = [-1];
  for (const [at, { kind, text, run }] of atoms.entries()) {
    if (kind === 'open') open.push(at);
    else if (kind === 'close' && open.length > 1) open.pop();
    else if (kind === 'text' && run !== undefined) {
      const scope = open.at(-1) ?? -1;
      const formats = counts.get(scope) ?? new Map<string, { readonly run: RunStart; length: number }>();
      counts.set(scope, formats);
      const known = formats.get(run.key) ?? { run, length: 0 };
      formats.set(run.key, known);
      known.length += text.length;
    }
  }
  const usual = [...counts].map(([scope, formats]) => {
    const [best] = [...formats.values()].toSorted((one, other) => other.length - one.length);
    return [scope, best?.run] as const;
  });
  const all = new Map(usual.flatMap(([scope, run]) => (run === undefined ? [] : [[scope, run] as const])));
  const [any] = all.values();
  if (!all.has(-1) && any !== undefined) all.set(-1, plainRun(any));
  return all;
}

/** Start of a run without a format, for a paragraph whose text is all in pairs. */
function plainRun({ end }: RunStart): RunStart {
  return { xml: `<${end.slice(2)}`, key: '', properties: undefined, end };
}

/** Makes runs with numbered codes. */
class RunBuilder {
  readonly #scopes: ReadonlyMap<number, RunStart>;
  readonly #runs: Run[] = [];
  readonly #open: { readonly scope: number; readonly id: string; readonly at: number; readonly type: string }[] = [];
  #format: { readonly key: string; readonly id: string; readonly type: string; readonly end: string } | undefined;
  #next = 1;

  constructor(scopes: ReadonlyMap<number, RunStart>) {
    this.#scopes = scopes;
  }

  take(atom: Atom, at: number): void {
    const { kind, raw, name, text, run } = atom;
    if (kind === 'open') this.#openPair(atom, at);
    else if (kind === 'close') this.#closePair(atom);
    else if (kind === 'out' || run === undefined) this.#code(codeKinds.between, codeType(name), raw);
    else if (kind === 'text') {
      if (text === '') return;
      this.#toFormat(run);
      this.#runs.push(textRun(text));
    } else this.#inside(atom, run);
  }

  end(): readonly Run[] {
    this.#closeFormat();
    for (const { at } of this.#open) {
      const run = this.#runs[at];
      if (run?.kind === 'pc-open') this.#runs[at] = { ...run, isolated: true };
    }
    return this.#runs;
  }

  #inside(atom: Atom, run: RunStart): void {
    const isUsual = run.key === this.#usual?.key;
    if (isUsual) this.#closeFormat();
    if (isUsual || run.key === this.#format?.key) this.#code(codeKinds.inside, codeType(atom.name), atom.raw);
    else this.#code(codeKinds.between, codeType(atom.name), atomsXml([atom]));
  }

  get #usual(): RunStart | undefined {
    return this.#scopes.get(this.#open.at(-1)?.scope ?? -1);
  }

  /** Opens the format of a run, unless it is the usual one. */
  #toFormat({ key, xml, properties, end }: RunStart): void {
    const usual = this.#usual;
    if (key === usual?.key) this.#closeFormat();
    else if (key !== this.#format?.key) {
      this.#closeFormat();
      const own = properties === undefined ? 'code:markup' : formatType(properties);
      const type = usual?.properties !== undefined && formatType(usual.properties) === own ? 'code:markup' : own;
      const id = String(this.#next++);
      this.#format = { key, id, type, end };
      this.#runs.push({ kind: 'pc-open', id, type, subType: codeKinds.format, data: xml });
    }
  }

  #closeFormat(): void {
    if (this.#format === undefined) return;
    const { id, type, end } = this.#format;
    this.#runs.push({ kind: 'pc-close', id, type, subType: codeKinds.format, data: end });
    this.#format = undefined;
  }

  #openPair({ raw, name }: Atom, at: number): void {
    this.#closeFormat();
    const id = String(this.#next++);
    const type = name === 'hyperlink' || /HYPERLINK/u.test(raw) ? 'link:hyperlink' : 'code:markup';
    this.#open.push({ scope: at, id, at: this.#runs.length, type });
    this.#runs.push({ kind: 'pc-open', id, type, subType: codeKinds.around, data: raw });
  }

  #closePair({ raw }: Atom): void {
    this.#closeFormat();
    const opened = this.#open.pop();
    const base = { kind: 'pc-close', subType: codeKinds.around, data: raw } as const;
    if (opened === undefined)
      this.#runs.push({ ...base, id: String(this.#next++), type: 'code:markup', isolated: true });
    else this.#runs.push({ ...base, id: opened.id, type: opened.type });
  }

  #code(subType: string, type: string, data: string): void {
    this.#runs.push({ kind: 'ph', id: String(this.#next++), type, subType, data });
  }
}

const codeTypes: Readonly<Record<string, string>> = {
  footnoteReference: 'struct:footnote',
  endnoteReference: 'struct:footnote',
  ruby: 'struct:ruby',
  oMath: 'fmt:math',
  oMathPara: 'fmt:math',
  field: 'code:function',
  br: 'struct:break',
  cr: 'struct:break',
  drawing: 'media:image',
  pict: 'media:image',
};

function codeType(name: string): string {
  return Object.hasOwn(codeTypes, name) ? (codeTypes[name] ?? 'code:markup') : 'code:markup';
}
