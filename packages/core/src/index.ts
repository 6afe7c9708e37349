export type { ToolInvokeContext, ToolUser } from './contract/context.js';
export { deepFreeze, frozenCopy } from './contract/deep-freeze.js';
export { ToolHookStage, type HooksByStage, type ToolHook, type ToolHookSource } from './contract/hook.js';
export { IntentType, type Intent } from './contract/intent.js';
export type { Issue } from './contract/issue.js';
export { isPlainObject, type Json, type JsonObject } from './contract/json.js';
export { SideEffects, ToolCategory, ToolEffect, type ToolPolicy } from './contract/policy.js';
export type { ToolReply } from './contract/reply.js';
export type {
  JsonSchema,
  JsonSchemaObject,
  JsonSchemaType,
  JsonSchemaValue,
  SchemaInput,
  SchemaOutput,
  StandardToolSchema,
  ToolSchema,
} from './contract/schema.js';
export {
  NoSchemaMode,
  type ExecuteResult,
  type ToolContract,
  type ToolDocs,
  type ToolRecord,
  type ToolResult,
} from './contract/tool.js';
export { replyFromEnvelope } from './envelope/reply-from-envelope.js';
export { fail, ok } from './envelope/reply.js';
export { serializeResponse } from './envelope/serialize-response.js';
export { toolResponseSchema } from './envelope/tool-response-schema.js';
export {
  RESPONSE_SCHEMA_VERSION,
  type ResponseMeta,
  type ToolErrorBody,
  type ToolErrorBodyDetails,
  type ToolResponse,
} from './envelope/tool-response.js';
export { validateToolResponse } from './envelope/validate-tool-response.js';
export { coreErrors } from './errors/core-errors.js';
export { defineErrors, type ErrorRow, type ErrorTable } from './errors/error-table.js';
export { ErrorType, errorTypes } from './errors/error-type.js';
export { nearestNames } from './errors/nearest-name.js';
export { toToolError, type FailedCall } from './errors/to-tool-error.js';
export { isToolError, ToolError, type ToolErrorDetails, type ToolErrorOptions } from './errors/tool-error.js';
export type { CallIdentity, CallOptions } from './invoke/call-options.js';
export { callTool } from './invoke/call-tool.js';
export { ToolRegistry, type RegistryChange, type RegistrySnapshot, type ToolLike } from './registry/tool-registry.js';
export { assertTool, validateTool, type ToolCheck, type ToolConstraint } from './registry/validate-tool.js';
export { canonicalJson } from './schema/canonical-json.js';
export type { UnknownArgs } from './schema/compile-tool-schema.js';
export { digest } from './schema/digest.js';
export { checkJsonSchema } from './schema/json-schema/check-json-schema.js';
export {
  compileJsonSchema,
  JsonSchemaError,
  type CheckResult,
  type CompiledSchema,
  type CompileOptions,
} from './schema/json-schema/compile-json-schema.js';
export { sha256, useSha256, type Sha256 } from './schema/sha256.js';
export { toJsonSchema, type SchemaSide } from './schema/to-json-schema.js';
export { defineTool, type ToolSource } from './tool/define-tool.js';
export { ToolComponent } from './tool/tool-component.js';
export { policyOf, toContract } from './tool/tool-contract.js';
export { Tool } from './tool/tool-decorator.js';
export type { ShortParameters, ToolArgs, ToolDefinition } from './tool/tool-definition.js';
export { toolFromClass, type ToolClass } from './tool/tool-from-class.js';
export { getDefinition, toolMetadata } from './tool/tool-metadata.js';
