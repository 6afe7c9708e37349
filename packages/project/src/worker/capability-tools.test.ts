import { CapabilityManager, JobQueue, type CapabilityManifest, type DiscoveryReport } from '@helve/worker/host';
import { expect, test } from 'vitest';
import { capabilityTools } from './capability-tools.js';

function manifestOf(name: string, ...actions: readonly string[]): CapabilityManifest {
  const input = { type: 'object' } as const;
  return {
    format: 'helve.capability/1',
    code: {
      name,
      version: '1.0.0',
      description: `What ${name} does`,
      runtime: 'node',
      module: './absent.js',
      actions: actions.map((action) => ({ name: action, input })),
    },
  };
}

function toolsOf(manifests: readonly CapabilityManifest[], report: Partial<DiscoveryReport> = {}) {
  const manager = new CapabilityManager();
  const said: string[] = [];
  const capabilities = manifests.map((manifest) => {
    const directory = `/project/capabilities/${manifest.code.name}`;
    return { manifest, directory, path: `${directory}/capability.json` };
  });
  const tools = capabilityTools(
    { capabilities, adapters: [], broken: [], shadowed: [], absent: [], ...report },
    {
      open: async () => ({ manager, queue: new JobQueue(manager) }),
      elsewhere: async () => undefined,
      settings: {},
      root: '/project',
      say: (text) => said.push(text),
    },
  );
  return { tools, said };
}

test('capabilityTools gives a tool for each action, with the manifest it comes from', () => {
  const { tools, said } = toolsOf([manifestOf('slug', 'slugify', 'count'), manifestOf('graph', 'add')]);
  expect(tools.map(({ tool, from }) => [tool.id, from])).toEqual([
    ['slug.slugify', 'capabilities/slug/capability.json'],
    ['slug.count', 'capabilities/slug/capability.json'],
    ['graph.add', 'capabilities/graph/capability.json'],
  ]);
  expect(said).toEqual([]);
});

test('capabilityTools leaves out the actions that serve flow tools', () => {
  const { tools } = toolsOf([manifestOf('emoji', 'flow.describe', 'flow.process', 'count')]);
  expect(tools.map(({ tool }) => tool.id)).toEqual(['emoji.count']);
});

test('capabilityTools tells of a manifest that is broken and of one that makes no tools, and goes on', () => {
  const broken = [{ path: '/project/x.json', reason: 'Cannot read "x.json"', fieldsInvalid: [] }];
  const { code } = manifestOf('odd');
  const odd = { name: 'a', input: { type: 'object' }, policy: { sideEffects: 'nonsense' } } as const;
  const unfit = { ...manifestOf('odd'), code: { ...code, actions: [odd] } };
  const manifests = [
    manifestOf('slug', 'a'.repeat(80)),
    manifestOf('spaced', 'x y'),
    unfit,
    manifestOf('graph', 'add'),
  ];
  const { tools, said } = toolsOf(manifests, { broken });
  expect(tools.map(({ tool }) => tool.id)).toEqual(['graph.add']);
  expect(said).toEqual([
    'Cannot read "x.json"',
    expect.stringMatching(/^capabilities\/slug\/capability.json brings no tools: .*longer than 64/),
    expect.stringMatching(/^capabilities\/spaced\/capability.json brings no tools: .*"spaced.x y".*\/id/),
    expect.stringMatching(/^capabilities\/odd\/capability.json brings no tools: .*"odd.a".*\/policy\/sideEffects/),
  ]);
});
