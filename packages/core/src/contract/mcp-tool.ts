import type { ToolInvokeContext } from './context.js';
import type { Json } from './json.js';
import type { JsonSchemaObject } from './schema.js';

/** A tool as the Model Context Protocol describes one, with an id here and, if wanted, a hook on either side of its body. */
export interface McpTool {
  readonly id: string;
  /** The name on the wire. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly annotations?: { readonly [key: string]: Json };
  /** The server it comes from. */
  readonly providedBy?: string;
  /** Runs as `willExecute`. */
  readonly preHook?: (ctx: ToolInvokeContext) => unknown;
  /** Runs as `didExecute`. */
  readonly postHook?: (ctx: ToolInvokeContext) => unknown;
}
