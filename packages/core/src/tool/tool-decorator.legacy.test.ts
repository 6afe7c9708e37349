import { callTool, getDefinition, Tool, ToolComponent, toolFromClass } from '@helve/core';
import { expect, test } from 'vitest';

// This file is compiled with `experimentalDecorators`: the decorator gets the class and nothing else.
@Tool({ type: 'function', name: 'legacy', parameters: { text: { type: 'string' }, required: ['text'] } })
class Legacy {
  static readonly label = 'kept';
  readonly #args: { text: string };
  readonly shout = () => this.#args.text.toUpperCase();

  constructor(args: { text: string }) {
    this.#args = args;
  }

  async run() {
    return this.shout();
  }
}

test('@Tool works as a legacy decorator: definition, statics, private and arrow fields', async () => {
  expect(getDefinition(Legacy)?.name).toBe('legacy');
  expect(Legacy.label).toBe('kept');
  expect(Legacy.name).toBe('Legacy');
  expect(new Legacy({ text: 'a' })).toBeInstanceOf(ToolComponent);
  const response = await callTool({ tool: toolFromClass(Legacy), rawInput: { text: 'quiet' } });
  expect(response).toMatchObject({ ok: true, data: 'QUIET' });
});
