import type { ToolRecord } from '@helve/core';
import { createExecRunTool } from '@helve/l10n/run';
import type { Io } from '../io.js';
import { onlyForSteps } from '../model/only-for-steps.js';

/** The record `exec.run`, for steps of flows alone: those have consent to what they run, a caller from afar has none. */
export function execRun(env: Io['env']): ToolRecord {
  return onlyForSteps(createExecRunTool({ environment: env }), 'Run the tool external-command, or a flow with it');
}
