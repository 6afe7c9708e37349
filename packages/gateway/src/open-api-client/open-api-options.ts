import type { JsonObject, ToolPolicy } from '@helve/core';
import type { DefinitionApprovals } from '../mcp-client/definition-approvals.js';
import type { McpDefinition } from '../mcp-client/mcp-definition.js';

/** A service that an OpenAPI document describes, as a project uses it. */
export interface OpenApiOptions {
  /** Name of the service; stands before the names of its tools. */
  readonly name: string;
  /** Base address of all requests. The servers that the document names are not asked. */
  readonly url: string;
  /** Sent with every request; secrets belong here and nowhere else. Read at each call. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Operations to use, by their `operationId`. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Hears of operations that cannot be tools, with the reason; not where `only` names those to use. */
  readonly leftOut?: ((operation: string, problem: string) => void) | undefined;
  /** True when the service may be on this machine or in its network. */
  readonly allowPrivate?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  /** Maximum size of a response. */
  readonly maxBytes?: number | undefined;
  /**
   * Definitions that somebody agreed to: no other operation is offered, and one that has changed is not called. Default: the
   * document is what was agreed to.
   */
  readonly pinned?: readonly McpDefinition[] | undefined;
  /** Asks about changed definitions. Default: nobody is asked. */
  readonly approvals?: DefinitionApprovals | undefined;
  /** Policy of its tools, over what follows from the method of each operation. */
  readonly policy?: Partial<ToolPolicy> | undefined;
}

export const openApiDefaults = Object.freeze({ timeoutMs: 30_000, maxBytes: 4 * 1024 * 1024 });

/** Where a parameter stands in a request. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

export interface OperationParameter {
  readonly name: string;
  /** Name of the argument: that of the parameter, unless another place has one of that name too. */
  readonly argument: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly schema: JsonObject;
}

/** One operation of a document, with all that is needed to call it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  readonly body?: { readonly required: boolean; readonly contentType: string; readonly schema: JsonObject };
  /** Schema of what a successful response holds. */
  readonly output?: JsonObject;
}

/** Name of the argument that holds the body of a request. */
export const bodyArgument = 'body';
