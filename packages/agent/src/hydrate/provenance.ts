import type { Provenance } from '../contract/hydration.js';
import type { Draft } from './draft.js';
import { toPlainJson } from './plain-json.js';
import { monotonicNow } from './time.js';
import { definitionDigest, type FoundTool } from './tool-index.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Bytes kept of the provider's message around the arguments. */
const MAX_CHUNK_BYTES = 4096;

/** Describes the origin of a call's arguments and what was done to them; `validated` only where they were valid. */
export function toProvenance(draft: Draft, validated?: unknown): Provenance {
  const { found, repair, chunk } = draft;
  const { index, rules } = draft.setup;
  const provenance =
    found !== undefined && found.problem === undefined && validated !== undefined
      ? wholeProvenance(draft, found, validated)
      : partialProvenance(draft);
  if (found?.target !== undefined) provenance.className = found.target.name;
  if (index.registryVersion !== undefined) provenance.registryVersion = index.registryVersion;
  if (repair !== undefined) provenance.repair = repair;
  if (repair !== undefined && validated !== undefined) provenance.repaired = true;
  if (rules.options.responseId !== undefined || chunk !== undefined) provenance.source = toSource(draft);
  return Object.freeze(provenance);
}

/** The common case, in one literal: adding field after field would cost more than reading most arguments. */
function wholeProvenance(draft: Draft, found: FoundTool, validated: unknown): Mutable<Provenance> {
  const { setup } = draft;
  const { record } = found;
  return {
    providerToolId: draft.name,
    originalRawArgs: draft.originalRawArgs,
    parsed: draft.parsedJson,
    validated,
    validator: validatorIn(draft, found) ?? null,
    callId: draft.callId,
    provider: setup.rules.provider,
    toolId: record.id,
    toolVersion: record.version ?? '0.0.0',
    definitionDigest: digestIn(draft, found),
    at: setup.at,
    parse: parseIn(draft),
    restored: draft.restored,
  };
}

function partialProvenance(draft: Draft): Mutable<Provenance> {
  const { setup, restored, parsedJson, found } = draft;
  const validator = found && validatorIn(draft, found);
  return {
    providerToolId: draft.name.toWellFormed(),
    originalRawArgs: draft.originalRawArgs,
    ...(parsedJson === undefined ? {} : { parsed: parsedJson }),
    ...(validator === undefined ? {} : { validator }),
    callId: draft.callId,
    provider: setup.rules.provider,
    ...(found === undefined ? {} : { toolId: found.record.id }),
    ...(found === undefined || found.problem !== undefined ? {} : versionIn(draft, found)),
    at: setup.at,
    parse: parseIn(draft),
    restored,
  };
}

function parseIn({ parsed, startedMs, parsedMs }: Draft): Provenance['parse'] {
  return Object.freeze({ form: parsed.form, tolerated: parsed.tolerated, durationMs: parsedMs - startedMs });
}

function versionIn(draft: Draft, found: FoundTool): Pick<Mutable<Provenance>, 'toolVersion' | 'definitionDigest'> {
  return { toolVersion: found.record.version ?? '0.0.0', definitionDigest: digestIn(draft, found) };
}

function digestIn({ setup }: Draft, found: FoundTool): string {
  const { definitionDigests } = setup.rules.options;
  const sent = definitionDigests === undefined ? undefined : definitionDigests[found.record.id];
  return sent ?? definitionDigest(found);
}

function validatorIn({ validator, validatedMs, parsedMs }: Draft, { record }: FoundTool): Provenance['validator'] {
  if (record.noSchemaMode !== undefined) return null;
  if (validator === undefined) return undefined;
  const { name, version, compiledAt } = validator;
  const durationMs = (validatedMs ?? monotonicNow()) - parsedMs;
  return Object.freeze(
    version === undefined ? { name, compiledAt, durationMs } : { name, version, compiledAt, durationMs },
  );
}

function toSource({ setup, chunk }: Draft): NonNullable<Provenance['source']> {
  const { responseId } = setup.rules.options;
  return Object.freeze({
    ...(responseId === undefined ? {} : { responseId }),
    ...(chunk === undefined ? {} : { chunk: toPlainJson(chunk, MAX_CHUNK_BYTES) }),
  });
}
