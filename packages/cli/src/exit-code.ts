import type { ProjectErrorCode } from '@helve/project';
import type { CliErrorCode } from './cli-errors.js';

/** Exit codes of a `helve` process. */
export const ExitCode = Object.freeze({
  done: 0,
  failed: 1,
  usage: 2,
  checkSaidNo: 3,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const);
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The meaning of each, for `--help`. */
export const exitCodeMeanings: { readonly [K in keyof typeof ExitCode]: string } = {
  done: 'done; also a server that SIGTERM stopped',
  failed: 'failed or refused',
  usage: 'wrong usage, arguments or config',
  checkSaidNo: 'a check that you asked for said no',
  hungUp: 'interrupted by a terminal that closed',
  interrupted: 'interrupted by Ctrl-C',
  terminated: 'interrupted by SIGTERM',
};

const { failed, usage } = ExitCode;

const byCode: { readonly [C in CliErrorCode | ProjectErrorCode]: ExitCode } = {
  CLI_USAGE: usage,
  PROJECT_REQUEST_INVALID: usage,
  CLI_ARGUMENTS_INVALID: usage,
  PROJECT_TOOL_UNKNOWN: usage,
  CLI_OUTPUT_SCHEMA_MISSING: usage,
  CLI_INPUT_INVALID: usage,
  PROJECT_MCP_FILE_INVALID: usage,
  PROJECT_MCP_SERVER_UNKNOWN: usage,
  PROJECT_VARIABLE_MISSING: usage,
  PROJECT_CONFIG_NOT_FOUND: usage,
  PROJECT_CONFIG_AMBIGUOUS: usage,
  PROJECT_CONFIG_INVALID: usage,
  PROJECT_FILE_EXISTS: usage,
  PROJECT_OUTPUT_EXISTS: usage,
  PROJECT_JOB_UNKNOWN: failed,
  PROJECT_JOB_CHANGED: usage,
  PROJECT_JOB_OPEN: failed,
  PROJECT_CHATS_FULL: failed,
  PROJECT_MODULE_FAILED: usage,
  PROJECT_TOOLS_INVALID: usage,
  PROJECT_WRITE_FAILED: failed,
  CLI_APPROVAL_NOT_FOUND: usage,
  PROJECT_APPROVAL_NOT_EDITABLE: usage,
  CLI_APPROVAL_OVER: failed,
  CLI_KEY_NOT_FOUND: usage,
  PROJECT_FILES_NOT_GRANTED: usage,
  CLI_RECORD_AMBIGUOUS: usage,
  CLI_RECORD_UNKNOWN: usage,
  CLI_REPLAY_WRITES: failed,
  CLI_REPLAY_INPUT_NEEDED: usage,
  PROJECT_UNGOVERNED: usage,
  CLI_TRAIL_BROKEN: ExitCode.checkSaidNo,
  CLI_ANCHOR_FAILED: failed,
  CLI_RECORD_NOT_UNKNOWN: failed,
  CLI_HOST_NOT_RUNNING: failed,
  PROJECT_ADD_FAILED: failed,
  PROJECT_PATH_REFUSED: failed,
  PROJECT_VALUE_REFUSED: failed,
  PROJECT_BATCH_UNKNOWN: usage,
  PROJECT_EXTRACT_FAILED: failed,
  PROJECT_MERGE_FAILED: failed,
  PROJECT_NO_ORIGIN: usage,
  PROJECT_LOSSES_REFUSED: failed,
  PROJECT_MEMORY_UNKNOWN: usage,
  PROJECT_CONVERSATION_UNKNOWN: usage,
  PROJECT_MODEL_UNKNOWN: usage,
  PROJECT_MODEL_UNNAMED: usage,
  PROJECT_MODEL_KEY_MISSING: usage,
  PROJECT_SPEECH_PROGRAM_MISSING: 2,
  PROJECT_SPEECH_FAILED: 1,
  PROJECT_MODEL_LIVE: usage,
  PROJECT_MODEL_SDK_MISSING: usage,
};

/** Exit codes of errors of other packages that differ from `failed`. */
const byForeignCode: { readonly [code: string]: ExitCode } = {
  BUILD_FOLDER_MISSING: usage,
  BUILD_OPTION_INVALID: usage,
  BUILD_SCAFFOLD_EXISTS: usage,
  BUILD_SCAFFOLD_NAME: usage,
  CALL_INPUT_INVALID: usage,
  CALL_TOOL_NOT_FOUND: usage,
  CALL_CANCELLED: ExitCode.interrupted,
  CALL_CONFIG_INVALID: usage,
  FLOW_CANCELLED: ExitCode.interrupted,
  FLOW_CONFIG: usage,
  FLOW_CONTENT: usage,
  FLOW_FORMAT: usage,
  FLOW_GLOB: usage,
  FLOW_INVALID: usage,
  FLOW_NOT_FOUND: usage,
  FLOW_OPTION_INVALID: usage,
  FLOW_OUTPUT_PATH: usage,
  GATEWAY_OPTION_INVALID: usage,
  GOVERN_OPTION_INVALID: usage,
  L10N_EXEC_REFUSED: usage,
  L10N_FORMAT_UNKNOWN: usage,
  L10N_FORMAT_UNREADABLE: usage,
  L10N_OPTIONS: usage,
  L10N_PATTERN: usage,
  STORE_OPTION_INVALID: usage,
  WORKER_CANCELLED: ExitCode.interrupted,
  WORKER_CONFIG: usage,
  WORKER_INPUT: usage,
  WORKER_NOT_LOADED: usage,
};

/** Gives the exit code of a command that a signal of this name interrupted. */
export function exitCodeOfSignal(name: string): ExitCode {
  if (name === 'SIGHUP') return ExitCode.hungUp;
  return name === 'SIGTERM' ? ExitCode.terminated : ExitCode.interrupted;
}

/** Maps the code of an expected error to an exit code: wrong usage to 2, errors of a tool to 1. */
export function toExitCode(code: string | undefined): ExitCode {
  const known: { readonly [code: string]: ExitCode } = { ...byForeignCode, ...byCode };
  return code !== undefined && Object.hasOwn(known, code) ? (known[code] ?? failed) : failed;
}
