import type { Run, Runs } from '../contract/run.js';
import { normaliseRuns, textRun } from '../content/run/normalise-runs.js';

const code = /<(\/?)(\w+)(?::([\w:]+))?>|\{(\w+)(?::([\w:]+))?\}/g;

/** Content written short: `Click <1>here</1>, {2:struct:break}`. Pairs are bold and codes variables unless typed. */
export function runsOf(markup: string): Runs {
  const runs: Run[] = [];
  const types = new Map<string, string>();
  let at = 0;
  for (const match of markup.matchAll(code)) {
    const [matched, slash, pair = '', pairType = 'fmt:bold', single, type = 'code:variable'] = match;
    runs.push(textRun(markup.slice(at, match.index)));
    if (single !== undefined) runs.push({ kind: 'ph', id: single, type, data: matched });
    else if (slash === '') runs.push({ kind: 'pc-open', id: pair, type: pairType, data: matched });
    else runs.push({ kind: 'pc-close', id: pair, type: types.get(pair) ?? 'fmt:bold', data: matched });
    if (slash === '' && single === undefined) types.set(pair, pairType);
    at = match.index + matched.length;
  }
  return normaliseRuns([...runs, textRun(markup.slice(at))]);
}
