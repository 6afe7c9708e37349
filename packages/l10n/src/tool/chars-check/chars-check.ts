import { PortTarget, units, unitText, type RunRange, type Unit } from '@helve/flow';
import { hygieneText, OBJECT_CHAR } from '@helve/flow/content';
import { checkPorts } from '../../check/check-port.js';
import { severitiesProperty } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { textRangeIn, wholeUnit } from '../../check/unit-range.js';
import { createUnmappableFinder, shownChars, type UnmappableChar } from '../../format/text/unmappable.js';
import { codePointLabel } from '../../text/code-point-label.js';
import { undoMojibake } from '../../text/undo-mojibake.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { unknownEncoding } from '../../tool-kit/unknown-encoding.js';
import { charsRules, type CharsRule } from './chars-rules.js';

/** Finds forbidden, missing and corrupted characters in targets. */
export const charsCheck = flowToolEntry({
  meta: {
    id: 'chars-check',
    version: '1.0.0',
    category: 'validate',
    displayName: 'Character check',
    description: 'Finds forbidden, missing, corrupted and unencodable characters in targets.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: checkPorts,
  },
  properties: {
    forbiddenChars: { type: 'string', default: '', description: 'Characters that no target may contain.' },
    requiredChars: { type: 'string', default: '', description: 'Characters that every target must contain.' },
    checkCorrupted: {
      type: 'boolean',
      default: true,
      description: 'Report what a wrong encoding leaves behind: corrupted, lost and control characters.',
    },
    charset: {
      type: 'string',
      default: '',
      description: 'Encoding that must have every character; empty means any.',
    },
    severities: severitiesProperty(charsRules),
    targetLocale: targetLocaleProperty,
  },
  resolve: ({ charset }) => ({
    diagnostics: charset === '' ? [] : unknownEncoding(charset, '/charset'),
  }),
  create: ({ forbiddenChars, requiredChars, checkCorrupted, charset, severities }) => {
    const rules: readonly UnitRule[] = [
      forbiddenRule(new Set(forbiddenChars)),
      requiredRule([...new Set(requiredChars)]),
      ...(charset === '' ? [] : [charsetRule(charset)]),
      ...(checkCorrupted ? [corruptedRule, mojibakeRule] : []),
    ];
    return {
      annotate(view, ctx) {
        const variant = targetLocale(ctx);
        const target = view.target(variant)?.runs;
        if (!view.translatable || target === undefined) return;
        const drafts = units(target).flatMap((unit) => {
          const text = unitText(unit.runs);
          return rules.flatMap((rule) => rule({ unit, text, variant })).map((fault) => toDraft(fault, variant));
        });
        reportFindings(view, 'chars-check', drafts, { variant, severities });
      },
    };
  },
});

interface TargetUnit {
  readonly unit: Unit;
  readonly text: string;
  readonly variant: string;
}

interface Fault extends Pick<FindingDraft, 'message' | 'subject' | 'suggestion' | 'metadata'> {
  readonly rule: CharsRule;
  readonly range: RunRange;
}

type UnitRule = (target: TargetUnit) => readonly Fault[];

function toDraft(fault: Fault, variant: string): FindingDraft {
  return { ...fault, severity: charsRules[fault.rule].severity, side: variant };
}

/** Lists a fault for each character of a text that a rule names. */
function eachChar({ unit, text }: TargetUnit, ruleOf: (char: string) => CharsRule | undefined): readonly Fault[] {
  const faults: Fault[] = [];
  let index = 0;
  for (const char of text) {
    const rule = ruleOf(char);
    const end = index + char.length;
    if (rule !== undefined) {
      const message = messages[rule](char);
      faults.push({ rule, message, range: textRangeIn(unit, index, end), subject: char });
    }
    index = end;
  }
  return faults;
}

const messages: Readonly<Record<CharsRule, (char: string) => string>> = {
  'chars.forbidden': (char) => `The character "${char}" (${codePointLabel(char)}) is forbidden`,
  'chars.required-missing': (char) => `The character "${char}" (${codePointLabel(char)}) is missing`,
  'chars.charset': (char) => `The encoding does not have ${char}`,
  'chars.mojibake': () => 'The text is UTF-8 that was read as Windows-1252',
  'chars.replacement': () => 'A character was lost: U+FFFD is in its place',
  'chars.control': (char) => `The text contains the control character ${codePointLabel(char)}`,
};

function forbiddenRule(forbidden: ReadonlySet<string>): UnitRule {
  if (forbidden.size === 0) return () => [];
  return (target) => eachChar(target, (char) => (forbidden.has(char) ? 'chars.forbidden' : undefined));
}

function requiredRule(required: readonly string[]): UnitRule {
  const rule = 'chars.required-missing';
  return ({ unit, text }) =>
    required
      .filter((char) => !text.includes(char))
      .map((char) => ({ rule, message: messages[rule](char), range: wholeUnit(unit), subject: char }));
}

/** Creates the charset rule; all characters that the encoding lacks make one finding, from the first to the last. */
function charsetRule(charset: string): UnitRule {
  const find = createUnmappableFinder(charset);
  return ({ unit, text }) => {
    const found = find(text);
    const [first] = found;
    if (first === undefined) return [];
    const end = Math.max(...found.map(({ char }) => text.lastIndexOf(char) + char.length));
    const message = `"${charset}" does not have ${shownChars(found)}`;
    const subject = found.map(({ char }) => char).join('');
    const metadata = { charset, characters: found.map(toJson) };
    return [{ rule: 'chars.charset', message, range: textRangeIn(unit, first.index, end), subject, metadata }];
  };
}

function toJson({ char, count }: UnmappableChar) {
  return { character: char, codePoint: codePointLabel(char), count };
}

// oxlint-disable-next-line no-control-regex -- these are the characters in question
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/u;
const suspect = new RegExp(`${control.source}|\uFFFD`, 'u');

const corruptedRule: UnitRule = (target) => {
  if (!suspect.test(target.text)) return [];
  return eachChar(target, (char) => {
    if (char === '\uFFFD') return 'chars.replacement';
    return control.test(char) ? 'chars.control' : undefined;
  });
};

const mojibakeRule: UnitRule = ({ unit, variant }) => {
  const shape = hygieneText(unit.runs);
  const meant = undoMojibake(shape, variant);
  if (meant === undefined) return [];
  const rule = 'chars.mojibake';
  const suggestion = meant.replaceAll(OBJECT_CHAR, '…');
  return [{ rule, message: messages[rule](''), range: wholeUnit(unit), subject: shape, suggestion }];
};
