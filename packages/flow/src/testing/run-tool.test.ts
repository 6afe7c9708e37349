import { describe, expect, test } from 'vitest';
import { flowTool } from '../tool/flow-tool.js';
import { schemaFrom } from '../tool/schema-from.js';
import { hardBlocks } from './hard-blocks.js';
import { recordReads } from './record-reads.js';
import { blockText, codeNames, runTool } from './run-tool.js';
import { toolMeta } from './tool-meta.js';

const meta = toolMeta({ id: 'sample', produces: [{ type: 'property:seen', side: 'source' }] });
const schema = schemaFrom({ type: 'object', properties: {} }, meta);
const run = { source: 'en', target: 'fr', config: {} };

describe('runTool', () => {
  test('K87 shows what a tool did and whether it looked at the target', async () => {
    const tool = flowTool({
      meta,
      schema,
      annotate: (view, ctx) => view.setProperty('seen', String(ctx.locales.target)),
    });
    const { blocks, failures, readsTarget } = await runTool(tool, hardBlocks('en', 'fr'), run);
    expect(failures).toEqual([]);
    expect(blocks.map(({ properties }) => properties['seen'])).toEqual(blocks.map(() => 'fr'));
    expect(readsTarget).toBe(true);
  });

  test('K87 shows which blocks a tool failed on, and that it did not look at the target', async () => {
    const tool = flowTool({
      meta,
      schema,
      annotate: (view) => {
        if (view.id === 'plural') throw new Error('no plurals');
        view.setAnnotation('note', { type: 'note' });
      },
    });
    const { failures, readsTarget } = await runTool(tool, hardBlocks('en', 'fr'), run);
    expect(failures.map(({ block }) => block)).toContain('plural');
    expect(failures).toHaveLength(hardBlocks('en', 'fr').length);
    expect(readsTarget).toBe(false);
  });

  test('K87 hard blocks have codes in every form and no two of them are alike', () => {
    const blocks = hardBlocks('en', 'fr');
    expect(new Set(blocks.map(blockText)).size).toBe(blocks.length);
    const plural = blocks.find(({ id }) => id === 'plural');
    expect(plural === undefined ? [] : codeNames(plural.source).filter((name) => name.startsWith('ph'))).toEqual([
      'ph:n',
      'ph:n',
    ]);
  });
});

test('K87 recordReads names the options that nobody reads', () => {
  const { config, unread } = recordReads({ used: 1, dead: 2 });
  expect(config.used).toBe(1);
  expect(unread()).toEqual(['dead']);
});
