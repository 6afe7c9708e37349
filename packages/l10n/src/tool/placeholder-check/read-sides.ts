import { units, type BlockView, type Runs } from '@helve/flow';
import { dataText, containsForms, topPath } from '@helve/flow/content';
import type { Dialect } from '../../dialect/dialect.js';
import { messageFault, type Fault } from '../../dialect/find-fault.js';
import { hasMessageForms, hasTypedArguments } from '../../dialect/has-message-forms.js';
import { inlineId } from '../../check/unit-code.js';
import { hasPipeForms } from '../../text/pipe-forms.js';
import { parseMessage } from '../../format/messageformat/parse-message.js';
import { protectedWords } from '../../tool-kit/protected-words.js';
import type { PlaceholderSide } from './collect-placeholders.js';

/** Both sides of a block, as placeholders are read in them. */
export interface PlaceholderSides {
  readonly source: PlaceholderSide;
  readonly target: PlaceholderSide;
  /** Fault of a target whose source is a message. */
  readonly broken: Fault | undefined;
  /** Fault of a source that is meant as a message. */
  readonly brokenSource: Fault | undefined;
}

/** Reads both sides: as a message if the source is one, else as codes and text. */
export function readSides(view: BlockView, variant: string, target: Runs, dialect: Dialect): PlaceholderSides {
  const { source } = view;
  const protectedTexts = protectedWords(view, variant);
  if (isMixed(source)) {
    const mixed = { message: undefined, dialect: 'no-brace', kept: protectedTexts, hasForms: true } as const;
    return {
      source: { ...mixed, runs: source },
      target: { ...mixed, runs: target },
      broken: undefined,
      brokenSource: undefined,
    };
  }
  const hasForms = hasPipeForms(dataText(source)) || hasPipeForms(dataText(target));
  const sourceMessage = messageIn(source);
  const isMessage = sourceMessage !== undefined || containsForms(source);
  const text = isMessage && !containsForms(target) ? dataText(target) : undefined;
  const broken = text === undefined ? undefined : messageFault(text);
  const targetMessage = text === undefined || broken !== undefined ? messageIn(target) : parsed(text);
  return {
    source: { runs: source, message: sourceMessage, dialect, kept: protectedTexts, hasForms },
    target: { runs: target, message: targetMessage, dialect, kept: protectedTexts, hasForms },
    broken,
    brokenSource: sourceFault(source, dialect),
  };
}

function sourceFault(source: Runs, dialect: Dialect): Fault | undefined {
  if (containsForms(source)) return undefined;
  const text = dataText(source);
  return dialect === 'icu' || hasTypedArguments(text) ? messageFault(text) : undefined;
}

/** True for an ICU message around the inline codes of an XLIFF file, as Angular writes it: its braces are no placeholders. */
function isMixed(runs: Runs): boolean {
  if (containsForms(runs) || !hasMessageForms(dataText(runs))) return false;
  return runs.some((run) => 'data' in run && inlineId(run.data) !== undefined);
}

/** Parses a text that is an ICU message with forms, whatever the format took for codes in it. */
function messageIn(runs: Runs): Runs | undefined {
  if (containsForms(runs)) return undefined;
  const text = dataText(runs);
  return hasMessageForms(text) ? parsed(text) : undefined;
}

function parsed(text: string): Runs | undefined {
  if (!text.includes('{')) return undefined;
  const message = parseMessage(text);
  return message.ok ? message.runs : undefined;
}

/** Lists the written text of the units of a side, codes included. */
export function writtenUnits(
  runs: Runs,
): readonly { readonly text: string; readonly unit: ReturnType<typeof units>[number] }[] {
  if (!containsForms(runs)) return [{ text: dataText(runs), unit: { runs, path: topPath } }];
  return units(runs)
    .filter(({ runs: unit }) => !containsForms(unit))
    .map((unit) => ({ text: dataText(unit.runs), unit }));
}
