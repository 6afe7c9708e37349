import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadRegistryFile, watchRegistry } from '@helve/build/load';
import { describe, expect, test } from 'vitest';

import { createTools, toolFolder } from '../../../../test/build-kit.js';
import { splitTools } from './split-tools.js';

const request = { rawInput: { userId: 'u1' } };

describe('a registry that was built from folders', () => {
  test('F28 loads, is read tool by tool, and answers with the versions of the build', async () => {
    const typed = `import type { Answer } from './answer.js';
export const execute = (input: { userId: string }): Answer => ({ ok: true, data: input.userId });\n`;
    const project = await createTools({
      ...toolFolder('ignore-user'),
      ...toolFolder(
        'typed',
        {},
        {
          'handler.js': undefined,
          'handler.ts': typed,
          'answer.ts': 'export interface Answer { ok: boolean; data: string }\n',
        },
      ),
    });
    const built = await project.build();
    expect(built).toMatchObject({ ok: true });
    const path = join(project.dir, 'tool_registry.json');
    expect(splitTools(readFileSync(path))?.tools.map(({ toolId }) => toolId)).toEqual(['ignore_user', 'typed']);
    const registry = await loadRegistryFile(path);
    await registry.load({ providers: ['mcp'] });
    registry.lock();
    expect(registry.version).toBe(built.ok && built.artifact.version);
    expect(await registry.executeTool('ignore_user', request)).toMatchObject({
      ok: true,
      data: { ignored: 'u1' },
      intents: [{ type: 'END_VOICE_SESSION', after: 'current_turn' }],
      meta: { toolVersion: '1.0.0', registryVersion: registry.version },
    });
    expect(await registry.executeTool('typed', request)).toMatchObject({ ok: true, data: 'u1' });
    for (const provider of ['openai', 'geminiNative', 'mcp']) {
      expect(registry.getProviderSchemas(provider)).toHaveLength(2);
    }
    expect(registry.getToolMetadata('ignore_user')).toMatchObject({ requiresConfirmation: true, latencyBudgetMs: 500 });
  });

  test('F34 is swapped as a whole when a build writes it anew, while a session keeps its own', async () => {
    const project = await createTools();
    await project.build();
    const watch = await watchRegistry(join(project.dir, 'tool_registry.json'), { debounceMs: 5 });
    try {
      const session = watch.current.snapshot();
      const handler = 'export const execute = () => ({ ok: true, data: "rebuilt" });\n';
      await project.write(toolFolder('ignore-user', { version: '1.1.0' }, { 'handler.js': handler }));
      await project.build();
      expect(await watch.reload()).not.toBe(session);
      expect(await watch.current.executeTool('ignore_user', request)).toMatchObject({
        data: 'rebuilt',
        meta: { toolVersion: '1.1.0' },
      });
      expect(await session.executeTool('ignore_user', request)).toMatchObject({
        data: { ignored: 'u1' },
        meta: { toolVersion: '1.0.0' },
      });
    } finally {
      watch.close();
    }
  });
});
