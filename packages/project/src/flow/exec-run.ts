import type { ToolRecord } from '@helve/core';
import { createExecRunTool } from '@helve/l10n/run';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { Environment } from '../project-io.js';
import { namedOr } from '../reach/named-or.js';
import { onlyForSteps } from '../model/only-for-steps.js';

/** The record `exec.run`, for steps of flows alone: those have consent to what they run, a caller from afar has none. */
export function execRun(config: Pick<ResolvedConfig, 'resources'>, env: Environment): ToolRecord {
  const programOf = (command: string) => namedOr(command, 'programs', config);
  return onlyForSteps(
    createExecRunTool({ environment: env, programOf }),
    'Run the tool external-command, or a flow with it',
  );
}
