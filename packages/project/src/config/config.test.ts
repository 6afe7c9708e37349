import { ProviderRegistry } from '@helve/core';
import { gatewayDefaults } from '@helve/gateway';
import { expect, test } from 'vitest';
import { checkConfig, fillConfig } from './check-config.js';
import { isConfigKey, type ConfigTable } from './config-key.js';
import { configKeys } from './config-keys.js';
import { describeConfigKeys } from './describe-config.js';
import { jsonTemplate, typeScriptTemplate } from './templates.js';

test('configKeys agrees with the gateway about its defaults', () => {
  const { host, port, maxBodyBytes } = configKeys.server;
  const defaults = { host: host.default, port: port.default, maxBodyBytes: maxBodyBytes.default };
  expect(gatewayDefaults).toMatchObject(defaults);
});

test('configKeys has a docs line for every key and a default that passes its own check', () => {
  const walk = (table: ConfigTable): void => {
    for (const [name, row] of Object.entries(table)) {
      if (!isConfigKey(row)) walk(row);
      else
        expect({ name, docs: row.docs !== '', findings: row.check(row.default, name) }).toEqual({
          name,
          docs: true,
          findings: [],
        });
    }
  };
  walk(configKeys);
});

test('checkConfig accepts what configKeys allows', () => {
  const server = {
    host: '::1',
    port: 0,
    maxBodyBytes: 1,
    allowedHosts: ['helve.test'],
    allowedOrigins: ['https://a.example'],
  };
  const line = {
    hooks: [
      class {},
      { willAudit() {} },
      new (class {
        onMetrics() {}
      })(),
    ],
    dependencies: { singletons: [['a', 1]], session: new Map() },
    govern: { preset: 'strict', loops: false },
    store: { path: 'x.db' },
  };
  expect(checkConfig({ tools: ['./a.ts', {}, class {}], ...line, server }, configKeys)).toEqual([]);
  for (const govern of [false, 'standard', 'strict', {}]) expect(checkConfig({ govern }, configKeys)).toEqual([]);
  const others = { dependencies: new ProviderRegistry(), store: { postgres: 'postgres://localhost/helve' } };
  expect(checkConfig(others, configKeys)).toEqual([]);
  expect(checkConfig({ tools: undefined }, configKeys)).toEqual([]);
});

test.each<[unknown, string[]]>([
  [5, ['the config: Expected an object']],
  [{ workers: { paths: 'capabilities' } }, ['workers.paths: Expected a list of paths']],
  [
    { workers: { capabilities: { a: { maxConcurent: 2, restart: { maxExit: 1 }, instances: { min: 2, max: 1 } } } } },
    [
      'workers.capabilities.a.maxConcurent: There is no such key',
      'workers.capabilities.a.restart.maxExit: There is no such key',
      'workers.capabilities.a.instances: Expected `min` to be at most `max`',
    ],
  ],
  [
    { workers: { capabilities: { a: { remote: 'shed', drift: true, resources: { memory: 'much' } } } } },
    [
      'workers.capabilities.a.drift: Expected "warn", "fail" or false',
      'workers.capabilities.a.resources.memory: Expected a number of bytes, or a text such as "1.5 GB"',
      'workers.capabilities.a.remote: "shed" is not in `workers.remotes`',
    ],
  ],
  [
    { workers: { remotes: { shed: { url: 'https://shed' } } } },
    [
      'workers.remotes.shed.url: Expected a URL that begins with "wss:" or "ws:"',
      'workers.remotes.shed: Expected either `token` or `tokenFile`',
    ],
  ],
  [{ server: [] }, ['server: Expected an object']],
  [{ sevrer: {} }, ['sevrer: There is no such key']],
  [
    JSON.parse('{ "__proto__": {}, "toString": 1 }'),
    ['__proto__: There is no such key', 'toString: There is no such key'],
  ],
  [
    { tools: 'x' },
    ['tools: Expected a list of which each item is a tool, a decorated class, a module path or { presets }'],
  ],
  [
    { tools: ['', []] },
    [
      'tools[0]: Expected a tool, a decorated class, a module path or { presets }',
      'tools[1]: Expected a tool, a decorated class, a module path or { presets }',
    ],
  ],
  [{ server: { port: 65_536 } }, ['server.port: Expected a whole number from 0 to 65535']],
  [{ server: { maxBodyBytes: 0 } }, ['server.maxBodyBytes: Expected a whole number of bytes above 0']],
  [{ hooks: {} }, ['hooks: Expected a list of which each item is a hook with a stage as a method, or a class']],
  [
    { hooks: [{ willExecutes() {} }, { willExecute: 1 }] },
    [
      'hooks[0]: Expected a hook with a stage as a method, or a class',
      'hooks[1]: Expected a hook with a stage as a method, or a class',
    ],
  ],
  [{ dependencies: [] }, ['dependencies: Expected an object']],
  [
    { dependencies: { singleton: [], session: [['a']] } },
    ['dependencies.singleton: There is no such key', 'dependencies.session: Expected a list of [token, factory]'],
  ],
  [{ govern: true }, ['govern: Expected "standard", "strict", an object or false']],
  [{ govern: 'lax' }, ['govern: Expected "standard", "strict", an object or false']],
  [{ govern: { preset: 'lax' } }, ['govern.preset: Expected "standard" or "strict"']],
  [{ govern: { trail: {} } }, ['govern: Its stores and its trail are those of `store`']],
  [{ store: 'x.db' }, ['store: Expected an object']],
  [{ store: { path: '' } }, ['store.path: Expected the path of a file']],
  [{ store: { path: 'x', postgres: 'y' } }, ['store: Expected a path or a Postgres database, not both']],
  [{ mcp: { instructions: ['x'] } }, ['mcp.instructions: Expected a text']],
  [{ mcp: { promts: [] } }, ['mcp.promts: There is no such key']],
  [
    {
      mcp: {
        prompts: [
          { name: 'a', text: ' ' },
          { text: 'b', arguments: [{ nam: 'c', name: 'c' }] },
        ],
      },
    },
    [
      'mcp.prompts[0].text: Expected the prompt for the model',
      'mcp.prompts[1].name: It is required',
      'mcp.prompts[1].arguments[0].nam: There is no such key',
    ],
  ],
  [{ server: { host: ' ' } }, ['server.host: Expected a host name or an address']],
  [
    { server: { allowedOrigins: ['a.example'] } },
    ['server.allowedOrigins[0]: Expected an origin such as "https://app.example"'],
  ],
])('checkConfig of %j finds %j', (config, problems) => {
  expect(checkConfig(config, configKeys).map(({ where, message }) => `${where}: ${message}`)).toEqual(problems);
});

test('fillConfig puts defaults where a config says nothing, and freezes', () => {
  const filled = fillConfig({ server: { port: 0 } }, configKeys);
  expect(filled).toMatchObject({ tools: [], server: { port: 0, host: '127.0.0.1' } });
  expect(Object.isFrozen(filled) && Object.isFrozen(filled['server'])).toBe(true);
});

test('what helve init writes and what help lists name every key', () => {
  const { resources, mcp, server, ...keys } = configKeys;
  const listed = describeConfigKeys().map(([path]) => path);
  const grouped = Object.entries({ resources, mcp, server }).flatMap(([group, rows]) =>
    Object.keys(rows).map((name) => `${group}.${name}`),
  );
  expect(listed).toEqual([...Object.keys(keys), ...grouped]);
  for (const name of Object.keys(keys)) expect(typeScriptTemplate()).toMatch(new RegExp(`^  (?:// )?${name}: `, 'm'));
  for (const rows of [resources, mcp, server]) {
    for (const name of Object.keys(rows)) expect(typeScriptTemplate()).toContain(`//   ${name}: `);
  }
  expect(checkConfig(JSON.parse(jsonTemplate()), configKeys)).toEqual([]);
});
