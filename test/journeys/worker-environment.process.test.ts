import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject, root } from './project.js';

const versions = `from importlib.metadata import version

from helve_worker import ToolCapability, capability_action

INSTALLED = version("helve-worker")


class Versions(ToolCapability):
    """Says what is installed"""

    name, version = "versions", "1.0.0"

    def initialize(self, config=None):
        pass

    def get_config_schema(self):
        return {"type": "object", "properties": {}}

    def get_current_config(self):
        return {}

    @capability_action("installed", policy={"sideEffects": "none", "idempotent": True})
    def installed(self):
        return INSTALLED
`;

const manifest = (environment: object) =>
  JSON.stringify({
    format: 'helve.capability/1',
    code: {
      name: 'versions',
      version: '1.0.0',
      description: 'Says what is installed',
      runtime: 'python',
      module: './versions.py',
      actions: [{ name: 'installed', policy: { sideEffects: 'none', idempotent: true } }],
    },
    environment,
  });

test(
  'an environment of Python is made from requirements without an index, once, and kept by a refresh',
  needs('python3'),
  async () => {
    const { folder, helve, write } = await createProject({
      'helve.config.json': '{ "govern": false }',
      'capabilities/versions/versions.py': versions,
      'capabilities/versions/requirements.txt': 'helve-worker\n',
      'capabilities/versions/capability.json': manifest({
        python: { requirements: 'requirements.txt', wheelhouse: 'wheels' },
      }),
    });
    const wheels = join(folder, 'capabilities', 'versions', 'wheels');
    await mkdir(wheels);
    execFileSync('python3', [join(root, 'packages', 'worker', 'python', 'wheel_backend.py'), wheels]);
    const first = await helve(['worker', 'call', 'versions', 'installed']);
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('versions: its packages are installed (2 of 2)'),
    });
    expect(JSON.parse(first.stdout)).toMatch(/^\d+\.\d+\.\d+$/);
    expect(await helve(['worker', 'manifest', 'capabilities/versions'])).toMatchObject({ code: 0 });
    expect(await helve(['worker', 'call', 'versions', 'installed'])).toMatchObject({
      stdout: first.stdout,
      stderr: '',
    });

    // A person who has only the package begins a capability with it, and tests it without a host.
    const [made = ''] = await readdir(join(folder, '.helve', 'environments'));
    const bin = join(folder, '.helve', 'environments', made, 'bin');
    execFileSync(join(bin, 'helve-worker'), ['new', 'greeter'], { cwd: folder });
    const tested = execFileSync(join(bin, 'python'), ['-m', 'unittest', '-v'], {
      cwd: join(folder, 'capabilities', 'greeter'),
      stdio: 'pipe',
    });
    expect(String(tested)).toBe('');
    expect(await helve(['worker', 'validate', 'capabilities/greeter'])).toMatchObject({ code: 0 });

    await write({ 'capabilities/versions/capability.json': manifest({ python: { requirements: 'missing.txt' } }) });
    expect(await helve(['worker', 'call', 'versions', 'installed'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Cannot make the environment of "versions": there is no'),
    });
    await write({ 'capabilities/versions/capability.json': manifest({ python: { venv: '.venv' } }) });
    expect((await helve(['worker', 'call', 'versions', 'installed'])).stderr).toContain(
      'make it with `python3 -m venv`',
    );
    await rm(join(folder, 'capabilities', 'greeter'), { recursive: true });
  },
);

test('install scripts of a capability in Node run only for packages that are named', async () => {
  const { folder, helve } = await createProject({
    'helve.config.json': '{}',
    'tool/native/package.json': JSON.stringify({
      name: 'native',
      version: '1.0.0',
      main: 'index.js',
      scripts: { install: `node -e "require('fs').writeFileSync('built', '')"` },
    }),
    'tool/native/index.js': '',
    'tool/package.json': JSON.stringify({
      name: 'tool',
      version: '1.0.0',
      type: 'module',
      dependencies: { native: 'file:./native' },
    }),
    'tool/index.js': `import { ToolCapability } from '@helve/worker';
export class Tool extends ToolCapability {
  static description = 'Needs something built';
  get name() { return 'tool'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
}
`,
  });
  const built = join(folder, '.helve', 'capabilities', 'tool', 'node_modules', 'native', 'built');
  const held = await helve(['worker', 'add', './tool']);
  expect(held).toMatchObject({ code: 0, stderr: expect.stringContaining('--allow-scripts native') });
  expect(existsSync(built)).toBe(false);
  await helve(['worker', 'rm', 'tool']);
  expect(await helve(['worker', 'add', './tool', '--allow-scripts', 'native'])).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(built)).toBe(true);
});

test('an environment of Python is made by uv as the lock file says', needs('uv'), async () => {
  const { folder, helve } = await createProject({
    'helve.config.json': '{ "govern": false }',
    'capabilities/versions/versions.py': versions.replace('version("helve-worker")', '__import__("sys").prefix'),
    'capabilities/versions/pyproject.toml':
      '[project]\nname = "versions"\nversion = "1.0.0"\nrequires-python = ">=3.9"\n',
    'capabilities/versions/capability.json': manifest({ python: { uv: '.' } }),
  });
  execFileSync('uv', ['lock', '--offline'], { cwd: join(folder, 'capabilities', 'versions'), stdio: 'ignore' });
  const called = await helve(['worker', 'call', 'versions', 'installed']);
  expect(called).toMatchObject({ code: 0, stderr: expect.stringContaining('uv installs its packages (1 of 1)') });
  expect(called.stdout).toContain(join(folder, '.helve', 'environments', 'versions-'));
});
