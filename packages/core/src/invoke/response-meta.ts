import { RESPONSE_SCHEMA_VERSION, type ResponseMeta } from '../contract/tool-response.js';
import { setOwn } from '../json/copy-json.js';
import type { Call } from './context/call.js';
import { scrub } from './scrub.js';

type Draft = { -readonly [K in keyof ResponseMeta]: ResponseMeta[K] };

/** Says about a call what every answer says; hooks and handlers may add to it, not overwrite it. */
export function responseMeta(call: Call): ResponseMeta {
  const meta: Draft = {
    toolId: call.tool.id,
    toolVersion: call.tool.version ?? '0.0.0',
    registryVersion: call.registryVersion,
    requestId: call.requestId,
    duration: call.durationMs ?? 0,
    responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
  };
  // One by one: a spread that other members follow takes longer than a whole call.
  addMarks(meta, call);
  if (call.additions.meta !== undefined) addOwn(meta, scrub(call, call.additions.meta));
  return meta;
}

/** Adds what was unusual about the call; most answers have nothing to add. */
function addMarks(meta: Draft, { run: { attempt }, outcome, values: { strippedArgs }, tool, unrecorded }: Call): void {
  if (attempt > 1) meta['attempts'] = attempt;
  if (outcome.kind === 'responded') {
    meta['respondedAt'] = outcome.stage;
    if (outcome.cacheHit) meta['cacheHit'] = true;
  } else if (outcome.kind === 'success' && outcome.recovered === true) meta['recovered'] = true;
  if (unrecorded) meta.recorded = false;
  if (strippedArgs.length > 0) meta.strippedArgs = strippedArgs;
  if (tool.noSchemaMode === undefined) return;
  meta.validated = false;
  meta.noSchemaMode = tool.noSchemaMode;
}

function addOwn(meta: Draft, added: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(added)) if (!Object.hasOwn(meta, key)) setOwn(meta, key, added[key]);
}
