import { defineErrors } from '@helve/core';

const rows = {
  PROJECT_REQUEST_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot accept the request: {problem}',
    docs: 'Correct what is named',
  },
  PROJECT_TOOL_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the tool "{tool}"',
    docs: 'List the tools with `helve tools --all`',
  },
  PROJECT_MCP_FILE_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot read the MCP servers in "{file}": {problem}',
    docs: 'Correct the file, or add its servers again with `helve mcp add`',
  },
  PROJECT_MCP_SERVER_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the MCP server "{server}"',
    docs: 'List the servers with `helve mcp ls`, or add one with `helve mcp add`',
  },
  PROJECT_VARIABLE_MISSING: {
    type: 'NOT_FOUND',
    message: 'Cannot expand the variable "{name}": it is not set',
    docs: 'Set the variable where helve runs',
  },
  PROJECT_CONFIG_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find a config file: {problem}',
    docs: 'Write one with `helve init`, or name one with `--config FILE`',
  },
  PROJECT_CONFIG_AMBIGUOUS: {
    type: 'CONFLICT',
    message: 'Cannot choose a config file in "{folder}": {files} are both there',
    docs: 'Keep one of them, or name one with `--config FILE`',
  },
  PROJECT_CONFIG_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot use "{file}": {problem}',
    docs: 'Correct the config; `helve help init` lists every key',
  },
  PROJECT_FILE_EXISTS: {
    type: 'CONFLICT',
    message: 'Cannot write "{file}": {problem}',
    docs: 'Keep the existing file, or overwrite it with `--force`',
  },
  PROJECT_OUTPUT_EXISTS: {
    type: 'CONFLICT',
    message: 'Cannot write "{file}": it exists, and the run does not read it',
    docs: 'Keep its translations with `--existing`, replace it with `--overwrite`, or choose another path with `-o`',
  },
  PROJECT_JOB_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the job "{job}"',
    docs: 'List the jobs with `helve jobs`; settled ones are kept for seven days',
  },
  PROJECT_JOB_CHANGED: {
    type: 'CONFLICT',
    message: 'Cannot go on with the job "{job}": its flow, its settings or Helve itself are others now',
    docs: 'Run the files again, or restore what has changed; what the job has written stays',
  },
  PROJECT_JOB_OPEN: {
    type: 'CONFLICT',
    message: 'Cannot {action} the job "{job}": {problem}',
    docs: 'Look at the job with `helve jobs show`',
  },
  PROJECT_CHATS_FULL: {
    type: 'CONFLICT',
    message: 'Cannot start a conversation: {ofUser} of a user or {ofAll} of all users are open',
    docs: 'End one that is over with DELETE /v1/sessions/ID, or wait: after 30 minutes without a turn it makes room',
  },
  PROJECT_MODULE_FAILED: {
    type: 'VALIDATION',
    message: 'Cannot load {what}: {problem}',
    docs: 'Correct the file that is named',
  },
  PROJECT_TOOLS_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot register the tools of "{file}": {problem}',
    docs: 'Correct the tools that are named; nothing was registered',
  },
  PROJECT_WRITE_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot write "{file}": {problem}',
    docs: 'Check that the folder exists and may be written',
  },
  PROJECT_UNGOVERNED: {
    type: 'PERMANENT',
    message: 'Cannot answer approvals in "{file}": its `govern` is false, so no call waits for approval',
    docs: 'Leave `govern` out of the config, or choose a preset',
  },
  PROJECT_APPROVAL_NOT_EDITABLE: {
    type: 'VALIDATION',
    message: 'Cannot edit approval "{id}": it holds no arguments of a tool',
    docs: 'Only a call that waits for a confirmation can be edited; approve or reject this one as it is',
  },
  PROJECT_FILES_NOT_GRANTED: {
    type: 'AUTH',
    message: 'Cannot use files with "{tool}": the caller lacks the scope "helve:flows"',
    docs: 'Send the text itself, show the start token, or use a key with that scope',
  },
  PROJECT_ADD_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot add "{source}": {problem}',
    docs: 'Correct what is named; nothing was added',
  },
  PROJECT_PATH_REFUSED: {
    type: 'AUTH',
    message: 'Cannot use "{path}": {problem}',
    docs: 'Open folders to callers of a server with `roots` in the config; at the terminal every file can be named',
  },
  PROJECT_VALUE_REFUSED: {
    type: 'AUTH',
    message: 'Cannot set "{parameter}" of "{tool}" to "{value}": {problem}',
    docs: 'Define it in the config and let callers use its name; at the terminal the value itself can be given',
  },
  PROJECT_BATCH_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the batch "{batch}"',
    docs: 'List the batches with `helve exchange list`; `helve extract` makes one',
  },
  PROJECT_EXTRACT_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot extract "{file}": {problem}',
    docs: 'Correct what is named; nothing was written',
  },
  PROJECT_MERGE_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot merge into "{file}": {problem}',
    docs: 'Correct what is named; nothing was written',
  },
  PROJECT_NO_ORIGIN: {
    type: 'NOT_FOUND',
    message: 'Cannot merge "{file}": it names no batch, and no batch has sent any of its texts',
    docs: 'Name the batch with `--batch`; `helve exchange list` shows those that are out',
  },
  PROJECT_LOSSES_REFUSED: {
    type: 'PERMANENT',
    message: 'Cannot write as {format}: {problem}',
    docs: 'Choose a format that holds more, such as xliff2, or leave out `--strict`',
  },
  PROJECT_MEMORY_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot find the memory "{name}": there is no file "{path}"',
    docs: 'List the memories with `helve tm ls`; fill one with `helve tm import FILE` or `helve tm learn FILES`',
  },
  PROJECT_CONVERSATION_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot continue the conversation "{conversation}": you have no such conversation',
    docs: 'Begin a new one; a conversation ends half an hour after its last turn',
  },
  PROJECT_MODEL_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot talk to the model "{model}": the config names no such model',
    docs: 'Name one under `models` in the config',
  },
  PROJECT_MODEL_UNNAMED: {
    type: 'VALIDATION',
    message: 'Cannot talk to {vendor}: no model is named',
    docs: 'Name one with `model`, or describe it under `models` in the config and name that as the provider',
  },
  PROJECT_MODEL_KEY_MISSING: {
    type: 'AUTH',
    message: 'Cannot talk to the model "{model}": the variable {keyFrom} is not set',
    docs: 'Set it to the key that the vendor gave you, or name another variable with `keyFrom`',
  },
  PROJECT_MODEL_LIVE: {
    type: 'VALIDATION',
    message: 'Cannot write with the model "{model}": it is live, for conversations by voice',
    docs: 'Name another model, or leave `live` out of this one',
  },
  PROJECT_MODEL_SDK_MISSING: {
    type: 'PERMANENT',
    message: 'Cannot talk to the model "{model}": the package {sdk} is not installed',
    docs: 'Install it beside helve with `npm install`',
  },
  PROJECT_SPEECH_PROGRAM_MISSING: {
    type: 'PERMANENT',
    message: 'Cannot use "{program}" for speech: this machine does not have it',
    docs: 'Install it (Debian: `apt install espeak-ng pocketsphinx pocketsphinx-en-us`), or choose "scripted" under `voice` in the config',
  },
  PROJECT_SPEECH_FAILED: {
    type: 'TRANSIENT',
    message: 'Cannot use "{program}" for speech: {problem}',
    docs: 'Try the program in a terminal; check `voice` in the config',
  },
} as const;

/** A code of the table above. */
export type ProjectErrorCode = keyof typeof rows;

/** Failures of opening a project and of working with it, before or around a call. */
export const projectErrors = defineErrors('project', rows);

/** One problem of several, with the flag, key or file it is about. */
export interface ProblemDetail {
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
