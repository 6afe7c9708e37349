import { pathToFileURL } from 'node:url';
import {
  invokeTool,
  isPlainObject,
  type CallOrigin,
  type JsonSchemaObject,
  type ToolRecord,
  type ToolUser,
} from '@helve/core';
import { currentCall } from '../call/current-call.js';
import { ToolCapability, type Config } from '../capability/tool-capability.js';
import { CapabilityConfigError } from '../error/input-errors.js';

/** What of a call's context travels with it. */
export interface TravellingContext {
  readonly requestId: string | number;
  readonly sessionId?: string;
  readonly user: ToolUser;
  readonly call?: CallOrigin;
  readonly idempotencyKey?: string;
}

/** Runs the body of one tool of this house in a worker; its rules have run in the host already. */
export class ToolHostCapability extends ToolCapability {
  static readonly actions = { execute: 'runTool' };
  #config: Config = {};
  #tool: ToolRecord | undefined;

  get name(): string {
    return 'tool-host';
  }

  get version(): string {
    return '1.0.0';
  }

  async initialize(config?: Config | null): Promise<void> {
    this.#config = { ...this.#config, ...config };
    const { module, export: exported, tool } = this.#config;
    if (typeof module === 'string') this.#tool = await findTool(module, exported, typeof tool === 'string' ? tool : '');
  }

  getConfigSchema(): JsonSchemaObject {
    return {
      type: 'object',
      properties: { module: { type: 'string' }, export: { type: 'string' }, tool: { type: 'string' } },
      required: ['module', 'tool'],
    };
  }

  getCurrentConfig(): Config {
    return this.#config;
  }

  /** No hooks and no checks: they belong to the host, which has made them. */
  async runTool({
    input,
    context,
  }: {
    readonly input: unknown;
    readonly context: TravellingContext;
  }): Promise<unknown> {
    if (this.#tool === undefined) throw new CapabilityConfigError('Cannot run a tool: none is configured');
    const signal = currentCall()?.signal;
    return invokeTool({
      tool: { ...this.#tool, hooks: [], hooksByStage: {} },
      rawInput: input,
      schemaMode: 'hooks',
      onProgress: ({ done, total = 1, message }) => this.reportProgress(total === 0 ? 0 : done / total, message),
      ...context,
      ...(signal && { signal }),
    });
  }
}

async function findTool(module: string, exported: unknown, toolId: string): Promise<ToolRecord> {
  const url = module.startsWith('file:') ? module : pathToFileURL(module).href;
  const exports = (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
  const found = typeof exported === 'string' ? [exports[exported]] : Object.values(exports).flat();
  const tool = found.find((value) => isTool(value) && value.id === toolId);
  if (isTool(tool)) return tool;
  throw new CapabilityConfigError(`Cannot run tool "${toolId}": "${module}" exports no such tool`, {
    fieldsInvalid: ['/tool'],
  });
}

function isTool(value: unknown): value is ToolRecord {
  return isPlainObject(value) && typeof value['id'] === 'string' && typeof value['execute'] === 'function';
}
