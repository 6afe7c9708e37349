import type { Json, JsonSchemaObject, SideEffects, ToolCategory, ToolEffect } from '@helve/core';

/** A `schema.json` that has passed every check. */
export interface DeclaredTool {
  readonly toolId: string;
  readonly version: string;
  readonly title?: string;
  readonly description: string;
  readonly category: ToolCategory;
  readonly parameters: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly sideEffects: SideEffects;
  readonly effects?: readonly ToolEffect[];
  readonly idempotent: boolean;
  readonly requiresConfirmation: boolean;
  readonly allowedModes?: readonly string[];
  readonly latencyBudgetMs: number;
  readonly tags?: readonly string[];
  readonly strict?: boolean;
  readonly examples?: readonly Json[];
  readonly preview?: string;
  readonly 'x-allow-narrower'?: readonly string[];
}
