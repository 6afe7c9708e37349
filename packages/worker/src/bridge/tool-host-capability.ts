import { isPlainObject, type JsonSchemaObject, type ProviderRegistry, type ToolRecord } from '@helve/core';
import { currentCall } from '../call/current-call.js';
import { ToolCapability, type Config } from '../capability/tool-capability.js';
import { CapabilityConfigError } from '../error/input-errors.js';
import { findHostedTool, findProviders } from './hosted-tool.js';
import { NestedTools } from './nested-tools.js';
import { runToolBody, type ToolPart, type WireContext } from './tool-run.js';

/** Runs the body of one tool in a worker; its rules have already run in the host. */
export class ToolHostCapability extends ToolCapability {
  static readonly actions = { execute: 'runTool' };
  readonly #nested = new NestedTools();
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
    const { module, export: exported, args, tool, providers } = this.#config;
    if (typeof module === 'string' && typeof tool === 'string') {
      const location = { module, ...(typeof exported === 'string' && { export: exported }) };
      const found = await findHostedTool(tool, isPlainObject(args) ? { ...location, args } : location);
      this.#tool = found.tool;
      this.#registry = found.providers;
    }
    if (isPlainObject(providers)) this.#registry = await findProviders(providers);
  }

  getConfigSchema(): JsonSchemaObject {
    const text = { type: 'string' } as const;
    return {
      type: 'object',
      properties: {
        module: text,
        export: text,
        args: { type: 'object' },
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
    lent,
  }: {
    readonly input: unknown;
    readonly context: WireContext;
    readonly lent?: string;
  }): AsyncIterable<ToolPart> {
    const tool = lent === undefined ? this.#tool : this.#nested.lent(lent);
    if (tool === undefined) throw new CapabilityConfigError('Cannot run a tool: none is configured');
    // Taken now: code inside the body may run in another scope later.
    const scope = currentCall();
    return runToolBody({
      tool,
      input,
      context,
      checks: lent !== undefined,
      registry: this.#registry,
      signal: scope?.signal,
      onProgress: ({ done, total, message }) =>
        scope?.reportProgress(total === undefined || total === 0 ? -1 : done / total, message),
      invoke: (other, otherInput) => this.#nested.invoke(scope, other, otherInput),
    });
  }
}
