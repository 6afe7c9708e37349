import { frozenCopy } from '../json/deep-freeze.js';
import { carefulPolicy, type ToolPolicy } from '../contract/policy.js';
import type { ToolContract, ToolRecord } from '../contract/tool.js';
import { toJsonSchema } from '../schema/to-json-schema.js';

/** The rules of a tool, with careful answers where it says nothing. */
export function policyOf(tool: ToolRecord): ToolPolicy {
  return tool.policy === undefined ? carefulPolicy : frozenCopy({ ...carefulPolicy, ...tool.policy });
}

/** A tool as data that can be printed, hashed and sent: no functions, no library objects. */
export function toContract(tool: ToolRecord): ToolContract {
  return Object.freeze({
    id: tool.id,
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    version: tool.version ?? '0.0.0',
    inputSchema: toJsonSchema(tool.inputSchema, 'input'),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: toJsonSchema(tool.outputSchema, 'output') }),
    policy: policyOf(tool),
    tags: Object.freeze([...(tool.tags ?? [])]),
    ...(tool.docs === undefined ? {} : { docs: frozenCopy(tool.docs) }),
    ...(tool.noSchemaMode === undefined ? {} : { noSchemaMode: tool.noSchemaMode }),
    ...(tool.strict === undefined ? {} : { strict: tool.strict }),
    ...(tool.annotations === undefined ? {} : { annotations: frozenCopy(tool.annotations) }),
  });
}
