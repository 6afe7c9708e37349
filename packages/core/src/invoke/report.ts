import { isToolError } from '../errors/tool-error.js';
import type { Invocation } from './invocation.js';
import type { Report, ReportPlace } from './invoke-options.js';
import { scrubThrown } from './scrub.js';

/** Without a reporter of the application's own: one line, and no values in it. */
const consoleReport: Report = (thrown, { toolId, requestId, stage, hook }) => {
  const where = stage === undefined ? '' : ` in ${stage}${hook === undefined || hook === '' ? '' : ` of ${hook}`}`;
  // What is wrong with a configuration holds names only, and is of no use unless it is said.
  const isConfig = isToolError(thrown, 'CALL_CONFIG_INVALID');
  const what = isConfig ? thrown.message : thrown instanceof Error ? thrown.name : typeof thrown;
  console.error(`Helve: ${what} during a call of "${toolId}"${where} (request ${requestId})`.replaceAll(/\s+/g, ' '));
};

/** Tells the reporter of something that does not change the answer; a reporter that throws changes nothing either. */
export function reportFrom(
  inv: Pick<Invocation, 'options' | 'requestId' | 'tool' | 'secrets'>,
  thrown: unknown,
  place?: Partial<ReportPlace>,
): void {
  tell(inv.options.report, scrubThrown(inv, thrown), { toolId: inv.tool.id, requestId: inv.requestId, ...place });
}

export function tell(report: Report | undefined, thrown: unknown, place: ReportPlace): void {
  try {
    (report ?? consoleReport)(thrown, place);
  } catch {
    // The last line of defence: there is nobody left to tell.
  }
}
