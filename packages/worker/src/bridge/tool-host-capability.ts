import { pathToFileURL } from 'node:url';
import { isPlainObject, ProviderRegistry, type JsonSchemaObject, type ToolRecord } from '@helve/core';
import { currentCall } from '../call/current-call.js';
import { ToolCapability, type Config } from '../capability/tool-capability.js';
import { CapabilityConfigError } from '../error/input-errors.js';
import { runToolBody, type ToolPart, type TravellingContext } from './tool-run.js';

/** Runs the body of one tool of this house in a worker; its rules have run in the host already. */
export class ToolHostCapability extends ToolCapability {
  static readonly actions = { execute: 'runTool' };
  #config: Config = {};
  #tool: ToolRecord | undefined;
  #registry: ProviderRegistry | undefined;

  get name(): string {
    return 'tool-host';
  }

  get version(): string {
    return '1.0.0';
  }

  async initialize(config?: Config | null): Promise<void> {
    this.#config = { ...this.#config, ...config };
    const { module, export: exported, tool, providers } = this.#config;
    if (typeof module === 'string') this.#tool = await findTool(module, exported, typeof tool === 'string' ? tool : '');
    if (isPlainObject(providers)) this.#registry = await findProviders(providers);
  }

  getConfigSchema(): JsonSchemaObject {
    const text = { type: 'string' } as const;
    return {
      type: 'object',
      properties: {
        module: text,
        export: text,
        tool: text,
        providers: { type: 'object', properties: { module: text, export: text }, required: ['module', 'export'] },
      },
      required: ['module', 'tool'],
    };
  }

  getCurrentConfig(): Config {
    return this.#config;
  }

  runTool({
    input,
    context,
  }: {
    readonly input: unknown;
    readonly context: TravellingContext;
  }): AsyncIterable<ToolPart> {
    if (this.#tool === undefined) throw new CapabilityConfigError('Cannot run a tool: none is configured');
    // Progress comes from within the body, which may be elsewhere by then.
    const scope = currentCall();
    return runToolBody({
      tool: this.#tool,
      input,
      context,
      registry: this.#registry,
      signal: scope?.signal,
      onProgress: ({ done, total, message }) =>
        scope?.reportProgress(total === undefined || total === 0 ? -1 : done / total, message),
    });
  }
}

async function findTool(module: string, exported: unknown, toolId: string): Promise<ToolRecord> {
  const exports = await load(module);
  const found = (typeof exported === 'string' ? [exports[exported]] : Object.values(exports)).flat();
  const tool = found.find((value) => isTool(value) && value.id === toolId);
  if (isTool(tool)) return tool;
  throw new CapabilityConfigError(`Cannot run tool "${toolId}": "${module}" exports no such tool`, {
    fieldsInvalid: ['/tool'],
  });
}

/** What calls depend on, made in the worker: nothing of the host's own can travel. */
async function findProviders({ module, export: exported }: Record<string, unknown>): Promise<ProviderRegistry> {
  const found = (await load(String(module)))[String(exported)];
  const registry: unknown = typeof found === 'function' ? await found() : found;
  if (registry instanceof ProviderRegistry) return registry;
  throw new CapabilityConfigError(`Cannot find providers: "${String(module)}" exports no ProviderRegistry`, {
    fieldsInvalid: ['/providers'],
  });
}

async function load(module: string): Promise<Record<string, unknown>> {
  const url = module.startsWith('file:') ? module : pathToFileURL(module).href;
  return (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
}

function isTool(value: unknown): value is ToolRecord {
  return isPlainObject(value) && typeof value['id'] === 'string' && typeof value['execute'] === 'function';
}
