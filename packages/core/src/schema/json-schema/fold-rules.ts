import type { Rule } from './run.js';

/** One rule out of many: all must hold. Undefined when there is none. */
export function foldRules<T>(rules: readonly Rule<T>[]): Rule<T> | undefined {
  const [first, second] = rules;
  if (first === undefined || second === undefined) return first;
  if (rules.length === 2) return both(first, second);
  return (value, run, evaluated) => {
    let ok = true;
    for (const rule of rules) {
      if (rule(value, run, evaluated)) continue;
      if (run.decided) return false;
      ok = false;
    }
    return ok;
  };
}

function both<T>(first: Rule<T>, second: Rule<T>): Rule<T> {
  return (value, run, evaluated) => {
    const ok = first(value, run, evaluated);
    if (!ok && run.decided) return false;
    return second(value, run, evaluated) && ok;
  };
}
