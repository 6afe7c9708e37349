import { units, type PlaceholderRun, type Run, type Runs } from '@helve/flow';
import { plainText } from '@helve/flow/content';

const family = 'redaction:';
const name = /^(rdx[a-z2-7]{10})(?:\.\d+)?(?:-(\d+))?$/;

/** Parts of a token's run id: the secret, and the fragment of it. */
export interface TokenName {
  readonly token: string;
  /** Number of the fragment, from 1; absent when the secret is in one piece. */
  readonly part?: number;
}

/** Creates the run that replaces a secret. */
export function tokenRun(id: string, category: string, visible: string): PlaceholderRun {
  return Object.freeze({ kind: 'ph', id, type: `${family}${category}`, data: visible, equiv: visible, disp: visible });
}

/** True for a run that replaces a secret. */
export function isTokenRun(run: Run): run is PlaceholderRun {
  return run.kind === 'ph' && run.type.startsWith(family);
}

/** True when some content contains a token. */
export function hasToken(runs: Runs): boolean {
  return plainText(runs) === undefined && units(runs).some((unit) => unit.runs.some(isTokenRun));
}

/** Builds the run id of one fragment of a secret, or of a whole one. */
export function tokenId(token: string, occurrence: number, part?: number): string {
  return `${token}${occurrence > 1 ? `.${occurrence}` : ''}${part === undefined ? '' : `-${part}`}`;
}

/** Parses the run id of a token. */
export function readTokenId(id: string): TokenName | undefined {
  const [, token, part] = name.exec(id) ?? [];
  if (token === undefined) return undefined;
  return { token, ...(part === undefined ? {} : { part: Number(part) }) };
}
