import type { Project } from '@helve/project';
import type { Terminal } from '../../terminal.js';
import { askForTrust } from './ask-for-trust.js';
import { callRecord, recordData, type RecordCall } from './call-record.js';
import { createLogPrinter } from './print-log.js';
import { createRunProgress } from './run-progress.js';

/** A call of a record that may run a flow on the way. */
export interface FlowCall extends Pick<RecordCall, 'tool' | 'input'> {
  /** Digest of the programs that the person has agreed to. */
  readonly trustExec: string | undefined;
}

/** Calls a record and returns its data, with progress and logs on the terminal; programs need the consent of the person. */
export async function callWithProgress(
  project: Project,
  { tool, input, trustExec }: FlowCall,
  terminal: Terminal,
): Promise<unknown> {
  const progress = createRunProgress(terminal);
  const { print } = createLogPrinter(terminal, () => progress.clear());
  const door: RecordCall['door'] = {
    cwd: terminal.io.cwd,
    agrees: (exec) => askForTrust(exec, trustExec, terminal),
    onProgress: (event) => progress.show(event),
    log: print,
  };
  const response = await callRecord(project, { tool, input, door }, terminal);
  progress.clear();
  return recordData(response);
}
