import { expect, test } from 'vitest';
import { createProject } from './project.js';

const echo = `import { ToolCapability } from '@helve/worker';

export class Echo extends ToolCapability {
  static description = 'Says what it hears';
  static actions = { seen: 'seen' };
  get name() { return 'echo'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  seen() { return process.env.ECHO_TONE ?? null; }
}
`;

test('settings of a capability in the config hold for its workers, and show lists them with their source', async () => {
  const settings = { inheritEnv: ['ECHO_TONE'], maxConcurrent: 4, instances: { min: 1, max: 2 } };
  const { helve } = await createProject({
    'helve.config.json': JSON.stringify({ workers: { capabilities: { echo: settings, ehco: {} } } }),
    'capabilities/echo/index.js': echo,
  });
  await helve(['worker', 'manifest', 'capabilities/echo']);
  const env = { ECHO_TONE: 'loud' };
  expect((await helve(['call', 'echo.seen'], { env })).stdout).toBe('"loud"\n');
  expect((await helve(['worker', 'call', 'echo', 'seen'], { env })).stdout).toBe('"loud"\n');
  const shown = JSON.parse((await helve(['worker', 'show', 'echo', '--json'])).stdout) as { settings: unknown };
  expect(shown.settings).toEqual(
    expect.arrayContaining([
      { name: 'maxConcurrent', value: 4, source: 'config' },
      { name: 'instances.max', value: 2, source: 'config' },
      { name: 'drift', value: 'warn', source: 'default' },
    ]),
  );
  expect((await helve(['tools'])).stderr).toContain(
    'workers.capabilities.ehco, and there is no such capability; did you mean "echo"?',
  );
  expect(await helve(['worker', 'show', 'ecko'])).toMatchObject({ code: 2, stderr: expect.stringContaining('"echo"') });
});
