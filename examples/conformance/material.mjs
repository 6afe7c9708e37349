import { mcpQuestion } from '@helve/gateway';
import { form } from './asking-tools.mjs';
import { pixel } from './content-tools.mjs';

const plain = 'text/plain';
const said = (text) => ({ role: 'user', content: { type: 'text', text } });

export const resources = [
  {
    uri: 'test://static-text',
    name: 'Static text',
    description: 'A text that never changes',
    mimeType: plain,
    read: (uri) => [{ uri, mimeType: plain, text: 'This is the content of the static text resource.' }],
  },
  {
    uri: 'test://static-binary',
    name: 'Static image',
    description: 'An image that never changes',
    mimeType: 'image/png',
    read: (uri) => [{ uri, mimeType: 'image/png', blob: pixel }],
  },
  {
    uri: 'test://watched-resource',
    name: 'Watched text',
    description: 'A text that can be followed',
    mimeType: plain,
    read: (uri) => [{ uri, mimeType: plain, text: 'Watched' }],
  },
];

export const templates = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'Data by id',
    description: 'Data of whatever is asked for',
    mimeType: 'application/json',
    read: (uri, { id }) => [
      {
        uri,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  },
];

export const prompts = [
  {
    name: 'test_simple_prompt',
    description: 'A prompt without arguments',
    get: () => [said('This is a simple prompt for testing.')],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments',
    arguments: [
      {
        name: 'arg1',
        description: 'First test argument',
        required: true,
        complete: () => ['paris', 'park', 'party', 'test1', 'test2'],
      },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
    get: ({ arg1, arg2 }) => [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that holds a resource',
    arguments: [{ name: 'resourceUri', description: 'The address of the resource', required: true }],
    get: ({ resourceUri }) => [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri: resourceUri, mimeType: plain, text: 'Embedded resource content for testing.' },
        },
      },
      said('Please process the embedded resource above.'),
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'A prompt that holds an image',
    get: () => [
      { role: 'user', content: { type: 'image', data: pixel, mimeType: 'image/png' } },
      said('Please analyze the image above.'),
    ],
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'A prompt that asks first',
    get(_, { answers }) {
      const context = answers.user_context?.content?.context;
      if (context !== undefined) return [said(`Within this context: ${context}`)];
      throw mcpQuestion({
        user_context: form('What context should the prompt use?', { context: { type: 'string' } }),
      });
    },
  },
];
