import { isToolError } from '../errors/tool-error.js';
import type { Call } from './context/call.js';
import type { Report, ReportPlace } from './invoke-options.js';
import { scrubThrown } from './scrub.js';

/** Stands in for a reporter of the application's own: one line, and no values in it. */
const consoleReport: Report = (thrown, { toolId, requestId, stage, hook }) => {
  const where = stage === undefined ? '' : ` in ${stage}${hook === undefined || hook === '' ? '' : ` of ${hook}`}`;
  // What is wrong with a configuration holds names only, and is of no use unless it is said.
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
