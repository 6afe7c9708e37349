import { defineTool, noteExecution, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import { l10nErrors } from '../l10n-errors.js';
import { MT_TRANSLATE, type MtEngine, type MtTranslation } from './contract.js';
import { mtEngines } from './engines.js';
import { vendorLocale } from './locale-table.js';
import { mtTranslateInput, mtTranslateOutput, type MtAnswer, type MtRequest } from './mt-translate-contract.js';
import { pairUnsupported } from './check-pair.js';
import { providerError } from './provider-error.js';
import { sendRequest, type SendOptions } from './send-request.js';

/** Host functions that the tool needs. */
export interface MtTranslateOptions extends SendOptions {
  /** Returns the key for an engine, by the name of a credential if one is given. */
  keyFor(engine: string, credential: string | undefined, ctx: ToolInvokeContext): string | undefined;
  /** Resolves the name of an endpoint to its address. Default: the name itself. */
  addressOf?(endpoint: string): string;
}

/** Includes every attempt and wait. */
const TIMEOUT_MS = 180_000;

/** Creates the tool `mt.translate`: it asks every engine behind a network, under the rules of a tool call. */
export function createMtTranslateTool(options: MtTranslateOptions): ToolRecord {
  return defineTool({
    id: MT_TRANSLATE,
    description: 'Translates texts with a machine translation engine and returns them in their order.',
    inputSchema: mtTranslateInput,
    outputSchema: mtTranslateOutput,
    policy: {
      category: 'action',
      sideEffects: 'none',
      effects: ['api-call', 'remote-source-egress'],
      idempotent: true,
    },
    annotations: { timeoutMs: TIMEOUT_MS },
    execute: (input, ctx) => translate(input, options, ctx),
  });
}

async function translate(request: MtRequest, options: MtTranslateOptions, ctx: ToolInvokeContext): Promise<MtAnswer> {
  const engine = engineNamed(request.engine);
  const { texts, from, to, credential, endpoint } = request;
  const emptyKey = engine.keyOptional === true && credential === undefined ? '' : undefined;
  const key = emptyKey ?? options.keyFor(engine.id, credential, ctx);
  if (key === undefined) throw keyMissing(engine, credential);
  if (key !== '') ctx.addSecret(key);
  const job = { texts, ...vendorPair(engine, from, to), options: request.options ?? {} };
  const { answer, attempts } = await sendRequest(
    engine,
    engine.request(job, {
      key,
      endpoint: endpoint === undefined ? undefined : (options.addressOf?.(endpoint) ?? endpoint),
    }),
    { ...options, key },
    ctx.signal,
  );
  const found = engine.read(answer);
  assertAll(engine, found, texts.length);
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  noteExecution(ctx, { callId: String(ctx.requestId), attempts, usage: { characters } });
  return { texts: found.map((translation) => ({ ...translation })), characters };
}

function engineNamed(id: unknown): MtEngine {
  const engine = mtEngines.find((each) => each.id === id);
  // The schema of the record lists the same engines.
  if (engine === undefined) throw new TypeError(`Cannot translate with "${String(id)}": there is no such engine`);
  return engine;
}

function vendorPair(engine: MtEngine, from: string, to: string) {
  const [source, target] = [vendorLocale(engine.locales, from, 'source'), vendorLocale(engine.locales, to, 'target')];
  if (source === undefined || target === undefined) throw pairUnsupported(engine.id, from, to);
  return { from: source, to: target };
}

function keyMissing({ id }: MtEngine, credential: string | undefined): Error {
  const problem = credential === undefined ? 'it has no key' : `there is no credential "${credential}"`;
  return providerError('AUTH', id, problem);
}

function assertAll(
  { id }: MtEngine,
  found: readonly MtTranslation[] | undefined,
  wanted: number,
): asserts found is readonly MtTranslation[] {
  if (found?.length === wanted) return;
  const problem = found === undefined ? 'its answer cannot be read' : `it returned ${found.length} texts for ${wanted}`;
  throw l10nErrors.create('L10N_PROVIDER', { provider: id, problem });
}
