import type { Path, Run, RunEdit, Runs } from '@helve/flow';
import { pathText } from '@helve/flow/content';
import type { BlockSecrets } from './block-secrets.js';
import type { FlatUnit } from './flat-unit.js';
import type { SecretFragment } from './find-secrets.js';
import type { PlaceholderTemplate } from './placeholder-template.js';
import { runsIn } from './split-match.js';
import { sideDigest, type TokensByUnit } from '../stored-secret.js';
import { isTokenRun, readTokenId, tokenId, tokenRun } from '../token.js';

type Units = readonly { readonly path: Path; readonly flat: FlatUnit<SecretFragment> }[];

/** Creates the edits that replace secrets with tokens. */
export function redactingEdits(
  units: Units,
  secrets: BlockSecrets,
  placeholder: PlaceholderTemplate,
): readonly RunEdit[] {
  return units.flatMap(({ path, flat }) => {
    const nextId = createIds(flat);
    return flat.taken.map(({ start, end, by: { secret, part } }): RunEdit => {
      const id = nextId(secret.token, part);
      return editFrom(path, flat.coordinateOf(start), flat.coordinateOf(end), [
        tokenRun(id, secret.category, secrets.visibleOf(secret, placeholder)),
      ]);
    });
  });
}

/** Creates an edit that replaces a range of a unit, in coordinates. */
export function editFrom(path: Path, start: number, end: number, replacement: Runs): RunEdit {
  return path.length === 0 ? { start, end, replacement } : { path, start, end, replacement };
}

/** Creates ids that are free in the unit; the fragments of one secret share their number. */
function createIds({ runs }: FlatUnit<SecretFragment>) {
  const used = new Set(runs.flatMap((run) => ('id' in run ? [run.id] : [])));
  const counts = new Map<string, number>();
  return (token: string, part: number | undefined): string => {
    let count = counts.get(token) ?? 0;
    if (part === undefined || part === 1) {
      do count += 1;
      while (used.has(tokenId(token, count, part)));
      counts.set(token, count);
    }
    return tokenId(token, count, part);
  };
}

/** Returns the text of a unit with replacements for secrets, and nothing for codes without a visible text. */
export function redactedText(
  flat: FlatUnit<SecretFragment>,
  ofPiece: (piece: SecretFragment) => string,
  ofCode: (run: CodeRun) => string = () => '',
): string {
  let text = '';
  const addRuns = (start: number, end: number) => {
    for (const run of runsIn(flat, { start, end })) text += run.kind === 'text' ? run.text : ofCode(run);
  };
  let at = 0;
  for (const { start, end, by } of flat.taken) {
    addRuns(at, start);
    text += ofPiece(by);
    at = end;
  }
  addRuns(at, flat.starts[flat.runs.length] ?? 0);
  return text;
}

type CodeRun = Exclude<Run, { kind: 'text' }>;

/** Computes the digest of a side without its secrets. */
export function redactedDigest(units: Units): string {
  return sideDigest(units.map(({ flat }) => textWithTokens(flat, tokenMark)));
}

/** Lists the tokens of each unit after redaction. */
export function tokensByUnit(units: Units): TokensByUnit {
  const tokens: Record<string, readonly string[]> = {};
  for (const { path, flat } of units) {
    const names: string[] = [];
    textWithTokens(flat, (token, part) => {
      names.push(tokenId(token, 1, part));
      return '';
    });
    if (names.length > 0) tokens[pathText(path)] = names;
  }
  return tokens;
}

/** Returns the mark of a token, which no text can imitate. */
export function tokenMark(token: string, part: number | undefined): string {
  return `\u0000${tokenId(token, 1, part)}\u0000`;
}

/** Joins text and tokens: existing ones, and those of extracted secrets. */
function textWithTokens(
  flat: FlatUnit<SecretFragment>,
  ofToken: (token: string, part: number | undefined) => string,
): string {
  return redactedText(
    flat,
    ({ secret, part }) => ofToken(secret.token, part),
    (run) => {
      const name = isTokenRun(run) ? readTokenId(run.id) : undefined;
      return name === undefined ? '' : ofToken(name.token, name.part);
    },
  );
}
