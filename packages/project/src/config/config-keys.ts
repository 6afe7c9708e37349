import { isPlainObject, type JsonObject, type ToolHookSource } from '@helve/core';
import type { ConfigKey, ConfigSource, ConfigValues } from './config-key.js';
import {
  checkByName,
  checkChecks,
  checkContent,
  checkLocales,
  checkMemories,
  checkNamedTexts,
  checkRedaction,
  checkRoots,
  checkTerms,
  defaultFlowPaths,
  flowKeySchemas,
  type ConfigByName,
  type ContentRow,
  type NamedTexts,
  type ProjectChecks,
  type ProjectLocales,
  type ProjectMemories,
  type ProjectRedaction,
  type ProjectTerms,
  type RootRow,
} from './flow-keys.js';
import {
  checkDependencies,
  checkGovern,
  checkStore,
  defaultStorePath,
  isHook,
  callerKeySchemas,
  type Dependencies,
  type Governance,
  type StoreLocation,
} from './caller-keys.js';
import { checkModels, modelsSchema, type Models } from '../model/model-key.js';
import { checkExpose, exposeSchema, type Exposure } from './expose-keys.js';
import { checkPrompts, promptsSchema, type ProjectPrompt } from './mcp-keys.js';
import { checkOpenApi, openApiSchema, type OpenApiServices } from './open-api-keys.js';
import {
  checkServerAuth,
  checkSlots,
  defaultSlots,
  serverAuthSchema,
  slotsSchema,
  type JobSlots,
  type ServerAuth,
} from './server-keys.js';
import { called, checkList, checkValue, listSchema, choiceShape, text, integerShape, type Shape } from './shape.js';
import type { Budget, SessionTracer } from '@helve/agent';
import { budgetSchema, checkBudget } from './budget-keys.js';
import { checkTools, toolsSchema, type ToolsKey } from './tools-key.js';
import { checkVoice, voiceSchema, type ProjectVoice } from './voice-keys.js';
import { checkWorkers, defaultWorkerPaths, workersSchema, type WorkerSettings } from './worker-keys.js';

/** A file of JSON cannot hold one. */
const hook: Shape = { wanted: 'a hook with a stage as a method, or a class', holds: isHook, schema: { not: {} } };
/** A file of JSON cannot hold one. */
const aTracer: Shape = {
  wanted: 'a tracer with `startSpan`, or false',
  holds: (value) => value === false || typeof Reflect.get(Object(value), 'startSpan') === 'function',
  schema: { const: false },
};
const plugin = called('a module path, the name of a package, or "capability:NAME"', text);
const anyText: Shape = { wanted: 'a text', holds: (value) => typeof value === 'string', schema: { type: 'string' } };
const port = integerShape('a whole number from 0 to 65535', 0, 65_535);
const bytes = integerShape('a whole number of bytes above 0', 1, Number.MAX_SAFE_INTEGER);
const atLeastOne = integerShape('a whole number above 0', 1, Number.MAX_SAFE_INTEGER);
const milliseconds = integerShape('whole milliseconds', 0, Number.MAX_SAFE_INTEGER);
const origin: Shape = {
  wanted: 'an origin such as "https://app.example"',
  holds: isOrigin,
  schema: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#\\s]+$' },
};
/** Every key there is. Types, checks, defaults, `helve help init` and what `helve init` writes all come from here. */
export const configKeys = Object.freeze({
  tools: key<ToolsKey>({
    type: 'list of tools, decorated classes, paths of modules that export them, of folders of tool folders and of built registries, and { presets }; or presets of flow tools by id',
    default: [],
    docs: 'Tools that can be called, and defaults for the config of flow tools',
    check: checkTools,
    schema: toolsSchema,
  }),
  hooks: key<readonly ToolHookSource[]>({
    type: 'list of hooks and classes that make them',
    default: [],
    docs: 'Your own rules for every call, after those of `govern`',
    check: checkList(hook),
    schema: listSchema(hook),
  }),
  tracer: key<SessionTracer | false>({
    type: 'a tracer of OpenTelemetry such as `trace.getTracer("helve")`, or false',
    default: false,
    docs: 'Makes spans of conversations, their turns and requests to models; the hook `telemetry({ tracer })` in `hooks` makes those of calls',
    check: checkValue(aTracer),
    schema: { const: false },
  }),
  dependencies: key<Dependencies>({
    type: '{ singletons?, session? } with lists of [token, value], or a ProviderRegistry',
    default: {},
    docs: 'Values that hooks and tools get with `ctx.get(token)`',
    check: checkDependencies,
    schema: callerKeySchemas.dependencies,
  }),
  govern: key<Governance>({
    type: '"standard", "strict", an object with a preset and changes to it, or false',
    default: { preset: 'standard' },
    docs: 'The rules of every call; with `false` there are none, and no trail',
    check: checkGovern,
    schema: callerKeySchemas.govern,
  }),
  store: key<StoreLocation>({
    type: '{ path } of a SQLite file beside the config, or { postgres } with a connection string; { trailKey? } with the path of a key',
    default: { path: defaultStorePath },
    docs: 'Store of trail, approvals and limits; the trail is signed with `trailKey` (default: .helve/trail.key)',
    check: checkStore,
    schema: callerKeySchemas.store,
  }),
  models: key<Models>({
    type: 'models by name: { vendor, model, keyFrom?, baseUrl?, live?, instructions?, temperature?, topP?, maxTokens?, request?, fallback?, price?, contextTokens?, toolSearch?, parallelCalls?, toolUse? }',
    default: {},
    docs: 'Models to use, the first by default, with the system prompt of conversations and the settings of requests; without one, the offline demo model answers',
    check: checkModels,
    schema: modelsSchema,
  }),
  budget: key<Budget>({
    type: '{ turn?, session? } with { tokens?, cost? } each',
    default: {},
    docs: 'The most that a turn and a whole conversation may use; the cost is by the prices of `models`',
    check: checkBudget,
    schema: budgetSchema,
  }),
  voice: key<ProjectVoice | false>({
    type: '{ model?, listen?, speak?, voice?, phrases?, maxSessions? }, or false for no conversations by voice; listen is "pocketsphinx" or "scripted", speak "espeak-ng" or "scripted"',
    default: {},
    docs: 'Conversations by voice of `helve serve`: their model, and what lends a voice to a model that reads and writes',
    check: checkVoice,
    schema: voiceSchema,
  }),
  openApi: key<OpenApiServices>({
    type: 'services by name: { document, url, headers?, only?, allowPrivate?, timeoutMs?, maxBytes? }, with ${NAME} in headers for variables of the environment',
    default: {},
    docs: 'Services whose operations are tools, each described by an OpenAPI document',
    check: checkOpenApi,
    schema: openApiSchema,
  }),
  plugins: key<readonly string[]>({
    type: 'list of modules and packages that export `register(helve)`, and of `capability:NAME`',
    default: [],
    docs: 'Plugins that add flow tools, formats, payloads, checks and hooks',
    check: checkList(plugin),
    schema: listSchema(plugin),
  }),
  locales: key<ProjectLocales>({
    type: '{ source?, targets? }',
    default: { source: 'en', targets: [] },
    docs: 'Locales of the content, for runs that name none',
    check: checkLocales,
    schema: flowKeySchemas.locales,
  }),
  content: key<readonly ContentRow[]>({
    type: 'list of { path, format?, target? } with a pattern of paths and a template of outputs',
    default: [],
    docs: 'Files that a run takes if it names none',
    check: checkContent,
    schema: flowKeySchemas.content,
  }),
  roots: key<readonly RootRow[]>({
    type: 'list of { path, write? } with folders, relative to the config',
    default: [],
    docs: 'Folders that callers of a server may read and write (default: the files of `content` and their outputs)',
    check: checkRoots,
    schema: flowKeySchemas.roots,
  }),
  flows: key<readonly string[]>({
    type: 'list of folders and files',
    default: defaultFlowPaths,
    docs: 'Folders and files of flows, besides those that come with Helve',
    check: checkList(called('a path', text)),
    schema: listSchema(text),
  }),
  formats: key<ConfigByName>({
    type: 'options by format (json), and presets by format and name (json:mine), which may extend another',
    default: {},
    docs: 'Options for reading and writing each format, and named options for `--input-format ID:PRESET`',
    check: checkByName,
    schema: flowKeySchemas.byName,
  }),
  segmentation: key<JsonObject>({
    type: 'parameters of the tool segmentation',
    default: {},
    docs: 'Options for segmenting text into sentences',
    check: checkValue({ wanted: 'an object', holds: isPlainObject, schema: { type: 'object' } }),
    schema: { type: 'object' },
  }),
  redaction: key<ProjectRedaction>({
    type: '{ required?, rules?, presets? }',
    default: {},
    docs: 'Rules for redacting text before it leaves',
    check: checkRedaction,
    schema: flowKeySchemas.redaction,
  }),
  checks: key<ProjectChecks>({
    type: '{ gate?, ignore? }',
    default: {},
    docs: 'Limits of what checks may find, and findings to ignore',
    check: checkChecks,
    schema: flowKeySchemas.checks,
  }),
  tm: key<ProjectMemories>({
    type: '{ read?, write?, learn?, threshold? }; a memory is a name, kept in .helve/tm/NAME.db, or a path',
    default: {},
    docs: 'Translation memories to read and write, and what they learn',
    check: checkMemories,
    schema: flowKeySchemas.tm,
  }),
  terms: key<ProjectTerms>({
    type: 'a termbase, or a list of them: a name, kept in .helve/terms/NAME.json, or a path',
    default: [],
    docs: 'Termbases that flows look up and enforce',
    check: checkTerms,
    schema: flowKeySchemas.terms,
  }),
  workers: key<WorkerSettings>({
    type: '{ paths?, capabilities?, remotes?, lanes? }: folders and manifests; settings by capability; machines by name',
    default: { paths: defaultWorkerPaths },
    docs: 'Tools that live in their own process: where they are found, and how and on which machines they run',
    check: checkWorkers,
    schema: workersSchema,
  }),
  expose: key<Exposure>({
    type: '{ mcp?, http?, chat? } with { builtIn?, allow?, deny? } each: `true`, `false` or a list of ids, and lists of ids',
    default: {},
    docs: 'Tools that each door offers (default for MCP and chat: those of the project, flow.check, flow.preview and flow.run)',
    check: checkExpose,
    schema: exposeSchema,
  }),
  resources: Object.freeze({
    credentials: key<NamedTexts>({
      type: 'variables of the environment by name',
      default: {},
      docs: 'Keys that tools refer to by name (`credential`)',
      check: checkNamedTexts,
      schema: flowKeySchemas.namedTexts,
    }),
    endpoints: key<NamedTexts>({
      type: 'addresses by name',
      default: {},
      docs: 'Vendor addresses that tools refer to by name (`endpoint`)',
      check: checkNamedTexts,
      schema: flowKeySchemas.namedTexts,
    }),
    programs: key<NamedTexts>({
      type: 'commands and paths by name',
      default: {},
      docs: 'Programs that tools refer to by name (`binary`, `command`)',
      check: checkNamedTexts,
      schema: flowKeySchemas.namedTexts,
    }),
    vaults: key<NamedTexts>({
      type: 'files by name',
      default: {},
      docs: 'Vaults that tools refer to by name (`vault`)',
      check: checkNamedTexts,
      schema: flowKeySchemas.namedTexts,
    }),
  }),
  mcp: Object.freeze({
    name: key<string>({
      type: 'text',
      default: 'helve',
      docs: 'Name of the MCP server',
      check: checkValue(text),
      schema: text.schema,
    }),
    instructions: key<string>({
      type: 'text',
      default: '',
      docs: 'Instructions for models on using the tools, sent to MCP clients at the start',
      check: checkValue(anyText),
      schema: anyText.schema,
    }),
    elicitation: key<'trusted' | 'refused'>({
      type: '"trusted" or "refused"',
      default: 'refused',
      docs: 'Trust of answers by the client of `helve mcp` as approvals: use "trusted" only if a person sits at it',
      check: checkValue(choiceShape('trusted', 'refused')),
      schema: choiceShape('trusted', 'refused').schema,
    }),
    prompts: key<readonly ProjectPrompt[]>({
      type: 'list of { name, text, title?, description?, arguments? } with {{NAME}} in the text for an argument',
      default: [],
      docs: 'Prompts that MCP clients offer, besides those of the tools',
      check: checkPrompts,
      schema: promptsSchema,
    }),
  }),
  server: Object.freeze({
    host: key<string>({
      type: 'text',
      default: '127.0.0.1',
      docs: 'Address that `helve serve` listens on',
      check: checkValue(called('a host name or an address', text)),
      schema: text.schema,
    }),
    port: key<number>({
      type: 'number',
      default: 4310,
      docs: 'Port to listen on; 0 takes any free port',
      check: checkValue(port),
      schema: port.schema,
    }),
    maxBodyBytes: key<number>({
      type: 'number',
      default: 1024 * 1024,
      docs: 'Maximum size of a request body',
      check: checkValue(bytes),
      schema: bytes.schema,
    }),
    allowedHosts: key<readonly string[]>({
      type: 'list of texts',
      default: [],
      docs: 'Additional host names that requests may use, without port',
      check: checkList(called('a host name', text)),
      schema: listSchema(text),
    }),
    allowedOrigins: key<readonly string[]>({
      type: 'list of texts',
      default: [],
      docs: 'Origins of foreign pages that may call, such as "https://app.example"',
      check: checkList(origin),
      schema: listSchema(origin),
    }),
    auth: key<ServerAuth>({
      type: '{ keys?, jwt?, perMinute? } with jwt { issuer, audience, jwksUrl, algorithms?, rolesClaim?, tenantClaim? }',
      default: {},
      docs: 'Authentication of callers; required on an address that others can reach',
      check: checkServerAuth,
      schema: serverAuthSchema,
    }),
    slots: key<JobSlots>({
      type: '{ calls?, flows? } with whole numbers above 0',
      default: defaultSlots,
      docs: 'Jobs that a server works on at once: calls in the background, and runs of flows',
      check: checkSlots,
      schema: slotsSchema,
    }),
    maxCalls: key<number>({
      type: 'number',
      default: 1_000,
      docs: 'Maximum number of calls that run at once',
      check: checkValue(atLeastOne),
      schema: atLeastOne.schema,
    }),
    callTimeoutMs: key<number>({
      type: 'number',
      default: 0,
      docs: 'Time limit of every call, whatever its tool and the rules say; 0 for no limit',
      check: checkValue(milliseconds),
      schema: milliseconds.schema,
    }),
    requestTimeoutMs: key<number>({
      type: 'number',
      default: 30_000,
      docs: 'Time limit for sending a request',
      check: checkValue(milliseconds),
      schema: milliseconds.schema,
    }),
    slowClientMs: key<number>({
      type: 'number',
      default: 30_000,
      docs: 'Time limit for a client that reads nothing of its response',
      check: checkValue(milliseconds),
      schema: milliseconds.schema,
    }),
    closeGraceMs: key<number>({
      type: 'number',
      default: 5_000,
      docs: 'Time that calls may go on after `helve serve` is stopped',
      check: checkValue(milliseconds),
      schema: milliseconds.schema,
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

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value.toLowerCase();
}
