import { expect, test } from 'vitest';
import { checkConfig, fillConfig } from '../config/check-config.js';
import { configKeys, type HelveConfig, type ResolvedConfig } from '../config/config-keys.js';
import { mcpOptions } from './mcp-options.js';

function read(mcp: HelveConfig['mcp']) {
  const config = { mcp };
  expect(checkConfig(config, configKeys)).toEqual([]);
  return mcpOptions(fillConfig(config, configKeys) as unknown as ResolvedConfig);
}

test('mcpOptions says nothing that a project did not say', () => {
  expect(read(undefined)).toEqual({
    name: 'helve',
    version: expect.stringMatching(/^\d/) as string,
    prompts: [],
    unlisted: ['result_read'],
  });
  expect(read({ name: 'shop', instructions: 'Ask first' })).toMatchObject({ name: 'shop', instructions: 'Ask first' });
});

test('a prompt of a project needs what its text names, unless it says otherwise', async () => {
  const text = 'Review {{file}} for {{ whom }}, {{file}} only';
  const [prompt] = read({ prompts: [{ name: 'review', text, arguments: [{ name: 'whom', description: 'Readers' }] }] })
    .prompts ?? [undefined];
  expect(prompt?.arguments).toEqual([
    { name: 'whom', description: 'Readers' },
    { name: 'file', required: true },
  ]);
  const messages = await prompt?.get({ file: '{{whom}}.md' }, undefined as never);
  expect(messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Review {{whom}}.md for , {{whom}}.md only' } },
  ]);
});
