import type { Run, Runs } from '@helve/flow';
import { formsOf, withForms } from '@helve/flow/content';
import { formatMessage } from '../messageformat/format-message.js';
import { parseMessage, type ParsedMessage } from '../messageformat/parse-message.js';

/** Reads a message. Without escaping, an apostrophe is a plain character, which ICU writes as two. */
export function readMessage(text: string, useEscaping: boolean): ParsedMessage {
  if (useEscaping || !text.includes("'")) return parseMessage(text);
  const parsed = parseMessage(text.replaceAll("'", "''"));
  if (parsed.ok) return { ok: true, runs: parsed.runs.map(withPlainData) };
  return { ...parsed, index: indexBefore(text, parsed.index) };
}

/** Restores the data of codes, in which apostrophes were doubled too. */
function withPlainData(run: Run): Run {
  if (run.kind === 'plural' || run.kind === 'select') {
    return withForms(
      run,
      formsOf(run).map(([key, runs]) => [key, runs.map(withPlainData)]),
    );
  }
  return 'data' in run && run.data.includes("''") ? { ...run, data: run.data.replaceAll("''", "'") } : run;
}

/** Returns the position in a text before its apostrophes were doubled. */
function indexBefore(text: string, doubled: number): number {
  let passed = 0;
  for (let at = 0; at < text.length; at += 1) {
    passed += text.charAt(at) === "'" ? 2 : 1;
    if (passed > doubled) return at;
  }
  return text.length;
}

/** Problem of a message that has no spelling. */
export const BRACE_PROBLEM = 'a brace in text needs the option useEscaping';

/** Writes a message; undefined for text that has no spelling without escaping: one with a brace. */
export function writeMessage(runs: Runs, useEscaping: boolean): string | undefined {
  if (useEscaping) return formatMessage(runs, 'doubled');
  if (hasBrace(runs)) return undefined;
  // Nothing needs a quote but apostrophes, which are plain characters here.
  return formatMessage(runs.map(withoutApostrophes), 'needed').replaceAll(APOSTROPHE, "'");
}

/** Stands for an apostrophe while a message is written: a character that no text may hold. */
const APOSTROPHE = '\uFDD0';

function withoutApostrophes(run: Run): Run {
  if (run.kind === 'plural' || run.kind === 'select') {
    return withForms(
      run,
      formsOf(run).map(([key, runs]) => [key, runs.map(withoutApostrophes)]),
    );
  }
  return run.kind === 'text' ? { ...run, text: run.text.replaceAll("'", APOSTROPHE) } : run;
}

function hasBrace(runs: Runs): boolean {
  return runs.some((run) => {
    if (run.kind === 'plural' || run.kind === 'select') return formsOf(run).some(([, inner]) => hasBrace(inner));
    return run.kind === 'text' && /[{}]/u.test(run.text);
  });
}
