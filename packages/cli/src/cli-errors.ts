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
  CLI_TOOL_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the tool "{tool}"',
    docs: 'List the tools with `helve tools`',
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
  CLI_MCP_FILE_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot read the MCP servers in "{file}": {problem}',
    docs: 'Correct the file, or write its servers anew with `helve mcp add`',
  },
  CLI_MCP_SERVER_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the MCP server "{server}"',
    docs: 'List the servers with `helve mcp ls`, or add one with `helve mcp add`',
  },
  CLI_VARIABLE_MISSING: {
    type: 'NOT_FOUND',
    message: 'Cannot fill in the variable "{name}": the environment has none of this name',
    docs: 'Set the variable where helve runs',
  },
  CLI_CONFIG_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find a config file: {problem}',
    docs: 'Write one with `helve init`, or name one with `--config FILE`',
  },
  CLI_CONFIG_AMBIGUOUS: {
    type: 'CONFLICT',
    message: 'Cannot choose a config file in "{folder}": {files} are both there',
    docs: 'Keep one of them, or name one with `--config FILE`',
  },
  CLI_CONFIG_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot use "{file}": {problem}',
    docs: 'Correct the config; `helve help init` lists every key',
  },
  CLI_CONFIG_EXISTS: {
    type: 'CONFLICT',
    message: 'Cannot write "{file}": {problem}',
    docs: 'Keep the file that is there, or write over it with `--force`',
  },
  CLI_MODULE_FAILED: {
    type: 'VALIDATION',
    message: 'Cannot load {what}: {problem}',
    docs: 'Correct the file that is named',
  },
  CLI_TOOLS_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot register the tools of "{file}": {problem}',
    docs: 'Correct the tools that are named; nothing was registered',
  },
  CLI_WRITE_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot write "{file}": {problem}',
    docs: 'Check that the folder exists and may be written',
  },
  CLI_UNGOVERNED: {
    type: 'PERMANENT',
    message: 'Cannot answer approvals in "{file}": its `govern` is false, so nothing asks for any',
    docs: 'Leave `govern` out of the config, or choose a preset',
  },
  CLI_APPROVAL_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find approval "{id}": there is none of this id',
    docs: 'See what waits with `helve approvals ls`; requests are forgotten a day after they expire',
  },
  CLI_APPROVAL_OVER: {
    type: 'CONFLICT',
    message: 'Cannot decide approval "{id}": it is {state}',
    docs: 'What was decided stays decided; make the call again to ask anew',
  },
  CLI_APPROVAL_NOT_EDITABLE: {
    type: 'VALIDATION',
    message: 'Cannot edit approval "{id}": it holds no arguments of a tool',
    docs: 'Only a call that waits for a confirmation can be edited; approve or reject this one as it is',
  },
  CLI_FILES_NOT_GRANTED: {
    type: 'AUTH',
    message: 'Cannot use files with "{tool}": the caller lacks the scope "helve:flows"',
    docs: 'Send the text itself, show the start token, or use a key with that scope',
  },
  CLI_RECORD_AMBIGUOUS: {
    type: 'CONFLICT',
    message: 'Cannot tell which record of request "{request}" is meant: several callers chose this id',
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
    docs: 'Say `--execute` if it may',
  },
  CLI_TRAIL_BROKEN: {
    type: 'PERMANENT',
    message: 'Cannot anchor the trail: it is broken at record {seq}: {problem}',
    docs: 'Look at it with `helve trail verify`',
  },
  CLI_ANCHOR_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot hand the anchor over: the command ended with {code}',
    docs: 'Try the command of `--exec` on its own, with a line on its stdin',
  },
  CLI_HOST_NOT_RUNNING: {
    type: 'NOT_FOUND',
    message: 'Cannot {verb}: no host of workers runs in "{folder}"',
    docs: 'Start one with `helve serve`, and leave it running',
  },
  CLI_ADD_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot add "{source}": {problem}',
    docs: 'Correct what is named; nothing was added',
  },
  CLI_REPLAY_INPUT_NEEDED: {
    type: 'VALIDATION',
    message: 'Cannot replay request "{request}": the record does not hold {count} of its input',
    docs: 'Give what was redacted as JSON in a file: `--input FILE`; it goes over the recorded input',
  },
  CLI_PATH_REFUSED: {
    type: 'AUTH',
    message: 'Cannot use "{path}": {problem}',
    docs: 'Open folders to callers of a server with `roots` in the config; at the terminal every file can be named',
  },
  CLI_VALUE_REFUSED: {
    type: 'AUTH',
    message: 'Cannot set "{parameter}" of "{tool}" to "{value}": {problem}',
    docs: 'Name it in the config, and let callers say the name; at the terminal the value itself can be given',
  },
  CLI_MEMORY_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the memory "{name}": there is no file "{path}"',
    docs: 'List the memories with `helve tm ls`; fill one with `helve tm import FILE` or `helve tm learn FILES`',
  },
  CLI_MODEL_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot talk to the model "{model}": the config names no such model',
    docs: 'Name one under `models` in the config',
  },
  CLI_KEY_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot revoke the key "{id}": there is no such key, or it was revoked before',
    docs: '`helve keys ls` lists the keys and their ids',
  },
  CLI_MODEL_UNNAMED: {
    type: 'VALIDATION',
    message: 'Cannot talk to {vendor}: no model is named',
    docs: 'Name one with `model`, or describe it under `models` in the config and name that as the provider',
  },
  CLI_MODEL_KEY_MISSING: {
    type: 'AUTH',
    message: 'Cannot talk to the model "{model}": the variable {keyFrom} is not set',
    docs: 'Set it to the key that the vendor gave you, or name another variable with `keyFrom`',
  },
  CLI_MODEL_SDK_MISSING: {
    type: 'PERMANENT',
    message: 'Cannot talk to the model "{model}": the package {sdk} is not installed',
    docs: 'Install it beside helve with `npm install`',
  },
} as const;

/** A code of the table below. */
export type CliErrorCode = keyof typeof rows;

/** What can go wrong in the terminal, before or around a call. */
export const cliErrors = defineErrors('cli', rows);

/** One problem of several, with the flag, key or file it is about. */
export interface Finding {
  readonly where: string;
  readonly message: string;
  readonly suggestion?: string;
}

/** `a problem` or `3 problems`. */
export function countProblems(findings: readonly unknown[]): string {
  return findings.length === 1 ? 'a problem' : `${findings.length} problems`;
}

/** The end of a message about a misspelt name: what may have been meant. */
export function didYouMean(near: readonly string[]): { readonly suggestion?: string } {
  return near.length === 0 ? {} : { suggestion: `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?` };
}
