import { isPlainObject, type JsonObject, type ToolHookSource, type ToolLike } from '@helve/core';
import type { Finding } from '../cli-errors.js';
import { expect, expectList, type ConfigKey, type ConfigSource, type ConfigValues } from './config-key.js';
import {
  checkByName,
  checkChecks,
  checkContent,
  checkLocales,
  checkRedaction,
  defaultFlowPaths,
  type ConfigByName,
  type ContentRow,
  type ProjectChecks,
  type ProjectLocales,
  type ProjectRedaction,
} from './flow-keys.js';
import {
  checkDependencies,
  checkGovern,
  checkStore,
  checkWorkers,
  defaultStorePath,
  defaultWorkerPaths,
  isHook,
  type Dependencies,
  type Governance,
  type StorePlace,
  type WorkerPlaces,
} from './line-keys.js';
import { checkModels, type Models } from '../model/model-key.js';

/** A tool, a class decorated with `@Tool`, or the path of a module that exports some, relative to the config. */
export type ToolEntry = ToolLike | string;

/** Tools in a list, which may also hold config of flow tools under `presets`; or nothing but that config, by tool. */
export type ToolsKey = readonly (ToolEntry | { readonly presets: ConfigByName })[] | ConfigByName;

/** Every key there is. Types, checks, defaults, `helve help init` and what `helve init` writes all come from here. */
export const configKeys = Object.freeze({
  tools: key<ToolsKey>({
    type: 'list of tools, decorated classes, paths of modules that export them, and { presets }; or presets of flow tools by id',
    default: [],
    docs: 'What can be called, and config of flow tools under that of each step',
    check: checkTools,
  }),
  hooks: key<readonly ToolHookSource[]>({
    type: 'list of hooks and classes that make them',
    default: [],
    docs: 'Your own rules for every call, after those of `govern`',
    check: expectList('a hook with a stage as a method, or a class', isHook),
  }),
  dependencies: key<Dependencies>({
    type: '{ singletons?, session? } with lists of [token, value], or a ProviderRegistry',
    default: {},
    docs: 'What hooks and tools get with `ctx.get(token)`',
    check: checkDependencies,
  }),
  govern: key<Governance>({
    type: '"standard", "strict", an object with a preset and changes to it, or false',
    default: { preset: 'standard' },
    docs: 'The rules of every call; with `false` there are none, and no trail',
    check: checkGovern,
  }),
  store: key<StorePlace>({
    type: '{ path } of a SQLite file beside the config, or { postgres } with a connection string',
    default: { path: defaultStorePath },
    docs: 'Where trail, approvals and limits are kept',
    check: checkStore,
  }),
  models: key<Models>({
    type: 'models by name: { vendor, model, keyFrom?, baseUrl? }',
    default: {},
    docs: 'The models to talk to, the first by default; without one, the offline demo model answers',
    check: checkModels,
  }),
  plugins: key<readonly string[]>({
    type: 'list of modules and packages that export `register(helve)`, and of `capability:NAME`',
    default: [],
    docs: 'More flow tools, formats, payloads, checks and hooks',
    check: expectList('a module path, the name of a package, or "capability:NAME"', isText),
  }),
  locales: key<ProjectLocales>({
    type: '{ source?, targets? }',
    default: { source: 'en', targets: [] },
    docs: 'The locales of the content, where a run names none',
    check: checkLocales,
  }),
  content: key<readonly ContentRow[]>({
    type: 'list of { path, format?, target? } with a pattern of paths and a template of outputs',
    default: [],
    docs: 'The files that a run without files takes',
    check: checkContent,
  }),
  flows: key<readonly string[]>({
    type: 'list of folders and files',
    default: defaultFlowPaths,
    docs: 'Where flows are, beside those that come with Helve',
    check: expectList('a path', isText),
  }),
  formats: key<ConfigByName>({
    type: 'options by format',
    default: {},
    docs: 'How files of a format are read and written',
    check: checkByName,
  }),
  segmentation: key<JsonObject>({
    type: 'parameters of the tool segmentation',
    default: {},
    docs: 'How text is cut into sentences',
    check: expect('an object', isPlainObject),
  }),
  redaction: key<ProjectRedaction>({
    type: '{ required?, rules?, presets? }',
    default: {},
    docs: 'What is taken out before text leaves',
    check: checkRedaction,
  }),
  checks: key<ProjectChecks>({
    type: '{ gate?, ignore? }',
    default: {},
    docs: 'How much checks may find, and which findings count no more',
    check: checkChecks,
  }),
  workers: key<WorkerPlaces>({
    type: '{ paths } of manifests and of folders that hold some',
    default: { paths: defaultWorkerPaths },
    docs: 'Where `helve worker` looks for capabilities and adapters',
    check: checkWorkers,
  }),
  server: Object.freeze({
    host: key<string>({
      type: 'text',
      default: '127.0.0.1',
      docs: 'The address that `helve serve` listens on',
      check: expect('a host name or an address', isText),
    }),
    port: key<number>({
      type: 'number',
      default: 4310,
      docs: 'The port; 0 takes any that is free',
      check: expect('a whole number from 0 to 65535', (value) => isWhole(value, 65_535)),
    }),
    maxBodyBytes: key<number>({
      type: 'number',
      default: 1024 * 1024,
      docs: 'The largest request body',
      check: expect(
        'a whole number of bytes above 0',
        (value) => value !== 0 && isWhole(value, Number.MAX_SAFE_INTEGER),
      ),
    }),
    allowedHosts: key<readonly string[]>({
      type: 'list of texts',
      default: [],
      docs: 'More host names that requests may ask for, without port',
      check: expectList('a host name', isText),
    }),
    allowedOrigins: key<readonly string[]>({
      type: 'list of texts',
      default: [],
      docs: 'Origins of foreign pages that may call, such as "https://app.example"',
      check: expectList('an origin such as "https://app.example"', isOrigin),
    }),
  }),
});

/** The configuration of a project, as `helve.config.ts` gives it to `defineConfig`. */
export type HelveConfig = ConfigSource<typeof configKeys>;

/** The configuration that a command reads: checked, with defaults, frozen. */
export type ResolvedConfig = ConfigValues<typeof configKeys>;

function key<T>(row: ConfigKey<T>): ConfigKey<T> {
  return Object.freeze(row);
}

function checkTools(value: unknown, where: string): readonly Finding[] {
  if (isPlainObject(value)) return checkByName(value, where);
  return expectList('a tool, a decorated class, a module path or { presets }', isToolEntry)(value, where);
}

function isToolEntry(value: unknown): boolean {
  return (
    isText(value) ||
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isWhole(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max;
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value.toLowerCase();
}
