import { isToolError, type ToolError, type ToolResponse } from '@helve/core';
import { describeThrown } from '@helve/project';
import type { Terminal } from '../../terminal.js';
import { toFailureText } from '../../text/to-failure-text.js';

/** Failures that callers do not get to see, for the person at the terminal. */
export interface CallReports {
  readonly report: (thrown: unknown) => void;
  /** Adds the failure of the store to a refusal that it caused; tells it otherwise, since the call is not recorded. */
  explain(response: ToolResponse): ToolResponse;
}

/** Creates the reports of one call: a failure of the store is told once, with the answer, and all others at once. */
export function createCallReports({ printError }: Terminal): CallReports {
  let fault: ToolError | undefined;
  return {
    report: (thrown) => {
      if (isStoreFault(thrown)) fault ??= thrown;
      else printError(() => describeThrown(thrown));
    },
    explain: (response) => {
      if (fault === undefined) return response;
      const { message } = fault;
      if (!response.ok && response.error.details?.code === 'GOVERN_INTENT_NOT_STORED')
        return { ...response, error: { ...response.error, details: { ...response.error.details, reason: message } } };
      const unrecorded = fault;
      printError((style) => `The trail has no record of this call:\n${toFailureText(unrecorded, style)}`);
      return response;
    },
  };
}

function isStoreFault(thrown: unknown): thrown is ToolError {
  return isToolError(thrown) && thrown.code?.startsWith('STORE_') === true;
}
