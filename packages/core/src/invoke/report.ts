import { createRedactor } from '../redact/redactor.js';
import { markedTexts, marksFields } from '../schema/marked-fields.js';
import { isToolError } from '../errors/tool-error.js';
import type { Call } from './context/call.js';
import type { Report, ReportPlace } from './invoke-options.js';

/** Stands in for a reporter of the application's own: one line, and no values in it. */
const consoleReport: Report = (thrown, { toolId, requestId, stage, hook }) => {
  const where = stage === undefined ? '' : ` in ${stage}${hook === undefined || hook === '' ? '' : ` of ${hook}`}`;
  // A problem of the configuration holds names only, and is of no use unless it is printed.
  const isConfig = isToolError(thrown, 'CALL_CONFIG_INVALID');
  const what = isConfig ? thrown.message : thrown instanceof Error ? thrown.name : typeof thrown;
  console.error(`Helve: ${what} during a call of "${toolId}"${where} (request ${requestId})`.replaceAll(/\s+/g, ' '));
};

/** Reports something that does not change the answer of a call. */
export function reportFrom(call: Call, thrown: unknown, place?: Partial<ReportPlace>): void {
  const { tool, requestId, options } = call;
  report(options.report, scrubThrown(call, thrown), { toolId: tool.id, requestId, ...place });
}

/** Calls the reporter of the application, or the console; one that throws changes nothing. */
export function report(reporter: Report | undefined, thrown: unknown, place: ReportPlace): void {
  try {
    (reporter ?? consoleReport)(thrown, place);
  } catch {
    // The last line of defence: there is nobody left to report to.
  }
}

/** Takes the secrets of a call out of something that is about to leave it; most calls have none. */
export function scrub<T>({ additions: { secrets } }: Pick<Call, 'additions'>, value: T): T {
  if (secrets === undefined) return value;
  return createRedactor({ secrets, keys: [], patterns: [] }).redact(value).value as T;
}

/** Takes the secrets out of something thrown: an error keeps its name and loses what it must not say. */
export function scrubThrown(call: Pick<Call, 'additions'>, thrown: unknown): unknown {
  if (call.additions.secrets === undefined) return thrown;
  if (!(thrown instanceof Error)) return scrub(call, thrown);
  const clean = new Error(scrub(call, thrown.message));
  clean.name = thrown.name;
  clean.stack = scrub(call, thrown.stack ?? '');
  return clean;
}

/** Makes secrets of what the schema of a tool marks in its input: an error must not tell it. */
export function hideMarkedInput({ tool, values, options: { rawInput }, additions }: Call): void {
  // The common case: a schema that marks nothing was read once.
  if (!marksFields(tool.inputSchema, 'input')) return;
  const texts = [rawInput, values.input].flatMap((value) => markedTexts(value, tool.inputSchema, 'input'));
  if (texts.length > 0) (additions.secrets ??= []).push(...new Set(texts));
}
