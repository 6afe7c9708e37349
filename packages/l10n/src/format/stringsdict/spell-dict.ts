import { textRun, type Block, type LocaleId, type PluralRun, type Run, type Runs } from '@helve/flow';
import { dataText, formsOf, hasForms } from '@helve/flow/content';
import { planForms, type PluralCategory } from '../plural/plan-members.js';
import { readingOf } from '../plural/plural-reading.js';
import { escapeXmlText } from '../xml/escape-xml.js';
import { caseKeys, formatKey, pluralType, typeKey, valueTypeKey } from './rule.js';

/** Writes the content of a new `<string>`. */
export type EncodeString = (runs: Runs) => string;

/** Spells the lines of the rule of a new entry. */
export function spellRule(block: Block, locale: LocaleId, encode: EncodeString): readonly string[] {
  const [only] = block.source;
  if (only?.kind === 'select' && block.source.length === 1 && Object.hasOwn(caseKeys, only.pivot)) {
    const widest = block.properties['widest'] ?? '1000';
    const cases = formsOf(only).flatMap(([name, runs]) => {
      const key = name === 'other' && only.pivot === 'width' ? widest : name;
      return [keyLine(key), ...spellFormat(runs, locale, encode)];
    });
    return inDict([keyLine(caseKeys[only.pivot] ?? ''), ...inDict(cases)]);
  }
  return spellFormat(block.source, locale, encode, true);
}

/** Spells a text: a dictionary where it has variables, or where one is asked for. */
function spellFormat(runs: Runs, locale: LocaleId, encode: EncodeString, asDict = false): readonly string[] {
  const plurals = new Map<string, PluralRun>();
  const hasSeveral = new Set(runs.flatMap((run) => (run.kind === 'plural' ? [run.pivot] : []))).size > 1;
  const flat = (content: Runs): Runs =>
    content.flatMap((run): readonly Run[] => {
      if (run.kind === 'select') return flat(readingOf([run], () => 'other'));
      if (run.kind !== 'plural') return [run];
      if (!plurals.has(run.pivot)) plurals.set(run.pivot, run);
      const number = hasSeveral ? `${[...plurals.keys()].indexOf(run.pivot) + 1}$` : '';
      return [textRun(`%${number}#@${run.pivot}@`)];
    });
  const format = stringLine(encode(flat(runs)));
  if (plurals.size === 0 && !asDict) return [format];
  const variables: string[] = [];
  for (const [name, plural] of plurals) {
    const { members } = planForms(plural, { locale, zeroIsExact: true });
    const spelled = new Map(Array.from(members, ([category, member]) => [category, flat(member)] as const));
    variables.push(...spellVariable(name, spelled, encode));
  }
  return inDict([keyLine(formatKey), format, ...variables]);
}

/** Spells the lines of a variable, with the types that run times ask for. */
export function spellVariable(
  name: string,
  members: ReadonlyMap<PluralCategory, Runs>,
  encode: EncodeString,
): readonly string[] {
  const forms = Array.from(members, ([category, runs]) => [keyLine(category), stringLine(encode(runs))]).flat();
  const types = [keyLine(typeKey), stringLine(pluralType), keyLine(valueTypeKey), stringLine(valueType(members))];
  return [keyLine(name), ...inDict([...types, ...forms])];
}

/** Returns the type of the number that forms show: that of their first code for one. */
function valueType(members: ReadonlyMap<PluralCategory, Runs>): string {
  for (const runs of members.values()) {
    const text = dataText(runs.filter((run) => !hasForms(run)));
    const found = /%(?:\d+\$)?[-+ 0',]*[\d.]*((?:hh|h|ll|l|q|z|t|j)?[diouxXfFeEgG])/u.exec(text.replaceAll('%%', ''));
    if (found?.[1] !== undefined) return found[1];
  }
  return 'd';
}

function inDict(lines: readonly string[]): readonly string[] {
  return ['<dict>', ...lines.map((line) => `\t${line}`), '</dict>'];
}

/** Spells a `<key>`. */
export function keyLine(name: string): string {
  return `<key>${escapeXmlText(name)}</key>`;
}

function stringLine(content: string): string {
  return `<string>${content}</string>`;
}
