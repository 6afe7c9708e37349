import type { Run, Runs } from '@helve/flow';
import { escapeValue } from '../xml/escape-xml.js';
import { ownSubType } from '../xliff/inline-draft.js';

/**
 * Gives repeated codes ids of their own, as a unit requires; a copy of a code without its own data refers to its
 * original.
 */
export function withFreshIds(runs: Runs): Runs {
  const counts = new Map<string, number>();
  const open = new Map<string, string[]>();
  return runs.map((run) => {
    if (
      (run.kind !== 'ph' && run.kind !== 'pc-open' && run.kind !== 'pc-close') ||
      !run.subType?.startsWith(ownSubType)
    )
      return run;
    if (run.kind === 'pc-close') return closed(run, open.get(run.id)?.pop());
    const count = (counts.get(run.id) ?? 0) + 1;
    counts.set(run.id, count);
    const fresh = count === 1 ? '' : `${run.id}-${count}`;
    open.set(run.id, [...(open.get(run.id) ?? []), fresh]);
    return fresh === '' ? run : { ...run, data: renamed(run.data, fresh) };
  });
}

function renamed(data: string, fresh: string): string {
  const match = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/u.exec(data);
  if (!match) return data;
  const copy = /\sdataRef/u.test(data) || /\scopyOf\s*=/u.test(data) ? '' : ` copyOf="${match[1] ?? match[2] ?? ''}"`;
  return data.replace(match[0], ` id="${escapeValue(fresh)}"${copy}`);
}

function closed(run: Run & { readonly kind: 'pc-close' }, fresh: string | undefined): Run {
  if (fresh === undefined || fresh === '') return run;
  return {
    ...run,
    data: run.data.replace(/\sstartRef\s*=\s*(?:"[^"]*"|'[^']*')/u, ` startRef="${escapeValue(fresh)}"`),
  };
}
