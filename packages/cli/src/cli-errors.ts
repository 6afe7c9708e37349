import { defineErrors } from '@helve/core';

const rows = {
  CLI_USAGE: {
    type: 'VALIDATION',
    message: 'Cannot run helve: {problem}',
    docs: 'See `helve help`, or `helve help COMMAND`',
  },
  CLI_ARGUMENTS_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot call "{tool}": {problem}',
    docs: 'See the flags of the tool with `helve call NAME --help`',
  },
  CLI_OUTPUT_SCHEMA_MISSING: {
    type: 'NOT_FOUND',
    message: 'Cannot show the output schema of "{tool}": it has none',
    docs: 'Leave out `--output` to see the input schema',
  },
  CLI_INPUT_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot read the input from {source}: {problem}',
    docs: 'Give `--input` a file with a JSON object, or `-` for stdin',
  },
  CLI_APPROVAL_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find the approval "{id}"',
    docs: 'See what waits with `helve approvals ls`; requests are forgotten a day after they expire',
  },
  CLI_APPROVAL_OVER: {
    type: 'CONFLICT',
    message: 'Cannot decide approval "{id}": it is {state}',
    docs: 'A decision is final; make the call again to ask again',
  },
  CLI_RECORD_AMBIGUOUS: {
    type: 'CONFLICT',
    message: 'Cannot choose a record of request "{request}": several callers used this id',
    docs: 'Look at them with `helve trail show`; callers choose the ids of their requests themselves',
  },
  CLI_RECORD_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the record of request "{request}"',
    docs: 'List the records with `helve trail ls`',
  },
  CLI_RECORD_NOT_UNKNOWN: {
    type: 'CONFLICT',
    message: 'Cannot close the call of request "{request}": its outcome is "{outcome}"',
    docs: 'Only calls of unknown outcome can be closed: list them with `helve trail ls --unknown`',
  },
  CLI_REPLAY_WRITES: {
    type: 'PERMANENT',
    message: 'Cannot replay a call of "{tool}": the tool writes, and would do so again',
    docs: 'Add `--execute` to run it anyway',
  },
  CLI_TRAIL_BROKEN: {
    type: 'PERMANENT',
    message: 'Cannot anchor the trail: it is broken at record {seq}: {problem}',
    docs: 'Inspect it with `helve trail verify`',
  },
  CLI_ANCHOR_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot pass the anchor on: the command exited with {code}',
    docs: 'Try the command of `--exec` on its own, with a line on its stdin',
  },
  CLI_HOST_NOT_RUNNING: {
    type: 'NOT_FOUND',
    message: 'Cannot {verb}: no host of workers runs in "{folder}"',
    docs: 'Start one with `helve serve`, and leave it running',
  },
  CLI_REPLAY_INPUT_NEEDED: {
    type: 'VALIDATION',
    message: 'Cannot replay request "{request}": the record does not hold {count} of its input',
    docs: 'Give the missing values as JSON in a file: `--input FILE`; it is merged over the recorded input, and takes the place of one that was too large to be recorded',
  },
  CLI_KEY_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot revoke the key "{id}": there is no such key, or it was revoked before',
    docs: '`helve keys ls` lists the keys and their ids',
  },
} as const;

/** A code of the table above. */
export type CliErrorCode = keyof typeof rows;

/** Failures of reading a command line, and of what only a terminal does. */
export const cliErrors = defineErrors('cli', rows);
