import { isPlainObject } from '@helve/core';
import { isExchangeReport, type ExchangeReport, type ExchangeRequest } from '@helve/project/run';
import type { Invocation } from '../command.js';
import { callRecord, recordData } from '../run/call-record.js';

/** Calls `l10n.exchange` with the terminal as the door. */
export async function callExchange(
  { terminal, openProjectForRun }: Pick<Invocation, 'terminal' | 'openProjectForRun'>,
  request: ExchangeRequest,
): Promise<ExchangeReport> {
  const project = await openProjectForRun({ tools: [] });
  const door = { cwd: terminal.io.cwd, agrees: async () => false };
  const data = recordData(await callRecord(project, { tool: 'l10n.exchange', input: request, door }, terminal));
  if (isPlainObject(data) && isExchangeReport(data)) return data;
  throw new TypeError('Cannot show the batches: the answer is not a report');
}
