import { isSourcePort, isTargetPort, sourcePort, type IOPort, type ResolverFinding, type ToolMeta } from '@helve/flow';
import { proposalPort } from '../../tool-kit/commit-target.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { portFromKey } from '../../tool-kit/port-from-key.js';
import { runScript } from './run-script.js';

const meta: ToolMeta = {
  id: 'script',
  version: '1.0.0',
  category: 'pipeline',
  displayName: 'Script',
  description: 'Runs JavaScript on every part in a sandbox, to change, add or drop parts.',
  cardinality: 'multilingual',
  capability: 'translate',
  shape: 'free',
  exec: true,
  requires: ['exec'],
  consumes: [],
  produces: [],
  writesOutput: true,
};

/** Runs a script of the user on every part, in a sandbox without files, network, clock or randomness. */
export const script = flowToolEntry({
  meta,
  groups: [
    { id: 'script', title: 'Script', properties: ['scriptFile', 'code'] },
    { id: 'ports', title: 'Ports', properties: ['produces', 'consumes', 'allowSourceMutation'] },
    { id: 'limits', title: 'Limits', properties: ['timeLimitMs', 'memoryLimitMb'] },
  ],
  properties: {
    scriptFile: {
      type: 'string',
      minLength: 1,
      'x-path': 'in',
      description: 'File with the script, an ES2023 module.',
    },
    code: { type: 'string', minLength: 1, 'x-widget': 'code', description: 'Script itself, instead of a file.' },
    allowSourceMutation: { type: 'boolean', default: false, description: 'Allow the script to change the source.' },
    consumes: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Ports that the script reads, such as `entity@source`.',
    },
    produces: {
      type: 'array',
      items: { type: 'string' },
      default: ['target@target'],
      description: 'Ports that the script may write, such as `target@target`.',
    },
    timeLimitMs: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      default: 100,
      description: 'Time limit for one part, in milliseconds.',
    },
    memoryLimitMb: {
      type: 'integer',
      minimum: 4,
      maximum: 512,
      default: 32,
      description: 'Memory limit of the script, in megabytes.',
    },
  },
  resolve: ({ code, scriptFile, allowSourceMutation, consumes, produces }) => {
    const written = toPorts(produces);
    const source = allowSourceMutation && !written.some(isSourcePort) ? [sourcePort] : [];
    return {
      capability: allowSourceMutation ? 'transform' : 'translate',
      consumes: toPorts(consumes),
      produces: [...written, ...source, ...(written.some(isTargetPort) ? [proposalPort] : [])],
      mayRemoveCodes: allowSourceMutation,
      writesOutput: allowSourceMutation || written.some((port) => isTargetPort(port) || isSourcePort(port)),
      diagnostics: [
        ...badPorts('consumes', consumes),
        ...badPorts('produces', produces),
        ...(code === undefined && scriptFile === undefined
          ? [refused('There is no script', 'Set "scriptFile" or "code"')]
          : []),
        ...(code !== undefined && scriptFile !== undefined
          ? [refused('There are two scripts, "scriptFile" and "code"', 'Remove one of them')]
          : []),
      ],
    };
  },
  notIdempotent: 'A script may do anything.',
  create: (config, { files }) => ({ process: (ctx, input) => runScript(config, meta, ctx, input, files) }),
});

function toPorts(keys: readonly string[]): IOPort[] {
  return keys.flatMap((key) => portFromKey(key) ?? []);
}

function badPorts(parameter: string, keys: readonly string[]): ResolverFinding[] {
  return keys.flatMap((key, index) =>
    portFromKey(key) === undefined
      ? [
          {
            severity: 'error',
            pointer: `/${parameter}/${index}`,
            message: `"${key}" is not a port such as "target@target"`,
          },
        ]
      : [],
  );
}

function refused(message: string, hint: string): ResolverFinding {
  return { severity: 'error', pointer: '/code', message, hint };
}
