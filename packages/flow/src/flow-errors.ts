import { defineErrors, ToolError } from '@helve/core';

/** The error class of this room. */
export class FlowError extends ToolError {}

/** Error codes of `flow`. */
export const flowErrors = defineErrors(
  'flow',
  {
    FLOW_INVALID: {
      type: 'VALIDATION',
      message: 'Cannot load the flow "{flow}": problems found: {count}; first: {first}',
      docs: 'Correct each problem; `helve flow check` lists all of them',
    },
    FLOW_CONFIG: {
      type: 'VALIDATION',
      message: 'Cannot configure "{tool}": {problem}',
      docs: 'See the parameters with `helve tools schema`',
    },
    FLOW_NOT_FOUND: {
      type: 'NOT_FOUND',
      message: 'Cannot find the {kind} "{name}"',
      docs: 'Correct the name; `helve flow ls` and `helve tools --all` list all flows and tools',
    },
    FLOW_FORMAT: {
      type: 'NOT_FOUND',
      message: 'Cannot read "{name}": {problem}',
      docs: 'Name its format with `--input-format`; `helve formats` lists them',
    },
    FLOW_STRUCTURE: {
      type: 'INTERNAL',
      message: 'Cannot continue after "{step}": {problem}',
      docs: 'The step must close layers and groups in the order in which they were opened',
    },
    FLOW_IMMUTABLE: {
      type: 'INTERNAL',
      message: 'Cannot accept the changes of "{tool}" to block "{block}": it changed the {surface}',
      docs: 'A step may change content only as its capability allows',
    },
    FLOW_UNDECLARED_PORT: {
      type: 'INTERNAL',
      message: 'Cannot accept the changes of "{tool}" to block "{block}": it does not declare the port {port}',
      docs: 'Add the port to `produces`, or do not write to it',
    },
    FLOW_SHAPE: {
      type: 'INTERNAL',
      message: 'Cannot accept the parts of "{tool}": {problem}',
      docs: 'Declare the shape of the tool: one-to-one, filter or expand',
    },
    FLOW_EDIT_REJECTED: {
      type: 'INTERNAL',
      message: 'Cannot apply the plan of "{tool}" to block "{block}": {rule}',
      docs: 'Sort the edits, keep them inside the unit, and describe exactly what changes',
    },
    FLOW_LIMIT: {
      type: 'VALIDATION',
      message: 'Cannot process block "{block}": it has {size} {unit}, and the limit is {limit}',
      docs: 'Split the content, or raise the limit',
    },
    FLOW_STEP_FAILED: {
      type: 'PERMANENT',
      message: 'Cannot run step {node} "{tool}" on block "{block}" of "{document}": {problem}',
      docs: 'Correct the cause, or give the step an error policy (`onError`)',
    },
    FLOW_OUTPUT_PATH: {
      type: 'PERMANENT',
      message: 'Cannot write "{path}": {problem}',
      docs: 'Choose another output with `-o`, or `--in-place` to replace the input',
    },
    FLOW_FILE_CHANGED: {
      type: 'PERMANENT',
      message: 'Cannot write the outputs of "{document}": "{path}" was changed while the run was under way',
      docs: 'Run it again; nothing of this file was written',
    },
    FLOW_STORE: {
      type: 'PERMANENT',
      message: 'Cannot {action} in the block store: {problem}',
      docs: 'Check that the store is open, is writable and supports the operation',
    },
    FLOW_CANCELLED: {
      type: 'CANCELLED',
      message: 'The run was cancelled',
      docs: 'Run it again; nothing was written',
    },
    FLOW_WORKER_LOST: {
      type: 'TRANSIENT',
      message: 'Cannot finish "{document}": its worker ended, {problem}',
      docs: 'Run it again; other documents are not affected',
    },
    FLOW_CREDENTIALS: {
      type: 'AUTH',
      message: 'Cannot run "{tool}": it needs credentials for {provider}',
      docs: 'Name a stored credential, or choose a local provider',
    },
    FLOW_CONTENT: {
      type: 'VALIDATION',
      message: 'Cannot read content: {problem}',
      docs: 'Runs, parts and payloads must follow the content model',
    },
    FLOW_GLOB: {
      type: 'VALIDATION',
      message: 'Cannot use the pattern "{pattern}": {problem}',
      docs: 'Write a shorter pattern: `*` and `?` inside of a name, `**` across folders, `[abc]`, `{a,b}`',
    },
    FLOW_OPTION_INVALID: {
      type: 'INTERNAL',
      message: 'Cannot {action}: {problem}',
      docs: 'Correct the options',
    },
    FLOW_REGISTRATION: {
      type: 'INTERNAL',
      message: 'Cannot register "{name}": {problem}',
      docs: 'Correct the tool or payload so that it follows the rules of registration',
    },
  },
  FlowError,
);
