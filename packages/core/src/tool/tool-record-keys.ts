import type { ToolRecord } from '../contract/tool.js';

const keys: { readonly [K in keyof Required<ToolRecord>]: true } = {
  id: true,
  name: true,
  title: true,
  description: true,
  inputSchema: true,
  outputSchema: true,
  hooksByStage: true,
  hooks: true,
  tags: true,
  policy: true,
  docs: true,
  version: true,
  noSchemaMode: true,
  strict: true,
  annotations: true,
  needsApproval: true,
  toModelOutput: true,
  execute: true,
};

/** Every field a tool record can have; the compiler keeps it complete. */
export const toolRecordKeys: ReadonlySet<string> = new Set(Object.keys(keys));
