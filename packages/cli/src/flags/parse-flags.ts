import { nearestNames } from '@helve/core';
import { didYouMean, type ProblemDetail } from '@helve/project';
import type { Flag } from './flag.js';
import { isSwitch } from './plan-flags.js';

/** A flag of a command itself. */
export interface OwnFlag {
  readonly name: string;
  /** One letter that stands for it after a single dash. */
  readonly short?: string;
  /** Placeholder of its value in help; a flag without one stands alone. */
  readonly value?: string;
  /** True for a flag that may be repeated; its value is a list then. */
  readonly several?: true;
  readonly docs: string;
}

/** One value for one parameter, still as text. */
export interface Assignment {
  readonly flag: Flag;
  readonly text: string;
  /** Written `--flag:=JSON`: the whole value, whatever the flag expects. */
  readonly asJson: boolean;
}

export interface ParsedFlags {
  readonly assignments: readonly Assignment[];
  /** The command's own flags; one that stands alone has an empty text. */
  readonly own: ReadonlyMap<string, string>;
  /** Every `--config`: the one flag of a command that may stand several times. */
  readonly configs: readonly string[];
  readonly findings: readonly ProblemDetail[];
}

type Target = { readonly own: OwnFlag } | { readonly flag: Flag; readonly says?: 'true' | 'false' };

/**
 * Splits an argument list into values.
 *
 *     --name value   --name=value   --name:=JSON   --yes-or-no   --no-yes-or-no
 */
export function parseFlags(argv: readonly string[], flags: readonly Flag[], ownFlags: readonly OwnFlag[]): ParsedFlags {
  const targets = targetsByName(flags, ownFlags);
  const assignments: Assignment[] = [];
  const own = new Map<string, string>();
  const configs: string[] = [];
  const findings: ProblemDetail[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = split(argv[at] ?? '');
    if (word === undefined) {
      findings.push(unexpected(argv[at] ?? ''));
      continue;
    }
    const target = targets.get(word.name);
    if (target === undefined || (word.asJson && 'own' in target)) {
      findings.push(unknown(word.name, targets));
      // The word after an unknown flag is most likely its value: one mistake, one message.
      if (word.text === undefined && isValue(argv[at + 1])) at++;
      continue;
    }
    const alone = 'own' in target ? target.own.value === undefined : target.says !== undefined && !word.asJson;
    let text = word.text ?? (alone ? standing(target) : undefined);
    if (text === undefined && isValue(argv[at + 1])) text = argv[++at];
    if (text === undefined)
      findings.push({
        where: `--${word.name}`,
        message: 'A value is missing',
        suggestion: `One that begins with "--" is written --${word.name}=VALUE`,
      });
    else if (word.text !== undefined && refusesText(target))
      findings.push({ where: `--${word.name}`, message: 'It takes no value' });
    else if ('own' in target) {
      own.set(target.own.name, text);
      if (target.own.name === 'config') configs.push(text);
    } else assignments.push({ flag: target.flag, text, asJson: word.asJson });
  }
  return { assignments, own, configs, findings: [...findings, ...repeated(assignments)] };
}

function targetsByName(flags: readonly Flag[], ownFlags: readonly OwnFlag[]): Map<string, Target> {
  const targets = new Map<string, Target>(ownFlags.map((own) => [own.name, { own }]));
  for (const flag of flags) {
    targets.set(flag.name, isSwitch(flag.shape, flag.repeatable) ? { flag, says: 'true' } : { flag });
    if (flag.negation !== undefined) targets.set(flag.negation, { flag, says: 'false' });
  }
  return targets;
}

function split(word: string): { name: string; text: string | undefined; asJson: boolean } | undefined {
  if (word === '-h') return { name: 'help', text: undefined, asJson: false };
  if (!word.startsWith('--') || word === '--') return undefined;
  const equals = word.indexOf('=');
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const asJson = name.endsWith(':');
  return { name: asJson ? name.slice(0, -1) : name, text: equals < 0 ? undefined : word.slice(equals + 1), asJson };
}

function isValue(word: string | undefined): word is string {
  return word !== undefined && !word.startsWith('--');
}

function standing(target: Target): string {
  return 'own' in target ? '' : (target.says ?? '');
}

function refusesText(target: Target): boolean {
  return 'own' in target ? target.own.value === undefined : target.says === 'false';
}

function unknown(name: string, targets: ReadonlyMap<string, Target>): ProblemDetail {
  const near = nearestNames(name, targets.keys(), 1).map((flag) => `--${flag}`);
  return { where: `--${name}`, message: 'There is no such flag', ...didYouMean(near) };
}

function unexpected(word: string): ProblemDetail {
  if (/^-[^-]/.test(word)) {
    const suggestion = `Flags begin with two dashes; a file with such a name is written ./${word}`;
    return { where: word, message: 'There is no such flag', suggestion };
  }
  return { where: word, message: 'Expected a flag here', suggestion: 'Values follow their flag, as in --name value' };
}

function repeated(assignments: readonly Assignment[]): ProblemDetail[] {
  const counts = new Map<Flag, number>();
  for (const { flag } of assignments) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  return [...counts]
    .filter(([flag, count]) => count > 1 && !flag.repeatable)
    .map(([flag, count]) => ({ where: `--${flag.name}`, message: `It is given ${count} times and holds one value` }));
}
