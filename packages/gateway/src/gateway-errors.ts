import { defineErrors, errorTypes, type ToolError } from '@helve/core';

/** Errors of the gateway itself; those of tools are in the envelope. */
export const gatewayErrors = defineErrors('gateway', {
  GATEWAY_OPTION_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot open the gateway: {problem}',
    docs: 'Correct the options of the gateway',
  },
  GATEWAY_PORT_IN_USE: {
    type: 'CONFLICT',
    message: 'Cannot listen on {host}, port {port}: the port is in use',
    docs: 'Choose another port with `--port`, or 0 for any free one',
  },
  GATEWAY_PORT_FORBIDDEN: {
    type: 'AUTH',
    message: 'Cannot listen on {host}, port {port}: this user may not use the port',
    docs: 'Choose a port above 1023 with `--port`',
  },
  GATEWAY_HOST_UNUSABLE: {
    type: 'INTERNAL',
    message: 'Cannot listen on "{host}": this machine has no such address',
    docs: 'Choose an address of this machine with `--host`, such as 127.0.0.1',
  },
  GATEWAY_LISTEN_FAILED: {
    type: 'INTERNAL',
    message: 'Cannot listen on {host}, port {port}: {reason}',
    docs: 'Choose another address or port with `--host` and `--port`',
  },
  GATEWAY_REQUEST_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot read the request: its address is not valid',
    docs: 'Send a well-formed path and a Host header',
  },
  GATEWAY_HOST_REFUSED: {
    type: 'AUTH',
    message: 'Cannot serve host "{host}": it is not a name of this gateway',
    docs: 'Use the address that the gateway printed, or add the name to `allowedHosts`',
  },
  GATEWAY_ORIGIN_REFUSED: {
    type: 'AUTH',
    message: 'Cannot serve a page of "{origin}": the origin is not allowed',
    docs: 'Open the page of the gateway itself, or add the origin to `allowedOrigins`',
  },
  GATEWAY_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find "{path}": there is nothing at this address',
    docs: 'GET /v1/tools lists the tools; POST /v1/tools/NAME/call calls one',
  },
  GATEWAY_OPENAPI_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot use the OpenAPI document of "{name}": {problem}',
    docs: 'Correct the document, or the row of `openApi` in the config that names it',
  },
  GATEWAY_OPENAPI_CHANGED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}" of the service "{name}": its definition has changed ({parts})',
    docs: 'Compare the document with what was agreed to, then approve the change or pin the new definition',
  },
  GATEWAY_OPENAPI_UNREACHABLE: {
    type: 'TRANSIENT',
    message: 'Cannot reach the service "{name}": {problem}',
    docs: 'Check the `url` of the service, and whether it runs',
  },
  GATEWAY_OPENAPI_TOO_LARGE: {
    type: 'PERMANENT',
    message: 'Cannot read the answer of the service "{name}": it is larger than {maxBytes} bytes',
    docs: 'Ask for less, or raise `maxBytes` of the service',
  },
  GATEWAY_MCP_ADDRESS_REFUSED: {
    type: 'AUTH',
    message: 'Cannot connect to "{host}": {problem}',
    docs: 'Use a public address, or allow private ones for this server with `helve mcp add --allow-private`',
  },
  GATEWAY_MCP_UNREACHABLE: {
    type: 'TRANSIENT',
    message: 'Cannot reach the MCP server "{server}": {problem}',
    docs: 'Look at the server with `helve mcp inspect NAME`; the next call connects again',
  },
  GATEWAY_MCP_DEFINITION_CHANGED: {
    type: 'AUTH',
    message: 'Cannot call "{tool}" of the MCP server "{server}": its definition has changed ({parts})',
    docs: 'Compare with `helve mcp inspect NAME`, then approve the change with `helve approvals approve ID`',
  },
  GATEWAY_MCP_TOOL_GONE: {
    type: 'NOT_FOUND',
    message: 'Cannot call "{tool}": the MCP server "{server}" no longer has it',
    docs: 'Look at the server with `helve mcp inspect NAME`',
  },
  GATEWAY_MCP_VIEW_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot show "{uri}" of the MCP server "{server}": {problem}',
    docs: 'The page is optional: the tool works without it. Tell whoever runs the server',
  },
  GATEWAY_MCP_CALL_REFUSED: {
    type: 'PERMANENT',
    message: 'Cannot call "{tool}" of the MCP server "{server}": {problem}',
    docs: 'The server refused the call; its own documentation says why',
  },
  GATEWAY_MCP_TOOL_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot complete "{tool}" of the MCP server "{server}": {problem}',
    docs: 'The message comes from the foreign tool',
  },
  GATEWAY_MCP_NAME_TAKEN: {
    type: 'CONFLICT',
    message: 'Cannot name the tool "{tool}" of the MCP server "{server}": {problem}',
    docs: 'Give the server another prefix with `helve mcp add --prefix`',
  },
  GATEWAY_TOOL_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find the tool "{tool}": there is no such tool',
    docs: 'GET /v1/tools lists the tools',
  },
  GATEWAY_APPROVAL_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find approval "{id}": this user has no such approval',
    docs: 'Copy the id from the response that asked for approval; approvals are deleted a day after they expire',
  },
  GATEWAY_APPROVAL_OVER: {
    type: 'CONFLICT',
    message: 'Cannot decide approval "{id}": it is {state}',
    docs: 'A decision is final; make the call again to ask again',
  },
  GATEWAY_APPROVAL_PENDING: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot run "{tool}": approval "{id}" waits for a person',
    docs: 'Wait until somebody has decided, then ask for the approval again by its id',
  },
  GATEWAY_APPROVAL_RUNNING: {
    type: 'CONFLICT',
    message: 'Cannot return the outcome of approval "{id}": its call is still running',
    docs: 'Ask again in a moment; if the server has stopped, the trail shows the outcome of the call',
  },
  GATEWAY_APPROVAL_DECLINED: {
    type: 'AUTH',
    message: 'Cannot run "{tool}": the person who was asked rejected it',
    docs: 'Do something else, or ask the person what they want instead',
  },
  GATEWAY_APPROVAL_MISMATCH: {
    type: 'CONFLICT',
    message: 'Cannot run "{tool}" with approval "{id}": it was asked for with other arguments',
    docs: 'Repeat the call with the same arguments or with none; for other arguments, call without the approval',
  },
  GATEWAY_SELF_APPROVAL: {
    type: 'AUTH',
    message: 'Cannot decide approval "{id}": users cannot decide their own requests',
    docs: 'Let somebody else with the scope "helve:approvals" decide, or set `govern.confirm.selfApproval`',
  },
  GATEWAY_INPUT_REQUIRED: {
    type: 'CONFIRMATION_REQUIRED',
    message: 'Cannot continue: the client has to answer first: {keys}',
    docs: 'Use a client that can be asked, such as one of MCP with elicitation',
  },
  GATEWAY_QUESTION_OVER: {
    type: 'NOT_FOUND',
    message: 'Cannot go on with the call of "{tool}": its question is over',
    docs: 'The answer came too late, or the server has started anew meanwhile. Call the tool again',
  },
  GATEWAY_RECORD_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find the record of request "{request}": there is no such record',
    docs: 'GET /v1/trail lists the records',
  },
  GATEWAY_USER_REFUSED: {
    type: 'AUTH',
    message: 'Cannot accept the request: {problem}',
    docs: 'Send an API key or a token as `Authorization: Bearer TOKEN`',
  },
  GATEWAY_AUTH_NEEDED: {
    type: 'AUTH',
    message: 'Cannot listen on "{host}": other machines could reach it without authentication',
    docs: 'Make a key with `helve keys add NAME` and serve with `--auth keys`, or listen on 127.0.0.1',
  },
  GATEWAY_SCOPE_MISSING: {
    type: 'AUTH',
    message: 'Cannot use the {area}: this user lacks the scope "{scope}"',
    docs: 'Use a key with that scope (`helve keys add NAME --scope SCOPE`) or with the role "admin"',
  },
  GATEWAY_START_TOKEN_NEEDED: {
    type: 'AUTH',
    message: 'Cannot use the {area}: the request does not show the start token',
    docs: 'Open the address that `helve serve` printed, or send the token behind `start=` in it as the header `x-helve-start`',
  },
  GATEWAY_START_TOKEN_WRONG: {
    type: 'AUTH',
    message: 'Cannot accept the request: its start token is not the one of this start',
    docs: 'Open the address that `helve serve` printed last, or leave out the header `x-helve-start`',
  },
  GATEWAY_QUOTA_EXCEEDED: {
    type: 'RATE_LIMIT',
    message: 'Cannot accept the request: its user has reached the limit of {perMinute} requests per minute',
    docs: 'Wait as long as the Retry-After header says',
  },
  GATEWAY_AUTH_UNAVAILABLE: {
    type: 'TRANSIENT',
    message: 'Cannot authenticate the request: {problem}',
    docs: 'Try again later; the log of the gateway has the reason',
  },
  GATEWAY_BUSY: {
    type: 'TRANSIENT',
    message: 'Cannot take another call: {running} are running',
    docs: 'Wait as long as the Retry-After header says; the limit is `maxCalls`, of which one owner may have three quarters',
  },
  GATEWAY_NOT_READY: {
    type: 'TRANSIENT',
    message: 'Cannot take calls: {problem}',
    docs: 'Send requests to another instance, or wait',
  },
  GATEWAY_RUN_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find the run "{id}": there is no such run of this user',
    docs: 'GET /v1/runs lists the runs',
  },
  GATEWAY_WORKER_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find the worker "{id}": there is no such worker',
    docs: 'GET /v1/workers lists the workers',
  },
  GATEWAY_SESSION_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find the session "{id}": this user has no such session',
    docs: 'GET /v1/sessions lists the sessions; POST /v1/sessions begins one',
  },
  GATEWAY_UPGRADE_NEEDED: {
    type: 'VALIDATION',
    message: 'Cannot talk by voice: the request does not open a WebSocket',
    docs: 'Open the address with a client of WebSockets, version 13; see docs/voice.md',
  },
  GATEWAY_VOICE_MESSAGE_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot read the message: {problem}',
    docs: 'Send one JSON object a message, as docs/voice.md lists them; "start" comes first',
  },
  GATEWAY_VOICE_BUSY: {
    type: 'TRANSIENT',
    message: 'Cannot begin another conversation: {running} are going on',
    docs: 'End one that is over, or try again later; the limit is `voice.maxSessions`, of which one owner may have three quarters',
  },
  GATEWAY_HEADER_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot read the header "{header}": {problem}',
    docs: 'Correct the header or leave it out',
  },
  GATEWAY_JOB_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot find the job "{id}": there is no such job that this user may see',
    docs: 'GET /v1/jobs lists the jobs',
  },
  GATEWAY_JOB_OPEN: {
    type: 'CONFLICT',
    message: 'Cannot give the result of job "{id}": it is {state}',
    docs: 'Follow GET /v1/jobs/ID/events to its end',
  },
  GATEWAY_JOB_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot submit the job: {problem}',
    docs: 'Name the kind of the job, and what it is to do',
  },
  GATEWAY_QUERY_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot read the query: {problem}',
    docs: 'Use tool, user, session, outcome, before and limit',
  },
  GATEWAY_METHOD_REFUSED: {
    type: 'VALIDATION',
    message: 'Cannot {method} "{path}": this address takes {allowed}',
    docs: 'Use one of the methods in the Allow header',
  },
  GATEWAY_CONTENT_TYPE_REFUSED: {
    type: 'VALIDATION',
    message: 'Cannot read the body: {problem}',
    docs: 'Send JSON in UTF-8 with the header `content-type: application/json`',
  },
  GATEWAY_BODY_TOO_LARGE: {
    type: 'VALIDATION',
    message: 'Cannot read the body: it is larger than {maxBytes} bytes',
    docs: 'Send less at once, or raise `maxBodyBytes`',
  },
  GATEWAY_BODY_UNREADABLE: {
    type: 'VALIDATION',
    message: 'Cannot read the body: it ended too early',
    docs: 'Send the whole body before closing the connection',
  },
  GATEWAY_BODY_NOT_JSON: {
    type: 'VALIDATION',
    message: 'Cannot read the body: {problem}',
    docs: 'Send the arguments as one JSON object; send {} if there are none',
  },
  GATEWAY_BODY_NOT_OBJECT: {
    type: 'VALIDATION',
    message: 'Cannot read the body: expected a JSON object, got {kind}',
    docs: 'Send the arguments of the tool as one JSON object: {"name": value}',
  },
  GATEWAY_BODY_NOT_EXPECTED: {
    type: 'VALIDATION',
    message: 'Cannot use the body: expected {expected}',
    docs: 'Send only what this address takes',
  },
  GATEWAY_TURN_NOT_REPEATED: {
    type: 'CONFLICT',
    message: 'Cannot answer again: a conversation keeps its turns',
    docs: 'Send a new message; `regenerate()` of a chat interface would say the last one twice',
  },
  GATEWAY_BODY_TOO_DEEP: {
    type: 'VALIDATION',
    message: 'Cannot read the body: it is nested deeper than {maxDepth} levels',
    docs: 'Send a flatter object',
  },
  GATEWAY_BODY_KEY_REFUSED: {
    type: 'VALIDATION',
    message: 'Cannot accept the body: the key at {pointer} could change the prototype of objects',
    docs: 'Leave out `__proto__` and `constructor.prototype`',
  },
  GATEWAY_FAILED: {
    type: 'INTERNAL',
    message: 'Cannot answer: the gateway failed (request {request})',
    docs: 'Look for the request id in the log of the host',
  },
});

/** HTTP statuses that are more exact than those of the error type. */
const exactStatuses: { readonly [code: string]: number } = {
  GATEWAY_USER_REFUSED: 401,
  GATEWAY_START_TOKEN_NEEDED: 401,
  GATEWAY_START_TOKEN_WRONG: 401,
  GATEWAY_METHOD_REFUSED: 405,
  GATEWAY_UPGRADE_NEEDED: 426,
  GATEWAY_BODY_TOO_LARGE: 413,
  GATEWAY_CONTENT_TYPE_REFUSED: 415,
  GATEWAY_HOST_REFUSED: 421,
};

/** The HTTP status of an error of the door. */
export function toStatus({ code, type }: Pick<ToolError, 'code' | 'type'>): number {
  return exactStatuses[code ?? ''] ?? errorTypes[type].httpStatus;
}
