import { deepFreeze, type JsonObject } from '@helve/core';
import type { ToolMeta } from '../contract/meta.js';
import { refinableFields, type ContractResolver, type Resolution, type ResolveInfo } from './tool-info.js';

const none = Object.freeze([]);

/** The contract of a tool under one config: what every check, the locale plan and the engine go by. */
export function resolveContract(
  config: JsonObject,
  info: ResolveInfo,
  resolve: ContractResolver | undefined,
): Resolution {
  // The common case: the contract does not depend on the config.
  if (resolve === undefined) return { contract: info.meta, diagnostics: none };
  const refinement = resolve(config, info);
  const contract: Record<string, unknown> = { ...info.meta };
  for (const field of refinableFields) {
    if (!(field in refinement)) continue;
    if (refinement[field] === undefined) delete contract[field];
    else contract[field] = refinement[field];
  }
  // Every field is one of the meta or of the refinement, which have the same types.
  return deepFreeze({ contract: contract as unknown as ToolMeta, diagnostics: refinement.diagnostics ?? none });
}
