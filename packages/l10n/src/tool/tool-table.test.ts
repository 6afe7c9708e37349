import { describe, expect, test } from 'vitest';
import { isToolName, loadTools, runsAlone } from './tool-table.js';

const tools = await loadTools();

describe('the table of tools', () => {
  test.each(tools)('$name has the name and the aliases that the table has', async ({ name, meta, schema }) => {
    const { aliases = [] } = meta ?? schema.toolMeta ?? {};
    for (const word of [name, ...aliases]) {
      expect(isToolName(word), word).toBe(true);
      expect((await loadTools([word])).map((tool) => tool.name)).toEqual([name]);
    }
  });

  test.each(tools)('$name runs alone unless its config names steps', ({ name, schema }) => {
    expect(runsAlone(name)).toBe(!JSON.stringify(schema.properties ?? {}).includes('"x-steps"'));
  });

  test('lists tools by name, without words of no tool', async () => {
    expect(tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).toSorted());
    expect(await loadTools(['nothing'])).toEqual([]);
  });
});
