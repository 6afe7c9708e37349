import type { JsonObject } from '@helve/core';
import {
  AnnoAltTranslation,
  OverlayType,
  PortSource,
  resolveLocality,
  targetPort,
  type ContractResolver,
  type PropertySchema,
  type ResolverFinding,
  type StepContext,
  type ToolEntry,
  type ToolMeta,
} from '@helve/flow';
import { DEMO_PROVIDER } from '../../model/demo-model.js';
import { checkPairs } from '../../mt/check-pair.js';
import type { MtEngine } from '../../mt/contract.js';
import { flowToolEntry } from '../flow-tool-entry.js';
import { redoProperty, type Redo } from '../redo.js';
import { runGroups } from '../group/run-groups.js';
import { targetLocaleProperty, targetLocale } from '../target-locale.js';
import { translateWork, type Translator } from '../translate/translate-work.js';
import { targetTerms } from '../translate/target-terms.js';
import { htmlForm } from '../translate/verify-answer.js';
import { askEngine } from './ask-engine.js';
import { sendToDemo, sendToVendor, type SendTexts } from './send-texts.js';

/** Parameters that all engines share. */
const shared = {
  targetLocale: targetLocaleProperty,
  redo: redoProperty,
  credential: {
    type: 'string',
    minLength: 1,
    'x-config': 'credentials',
    description: 'Name of the stored key to use.',
  },
  glossary: { type: 'string', default: '', description: 'Name of a glossary that the vendor stores.' },
  formality: {
    enum: ['default', 'more', 'less'],
    default: 'default',
    description: 'Formality of the translation, where the vendor supports it.',
  },
  parallelBatches: {
    type: 'integer',
    minimum: 1,
    maximum: 32,
    default: 2,
    description: 'Maximum number of concurrent requests.',
  },
  endpoint: {
    type: 'string',
    minLength: 1,
    'x-config': 'endpoints',
    description:
      "Name of an address to use instead of the vendor's, such as a proxy; at the terminal also the address itself.",
  },
} as const;

/** Maximum number of blocks gathered for an engine. */
const MAX_GROUP = 256;

interface SharedConfig {
  readonly redo: readonly Redo[];
  readonly provider: string;
  readonly credential?: string;
  readonly endpoint?: string;
  readonly glossary: string;
  readonly formality: string;
  readonly parallelBatches: number;
}

/** Engine-specific part of a tool. */
export interface MtToolSource {
  readonly engine: MtEngine;
  readonly displayName: string;
  /** Its own parameters, which are passed to the engine. */
  readonly properties: { readonly [name: string]: PropertySchema };
  readonly meta?: Partial<ToolMeta>;
  readonly resolve?: ContractResolver;
  /** Returns an alternative to HTTP, if a config asks for it. */
  send?(config: SharedConfig & JsonObject, ctx: StepContext): SendTexts | undefined;
}

/** Creates the tool of an engine. */
export function mtTool({ engine, displayName, properties, meta: own, resolve, send }: MtToolSource): ToolEntry {
  const meta: ToolMeta = {
    id: `${engine.id}-translate`,
    version: '1.0.0',
    category: 'translate',
    displayName,
    description: `Fills targets with translations by ${displayName} and verifies that every inline code is preserved.`,
    cardinality: 'bilingual',
    capability: 'translate',
    requires: ['credentials', 'target-language'],
    sideEffects: ['api-call', 'remote-source-egress'],
    consumes: [
      { type: OverlayType.OverlayProtected, side: PortSource, optional: true },
      { type: OverlayType.OverlayTerm, side: PortSource, optional: true },
    ],
    produces: [targetPort, { type: AnnoAltTranslation, side: PortSource }],
    writesOutput: true,
    ...own,
  };
  const provider = {
    enum: [DEMO_PROVIDER, engine.id],
    default: DEMO_PROVIDER,
    description: `\`${engine.id}\` for real translations; \`demo\` works offline and only marks the text.`,
  };
  return flowToolEntry({
    meta,
    properties: { provider, ...shared, ...properties },
    groups: [
      { id: 'engine', title: 'Engine', properties: ['provider', 'credential', 'endpoint', 'parallelBatches'] },
      { id: 'translation', title: 'Translation', properties: ['targetLocale', 'formality', 'glossary', 'redo'] },
      { id: engine.id, title: displayName, properties: Object.keys(properties) },
    ],
    resolve: (config, info) => ({
      ...(resolve ?? resolveLocality)(config, info),
      diagnostics: meantForVendor(engine, config),
    }),
    checkLocales: (config, locales) =>
      (config as SharedConfig & JsonObject).provider === DEMO_PROVIDER ? [] : checkPairs(engine, locales),
    create: (rawConfig) => ({
      process: (ctx, input) => {
        // The schema of the parameters is closed, so nothing else can be there.
        const config = rawConfig as unknown as SharedConfig & JsonObject;
        const translator = createTranslator(engine, config, Object.keys(properties), ctx, send?.(config, ctx));
        const maxBlocks = Math.min(MAX_GROUP, engine.limits(config).maxTexts);
        const work = translateWork(translator, { skipMatched: true, redo: config.redo, meta, ctx });
        return runGroups({ ...config, maxBlocks }, meta, ctx, input, work);
      },
    }),
  });
}

/** Reports a key or an address in a demo run, where it has no effect. */
function meantForVendor({ id }: MtEngine, config: JsonObject): readonly ResolverFinding[] {
  if (config['provider'] !== DEMO_PROVIDER) return [];
  return ['credential', 'endpoint']
    .filter((name) => config[name] !== undefined)
    .map((name) => ({
      severity: 'error',
      message: `"${name}" has no effect with the provider "${DEMO_PROVIDER}"`,
      hint: `Set "provider" to "${id}", or remove "${name}"`,
      pointer: `/${name}`,
    }));
}

function createTranslator(
  engine: MtEngine,
  config: SharedConfig & JsonObject,
  own: readonly string[],
  ctx: StepContext,
  other: SendTexts | undefined,
): Translator {
  const { provider, credential, endpoint } = config;
  const { source: from } = ctx.locales;
  const to = targetLocale(ctx);
  const options = toOptions(engine, config, own, ctx);
  const vendor = { engine: engine.id, from, to, options };
  const access = {
    ...(credential === undefined ? {} : { credential }),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
  const send = provider === DEMO_PROVIDER ? sendToDemo(to) : (other ?? sendToVendor({ ...vendor, ...access }, ctx));
  return {
    kind: 'mt',
    engine: provider,
    form: htmlForm,
    shapedBy: { provider, ...options },
    contextOf: (block) => {
      const terms = engine.takesTerms === true ? targetTerms(block, to) : [];
      return terms.length === 0 ? {} : { terms };
    },
    ask: (items) => askEngine(items, { limits: engine.limits(options), from, send }, ctx),
  };
}

/** Returns the options for the vendor; an unsupported one is logged once. */
function toOptions(
  { id, ignores }: MtEngine,
  config: SharedConfig & JsonObject,
  own: readonly string[],
  ctx: StepContext,
): JsonObject {
  const { glossary, formality } = config;
  const options = {
    ...(glossary === '' ? {} : { glossary }),
    ...(formality === 'default' ? {} : { formality }),
  };
  for (const name of ignores) {
    if (name in options) ctx.log('warn', `${id} does not support "${name}"`);
  }
  const used = Object.entries(options).filter(([name]) => !ignores.some((ignored) => ignored === name));
  const special = own.flatMap((name): [string, JsonObject[string]][] => {
    const value = config[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries([...used, ...special]);
}
