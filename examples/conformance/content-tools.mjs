import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, ToolError } from '@helve/core';
import { mcpPeer } from '@helve/gateway';

export const noInput = { type: 'object', properties: {} };
const harmless = { sideEffects: 'none', idempotent: true };

/** A red pixel. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A sound of no length. */
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

/** A tool without input that answers with content of MCP. */
export function content(id, description, make) {
  return defineTool({ id, description, inputSchema: noInput, policy: harmless, execute: (_, ctx) => make(ctx) });
}

export const text = (message) => ({ type: 'text', text: message });
const image = { type: 'image', data: pixel, mimeType: 'image/png' };

export const contentTools = [
  content('test_simple_text', 'Answers with text', () => 'This is a simple text response for testing.'),
  content('test_image_content', 'Answers with an image', () => ({ content: [image] })),
  content('test_audio_content', 'Answers with a sound', () => ({
    content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
  })),
  content('test_embedded_resource', 'Answers with a resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  })),
  content('test_multiple_content_types', 'Answers with text, an image and a resource', () => ({
    content: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  })),
  content('test_error_handling', 'Fails', () => {
    throw new ToolError('PERMANENT', 'This tool intentionally returns an error for testing');
  }),
  content('test_tool_with_progress', 'Reports progress', async (ctx) => {
    for (const done of [0, 50, 100]) {
      ctx.progress(done, 100);
      await wait(50);
    }
    return 'Done with progress';
  }),
  content('test_tool_with_logging', 'Writes to the log of the client', async (ctx) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      mcpPeer(ctx)?.log('info', line);
      await wait(50);
    }
    return 'Done with logging';
  }),
  content('test_reconnection', 'Lets the client hang up and come back for the answer', async (ctx) => {
    mcpPeer(ctx)?.comeBackLater();
    await wait(100);
    return 'Welcome back';
  }),
  content('test_logging_tool', 'Writes to the log of a client that wants to read it', (ctx) => {
    mcpPeer(ctx)?.log('info', 'A line');
    return 'Logged';
  }),
  defineTool({
    id: 'greet',
    description: 'Greets by name',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    policy: harmless,
    execute: ({ name }) => `Hello, ${name}!`,
  }),
  defineTool({
    id: 'test_custom_header',
    description: 'Takes a parameter that stands in a header too',
    inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
    policy: harmless,
    execute: ({ region = 'nowhere' }) => `In ${region}`,
  }),
  defineTool({
    id: 'json_schema_2020_12_tool',
    description: 'Has an input schema with everything in it',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    policy: harmless,
    execute: (input) => input,
  }),
];
