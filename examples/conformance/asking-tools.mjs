import { setTimeout as wait } from 'node:timers/promises';
import { defineTool } from '@helve/core';
import { mcpPeer, mcpQuestion } from '@helve/gateway';
import { content } from './content-tools.mjs';

/** A form for a person. */
export function form(message, properties, required = Object.keys(properties)) {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties, required } },
  };
}

/** A question to the model of the client. */
function sample(prompt) {
  const messages = [{ role: 'user', content: { type: 'text', text: prompt } }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens: 100 } };
}

const roots = { method: 'roots/list', params: {} };
const name = { name: { type: 'string' } };
const isAnswer = (value) => typeof value === 'object' && value !== null;

/** What the client answered; asks it where it has not. */
export function answersOf(ctx, requests, state) {
  const { answers = {} } = mcpPeer(ctx) ?? {};
  if (Object.keys(requests).every((key) => isAnswer(answers[key]))) return answers;
  throw mcpQuestion(requests, state);
}

/** A tool that asks for all of this, and says what it heard. */
function asks(id, description, requests, say, state) {
  return content(id, description, (ctx) => say(answersOf(ctx, requests, state), ctx));
}

const defaults = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const options = ['option1', 'option2', 'option3'];
const titled = (word) =>
  ['First', 'Second', 'Third'].map((place, index) => ({ const: `value${index + 1}`, title: `${place} ${word}` }));
const enums = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
};

const completed = ({ form: answer }) =>
  `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`;
const stateOk = (_, ctx) => (mcpPeer(ctx)?.state === 'kept' ? 'state-ok' : 'state-lost');
const confirmForm = form('Please confirm', { ok: { type: 'boolean' } });

export const askingTools = [
  defineTool({
    id: 'test_sampling',
    description: 'Asks the model of the client',
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    execute({ prompt }, ctx) {
      const { reply } = answersOf(ctx, { reply: sample(prompt) });
      return `LLM response: ${reply.content.text}`;
    },
  }),
  defineTool({
    id: 'test_elicitation',
    description: 'Asks the person at the client',
    inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    execute({ message }, ctx) {
      const fields = {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      };
      const { form: answer } = answersOf(ctx, { form: form(message, fields) });
      return `User response: ${answer.action}, ${JSON.stringify(answer.content)}`;
    },
  }),
  asks(
    'test_elicitation_sep1034_defaults',
    'Asks with defaults',
    { form: form('Your facts', defaults, []) },
    completed,
  ),
  asks('test_elicitation_sep1330_enums', 'Asks with choices', { form: form('Your choices', enums, []) }, completed),
  asks(
    'test_input_required_result_elicitation',
    'Asks for a name',
    { user_name: form('What is your name?', name) },
    ({ user_name: answer }) => `Hello, ${answer.content?.name}!`,
  ),
  asks(
    'test_input_required_result_sampling',
    'Asks a model for a capital',
    { capital_question: sample('What is the capital of France?') },
    ({ capital_question: answer }) => answer.content?.text ?? '',
  ),
  asks(
    'test_input_required_result_list_roots',
    'Asks for the roots of the client',
    { client_roots: roots },
    ({ client_roots: answer }) => `Roots: ${(answer.roots ?? []).map(({ uri }) => uri).join(', ')}`,
  ),
  asks('test_input_required_result_request_state', 'Keeps a state', { confirm: confirmForm }, stateOk, 'kept'),
  asks('test_input_required_result_tampered_state', 'Trusts its state', { confirm: confirmForm }, stateOk, 'kept'),
  asks(
    'test_input_required_result_multiple_inputs',
    'Asks three things at once',
    { user_name: form('What is your name?', name), greeting: sample('Write a greeting'), client_roots: roots },
    () => 'Thank you',
    'kept',
  ),
  content('test_input_required_result_multi_round', 'Asks twice, one after the other', (ctx) => {
    const { state } = mcpPeer(ctx) ?? {};
    const second = { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) };
    if (state?.startsWith('second:')) {
      const { step2 } = answersOf(ctx, second, state);
      return `${state.slice('second:'.length)} likes ${step2.content?.color}`;
    }
    const { step1 } = answersOf(ctx, { step1: form('Step 1: What is your name?', name) }, 'first');
    throw mcpQuestion(second, `second:${step1.content?.name}`);
  }),
  content('test_input_required_result_capabilities', 'Asks only what the client can answer', (ctx) => {
    const { capabilities = {} } = mcpPeer(ctx) ?? {};
    const requests = {
      ...(capabilities.elicitation === undefined ? {} : { user_name: form('What is your name?', name) }),
      ...(capabilities.sampling === undefined ? {} : { greeting: sample('Write a greeting') }),
    };
    answersOf(ctx, requests);
    return 'Thank you';
  }),
  asks('test_missing_capability', 'Asks what no client should have to', { reply: sample('Anything') }, () => 'Asked'),
  content('test_streaming_elicitation', 'Asks after some progress', async (ctx) => {
    ctx.progress(1, 2);
    await wait(10);
    return JSON.stringify(answersOf(ctx, { user_name: form('What is your name?', name) }));
  }),
];
