import { defineErrors } from '@helve/core';

/** Errors of the `agent` room, by code. */
export const agentErrors = defineErrors('agent', {
  AGENT_ARGUMENTS_UNREADABLE: {
    type: 'VALIDATION',
    message: 'Cannot call "{tool}": its arguments cannot be read: {problem}',
    docs: 'Send the arguments as one JSON object, with every name once and in double quotes',
  },
  AGENT_ARGUMENTS_TRUNCATED: {
    type: 'VALIDATION',
    message: 'Cannot call "{tool}": its arguments are truncated',
    docs: 'Call again with all arguments; if they are long, send less at once',
  },
  AGENT_TOOL_UNUSABLE: {
    type: 'INTERNAL',
    message: 'Cannot call "{tool}": it could not be initialized',
    docs: 'Check the errors of the hydration result: the constructor, the schema or the validator of the tool failed',
  },
  AGENT_HYDRATION_FOREIGN: {
    type: 'INTERNAL',
    message: 'Cannot call "{tool}": this hydration result was not made by `hydrate` in this process',
    docs: 'Pass the very result that `hydrate` returned, not a copy of it',
  },
  AGENT_TOOL_TWICE: {
    type: 'INTERNAL',
    message: 'Cannot hydrate calls of "{name}": two of the tools have this name',
    docs: 'Give each tool a unique name, or pass only one of them',
  },
  AGENT_OPTIONS_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot {action}: {problem}',
    docs: 'Correct the options',
  },

  AGENT_TRANSPORT_NOT_OPEN: {
    type: 'INTERNAL',
    message: 'Cannot send to {provider}: the transport is not open',
    docs: 'Call `open` with instructions and tools first',
  },
  AGENT_TRANSPORT_CLOSED: {
    type: 'INTERNAL',
    message: 'Cannot send to {provider}: the transport is closed',
    docs: 'Create a new transport, and open it with the history of this one',
  },
  AGENT_STEP_RUNNING: {
    type: 'CONFLICT',
    message: 'Cannot ask {provider}: a step is running',
    docs: 'Wait for its `step_end`, or cancel it',
  },
  AGENT_CALLS_UNANSWERED: {
    type: 'CONFLICT',
    message: 'Cannot send input to {provider}: {count} calls have no answer',
    docs: 'Answer every call first; `ask: false` answers without asking for a step',
  },

  AGENT_SESSION_CLOSED: {
    type: 'CONFLICT',
    message: 'Cannot begin a turn: the session is closed',
    docs: 'Create a session with this id to continue',
  },
  AGENT_SESSION_FOREIGN: {
    type: 'AUTH',
    message: 'Cannot continue this session: it belongs to another user or mode',
    docs: 'Create a new session',
  },
  AGENT_SESSION_CONFLICT: {
    type: 'CONFLICT',
    message: 'Cannot save the session: another process has continued it meanwhile',
    docs: 'Serve a session from one process at a time; this turn is not saved',
  },
  AGENT_SESSION_LIVE: {
    type: 'INTERNAL',
    message: 'Cannot {action}: the transport is {kind}',
    docs: 'Use `run` where every turn is a request, and `attach` and `send` where the conversation is live',
  },
  AGENT_INPUT_AUDIO: {
    type: 'INTERNAL',
    message: 'Cannot run a turn: {provider} takes no audio by this transport',
    docs: 'Send text, or use a live transport with `attach` and `send`',
  },
  AGENT_STEPS_USED: {
    type: 'BUDGET_EXCEEDED',
    message: 'Cannot call "{tool}": this turn has used its {limit} steps',
    docs: 'Answer with the results so far',
  },
  AGENT_TOOL_NOT_OFFERED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": this step does not offer it',
    docs: 'Use the tools that the step declares, or answer without it; `prepareStep` and `toolChoice` decide which',
  },
  AGENT_OUTPUT_INVALID: {
    type: 'PERMANENT',
    message: 'Cannot give an answer that fits the schema: {problem}',
    docs: 'Simplify the schema, describe its properties, or use a more capable model',
  },
  AGENT_CALLER_ANSWERS: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot run "{tool}" here: the caller answers it',
    docs: 'Answer with `session.answerCalls`; the turn ends as `caller-answers` until then',
  },
  AGENT_CALLER_CALL_UNKNOWN: {
    type: 'CONFLICT',
    message: 'Cannot answer the call "{call}": it does not wait for the caller',
    docs: 'Answer each `caller_call` once, in the session that it belongs to; `session.waitingCalls` lists them',
  },
  AGENT_CALLER_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot finish "{tool}": {problem}',
    docs: 'The caller has answered with an error; try something else',
  },
  AGENT_CALLER_WENT_ON: {
    type: 'CANCELLED',
    message: 'Cannot finish "{tool}": the person went on without answering it',
    docs: 'Call it again if it is still wanted',
  },
  AGENT_QUESTION_UNKNOWN: {
    type: 'CONFLICT',
    message: 'Cannot answer the question "{question}": it does not wait',
    docs: 'Answer each `question` once, before its call ends; `session.questions` lists them',
  },
  AGENT_ANSWER_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot take the answer to "{question}": {problem}',
    docs: 'Answer again with a value that fits the schema of the question',
  },
  AGENT_UI_MESSAGES_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot read the messages of a chat: {problem}',
    docs: 'Send what `useChat` sends: `{ "messages": [{ "role": "user", "parts": [{ "type": "text", "text": "…" }] }] }`',
  },
  AGENT_UI_NOTHING_WAITS: {
    type: 'CONFLICT',
    message: 'Cannot go on with this message: nothing in it waits for an answer',
    docs: 'Send outputs and decisions once, for calls that wait, or a new message of the person',
  },
  AGENT_TASK_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot finish the task of "{tool}": its agent ended with {reason}',
    docs: 'Ask for less at once, or do the task without this agent',
  },
  AGENT_TOO_DEEP: {
    type: 'PERMANENT',
    message: 'Cannot run "{tool}": there are {limit} agents within each other already',
    docs: 'Do the task without another agent',
  },
  AGENT_CALL_VETOED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": {reason}',
    docs: 'Continue without this call, or ask the person what they want',
  },
  AGENT_PERSON_MISSING: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": a person must approve this call, but the policy asks nobody',
    docs: 'Use a policy that confirms, such as `turnPolicy`',
  },
  AGENT_CALL_ID_REUSED: {
    type: 'CONFLICT',
    message: 'Cannot call "{tool}": the id of this call was already used for another one',
    docs: 'Call again with a new id',
  },
  AGENT_CALL_DENIED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": the person denied it',
    docs: 'Continue without this call',
  },
  AGENT_CALL_NOT_DECIDED: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot call "{tool}": nobody approved it in time',
    docs: 'Ask the person whether they still want it, and call again if so',
  },
  AGENT_TOKEN_UNKNOWN: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot run a call: no call waits for this token',
    docs: 'Use the token of a `confirmation_required` event of this session',
  },
});
