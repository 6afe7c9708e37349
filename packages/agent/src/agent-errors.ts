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
    message: 'Cannot call "{tool}": its arguments are cut off',
    docs: 'Call again with all arguments; if they are long, send less at once',
  },
  AGENT_TOOL_UNUSABLE: {
    type: 'INTERNAL',
    message: 'Cannot call "{tool}": it cannot be made ready on this side',
    docs: 'Look at the errors of the hydration result; the constructor, the schema or the validator of the tool failed',
  },
  AGENT_HYDRATION_FOREIGN: {
    type: 'INTERNAL',
    message: 'Cannot call "{tool}": this hydration result was not made by `hydrate` in this process',
    docs: 'Hand over the very result that `hydrate` gave, not a copy of it',
  },
  AGENT_TOOL_TWICE: {
    type: 'INTERNAL',
    message: 'Cannot hydrate calls of "{name}": two of the tools have this name',
    docs: 'Give each tool a name of its own, or hand over only one of them',
  },
  AGENT_OPTIONS_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot {action}: {problem}',
    docs: 'Correct the options',
  },

  AGENT_TRANSPORT_NOT_OPEN: {
    type: 'INTERNAL',
    message: 'Cannot speak to {provider}: the transport is not open',
    docs: 'Call `open` with instructions and tools first',
  },
  AGENT_TRANSPORT_CLOSED: {
    type: 'INTERNAL',
    message: 'Cannot speak to {provider}: the transport is closed',
    docs: 'Make a new transport, and open it with the history of this one',
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
    docs: 'Create a session with the same id to go on',
  },
  AGENT_SESSION_FOREIGN: {
    type: 'AUTH',
    message: 'Cannot go on with this session: it belongs to another user or mode',
    docs: 'Begin a session of its own',
  },
  AGENT_SESSION_CONFLICT: {
    type: 'CONFLICT',
    message: 'Cannot keep the session: somebody else has gone on with it meanwhile',
    docs: 'Let one process at a time serve a session; what was said in this turn is lost with it',
  },
  AGENT_SESSION_LIVE: {
    type: 'INTERNAL',
    message: 'Cannot {action}: the transport is {kind}',
    docs: 'Use `run` where every turn is a request, and `attach` and `send` where the conversation is live',
  },
  AGENT_STEPS_USED: {
    type: 'BUDGET_EXCEEDED',
    message: 'Cannot call "{tool}": this turn has used its {limit} steps',
    docs: 'Answer with what is there already',
  },
  AGENT_CALL_VETOED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": {reason}',
    docs: 'Do without this call, or ask the person what they want',
  },
  AGENT_PERSON_MISSING: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": a person has to approve this call, and the policy asks nobody',
    docs: 'Use a policy that confirms, such as `turnPolicy`',
  },
  AGENT_CALL_ID_REUSED: {
    type: 'CONFLICT',
    message: 'Cannot call "{tool}": the id of this call was used for another one',
    docs: 'Call again with an id of its own',
  },
  AGENT_CALL_DENIED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": the person has said no',
    docs: 'Do without this call',
  },
  AGENT_CALL_NOT_DECIDED: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot call "{tool}": nobody has approved it in time',
    docs: 'Ask the person whether they still want it, and call again if so',
  },
  AGENT_TOKEN_UNKNOWN: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot run a call: there is none that waits for this token',
    docs: 'Take the token of a `confirmation_required` event of this session',
  },
});
