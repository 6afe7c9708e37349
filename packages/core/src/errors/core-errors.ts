import { defineErrors } from './error-table.js';

/** The errors of `core`. */
export const coreErrors = defineErrors('core', {
  CALL_INPUT_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot call "{tool}": {problem}',
    docs: 'Send arguments that fit the input schema; every problem is listed with a JSON pointer',
  },
  CALL_OUTPUT_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot answer for "{tool}": its output does not fit its output schema',
    docs: 'Correct the tool or its `outputSchema`; `details.issues` lists every problem with a JSON pointer',
  },
  CALL_OUTPUT_NOT_JSON: {
    type: 'INTERNAL',
    message: 'Cannot answer for "{tool}": JSON cannot hold {place}: {problem}',
    docs: 'Give what the message says instead; the tool has run, and tools that call it in this process still get the value',
  },
  CALL_TOOL_NOT_FOUND: {
    type: 'NOT_FOUND',
    message: 'Cannot call "{tool}": there is no such tool',
    docs: 'Look the id up in the list of tools',
  },
  CALL_TOOL_FAILED: {
    type: 'INTERNAL',
    message: 'Cannot answer for "{tool}": it failed unexpectedly (request {request})',
    docs: 'Look for the request id in the log of the host; throw a `ToolError` for failures that callers should understand',
  },
  CALL_NOT_RECORDED: {
    type: 'INTERNAL',
    message: 'Cannot answer for "{tool}": the trail did not take its record (request {request})',
    docs: 'What the tool did stays done if `partialSideEffects` says so; look at the store of the trail before you call again',
  },
  CALL_REPLY_MALFORMED: {
    type: 'INTERNAL',
    message: 'Cannot answer: the handler returned a malformed envelope: {problem}',
    docs: 'Return `{ ok: true, data }` or `{ ok: false, error: { type, message, retryable, partialSideEffects } }`',
  },
  CALL_APPROVAL_MISSING: {
    type: 'AUTH',
    message: 'Cannot call "{tool}": a person has to approve it, and there is nobody to ask',
    docs: 'Add `confirm` of `@helve/govern`, with a store for approvals, to the hooks of the call',
  },
  CALL_DEADLINE_EXCEEDED: {
    type: 'TIMEOUT',
    message: 'Cannot answer for "{tool}": it took longer than {ms} ms',
    docs: 'Call again with more time, or ask for less at once',
  },
  CALL_DEPTH_EXCEEDED: {
    type: 'LOOP_DETECTED',
    message: 'Cannot call "{tool}": tools have called each other {depth} levels deep',
    docs: 'Look for tools that call each other in a circle, or raise `maxDepth`',
  },
  CALL_PROVIDER_NOT_FOUND: {
    type: 'INTERNAL',
    message: 'Cannot get {token}: nothing provides it for the request, the session or the process',
    docs: 'Register it with the `ProviderRegistry`, or bind it in `willBindProviders`',
  },
  CALL_PROVIDER_SCOPE: {
    type: 'INTERNAL',
    message: 'Cannot bind to scope "{scope}": a running call may bind to "request" and "session"',
    docs: 'Register things for the whole process with `registerSingletons` before calls run',
  },
  CALL_NEXT_CONCURRENT: {
    type: 'INTERNAL',
    message: 'Cannot run the next step of "{hook}": the one before is still running',
    docs: 'Await `next()` before calling it again',
  },
  CALL_NEXT_AFTER_SETTLE: {
    type: 'INTERNAL',
    message: 'Cannot run the next step of "{hook}": the hook has returned already',
    docs: 'Call `next()` before `aroundExecute` returns',
  },
  CALL_CONTEXT_SETTLED: {
    type: 'INTERNAL',
    message: 'Cannot {action}: the call is over',
    docs: 'Do it before the call is answered; identity, outcome and timing stay readable',
  },
  CALL_CANCELLED: {
    type: 'CANCELLED',
    message: 'Cannot answer for "{tool}": the call was cancelled',
    docs: 'Call again if the result is still wanted',
  },
  CALL_CONFIG_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot call "{tool}": {problem}',
    docs: 'Correct the options of the call or the configuration of its hooks',
  },
  CALL_TOOL_WITHOUT_BODY: {
    type: 'NOT_FOUND',
    message: 'Cannot call "{tool}" here: the caller of a conversation answers it',
    docs: 'Give it an `execute`, or call it in a conversation by requests whose caller answers with `answerCalls`',
  },
  CALL_TOOL_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot register "{tool}": {problem}',
    docs: 'Correct the tool; `details.issues` lists every problem with a path',
  },
  CALL_TOOL_DUPLICATE: {
    type: 'CONFLICT',
    message: 'Cannot register "{tool}": the id is taken',
    docs: 'Give the tool another id, or use `replace` if it is meant to take the place of the first',
  },
  CALL_REGISTRY_SEALED: {
    type: 'CONFLICT',
    message: 'Cannot change the registry: it is sealed',
    docs: 'Register every tool before `seal()`, or build a new registry',
  },
  CALL_REGISTRY_MISSING: {
    type: 'NOT_FOUND',
    message: 'Cannot load the registry "{path}": there is no such file',
    docs: 'Run `helve build` first, or correct the path',
  },
  CALL_REGISTRY_UNREADABLE: {
    type: 'INTERNAL',
    message: 'Cannot load the registry "{path}": {problem}',
    docs: 'Let this process read the file',
  },
  CALL_REGISTRY_CORRUPT: {
    type: 'INTERNAL',
    message: 'Cannot load the registry "{path}": it is not JSON at {position}',
    docs: 'Run `helve build` again; the file was cut or edited',
  },
  CALL_REGISTRY_FORMAT: {
    type: 'INTERNAL',
    message: 'Cannot load the registry: {problem}',
    docs: 'Run `helve build` again with the version of Helve that loads it',
  },
  CALL_REGISTRY_DIGEST: {
    type: 'INTERNAL',
    message: 'Cannot load the registry: {what} does not match its digest',
    docs: 'Run `helve build` again; an artifact is not edited by hand, and its files belong together',
  },
  CALL_HANDLER_MISSING: {
    type: 'INTERNAL',
    message: 'Cannot load the handler of "{tool}": {problem}',
    docs: 'Run `helve build` again, and ship the handlers with the registry',
  },
  CALL_HANDLER_NO_EXECUTE: {
    type: 'INTERNAL',
    message: 'Cannot load the handler of "{tool}": it exports no function "execute"',
    docs: 'Export `execute(input, ctx)` from the handler',
  },
  CALL_FORM_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot give tools for "{provider}": this registry has no such form',
    docs: 'Build the registry with a compiler for it, or hand the compiler to `lock`',
  },
  CALL_FORM_UNREAD: {
    type: 'INTERNAL',
    message: 'Cannot give tools for "{provider}": its side file has not been read',
    docs: 'Await `loadProvider` once before the first use, or name the provider in `load({ providers })`',
  },
  CALL_FORM_MISSING: {
    type: 'INTERNAL',
    message: 'Cannot give "{tool}" for "{provider}": there is no such form of it',
    docs: 'Leave the tool out with `only` or `mode`, ask for another form, or hand `lock` a compiler if the tool was added in code',
  },
  CALL_STRICT_REFUSED: {
    type: 'INTERNAL',
    message: 'Cannot make the form of "{tool}" for "{provider}", which its `strict: true` demands: {problem}',
    docs: 'Change the schema as it says, or leave `strict` out: then the strict form is used where it can be made',
  },
  CALL_NAME_TAKEN: {
    type: 'CONFLICT',
    message: 'Cannot name "{tool}" for providers: {problem}',
    docs: 'Give `lock` a name for it that no other tool has',
  },
  CALL_SCHEMA_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot use the {side} schema: {problem}',
    docs: 'Correct the schema; JSON Schema 2020-12 is spoken here, with local `$ref` only',
  },
  CALL_SCHEMA_UNREPRESENTABLE: {
    type: 'INTERNAL',
    message: 'Cannot advertise the {side} schema: {problem}',
    docs: 'Use types that JSON Schema can express, and do conversions in `execute`',
  },
  CALL_CLASS_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot make a tool of class "{name}": {problem}',
    docs: 'Decorate the class with `@Tool({ type, name, description, parameters })`; without parameters, set `allowNoSchema` and a `noSchemaMode`',
  },
});
