import fc from 'fast-check';
import { providerDigestOf, type ProviderFile } from '@helve/core';
import { expect, test } from 'vitest';
import type { BuiltTool } from './built-tool.js';
import { joinedDigestOf } from './provider-digest.js';

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_]{0,4}$/), { maxLength: 8 });

function toForms(toolIds: readonly string[], text: string) {
  const form: ProviderFile['tools'][string] = { schema: { default: JSON.parse(text) }, restore: [], losses: [] };
  return new Map(toolIds.map((toolId) => [{ tool: { toolId } } as BuiltTool, form]));
}

test('joinedDigestOf gives what providerDigestOf gives, in any order of the tools and also the second time', () => {
  fc.assert(
    fc.property(ids, fc.jsonValue(), (toolIds, json) => {
      const forms = toForms(toolIds, JSON.stringify(json));
      const tools = Object.fromEntries([...forms].map(([{ tool }, form]) => [tool.toolId, form]));
      const expected = providerDigestOf(tools);
      expect(joinedDigestOf('openai', forms)).toBe(expected);
      expect(joinedDigestOf('openai', new Map([...forms].toReversed()))).toBe(expected);
    }),
  );
});
