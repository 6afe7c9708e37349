import type { Runs } from '@helve/flow';
import { readArgument, type MessageArgument } from '../../dialect/message-argument.js';
import { editAt } from '../../check/edit-at.js';
import { sourceRun, targetRun, toDraft, type PairRule, type QaPair } from './qa-pair.js';

interface FoundArgument extends MessageArgument {
  readonly data: string;
  readonly index: number;
}

/**
 * Checks that arguments of ICU messages have the type of the source, and numbers the format of it. How a date or time is
 * written is up to each language.
 */
export const checkArguments: PairRule = (pair, found) => {
  if (!hasTyped(pair.source) && !hasTyped(pair.target)) return;
  const sources = argumentsIn(pair.source);
  const told = new Set<string>();
  for (const argument of argumentsIn(pair.target)) {
    const same = sources.filter(({ name }) => name === argument.name);
    const [first] = same;
    if (first === undefined || told.has(argument.name)) continue;
    const alike = same.filter(({ type }) => type === argument.type);
    const isFormatted = argument.type !== 'number' || alike.some(({ style }) => style === argument.style);
    if (alike.length > 0 && isFormatted) continue;
    told.add(argument.name);
    found.push(alike.length === 0 ? otherType(pair, first, argument) : otherFormat(pair, alike[0] ?? first, argument));
  }
};

/** True when some code is an argument with a type. */
function hasTyped(runs: Runs): boolean {
  return runs.some((run) => run.kind === 'ph' && run.data.startsWith('{') && run.data.includes(','));
}

function argumentsIn(runs: Runs): readonly FoundArgument[] {
  return runs.flatMap((run, index) => {
    const argument = run.kind === 'ph' ? readArgument(run.data) : undefined;
    return argument === undefined || run.kind !== 'ph' ? [] : [{ ...argument, data: run.data, index }];
  });
}

function otherType(pair: QaPair, source: FoundArgument, target: FoundArgument) {
  const message = `The argument "${source.data}" of the source is "${target.data}" in the target`;
  return toDraft(pair, 'qa.argument-type', message, {
    ...fields(pair, source, target),
    // A language may format a value of which the source says nothing.
    ...(source.type === '' ? { severity: 'minor' } : {}),
  });
}

function otherFormat(pair: QaPair, source: FoundArgument, target: FoundArgument) {
  const message = `The number "${source.data}" of the source is "${target.data}" in the target`;
  return toDraft(pair, 'qa.argument-format', message, fields(pair, source, target));
}

function fields(pair: QaPair, source: FoundArgument, target: FoundArgument) {
  const range = targetRun(pair, target.index);
  const run = pair.target[target.index];
  const edit =
    run?.kind === 'ph' && editAt({ runs: pair.target, path: pair.path }, range, [{ ...run, data: source.data }]);
  return {
    range,
    source: sourceRun(pair, source.index),
    subject: `${source.data}→${target.data}`,
    suggestion: `Write "${source.data}"`,
    ...(edit && { fix: [edit] }),
  };
}
