import { Tool, ToolComponent, type JsonObject, type ToolDefinition } from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import { ollamaProtocol } from '../transport/ollama/protocol.js';
import type { OllamaSdk } from '../transport/ollama/sdk.js';
import type { ClientOptions } from './client-options.js';
import { declareTools } from './declare-tools.js';
import { ProviderClient } from './provider-client.js';

/** Client of Ollama. */
export class OllamaClient extends ProviderClient {
  constructor(sdk: OllamaSdk, options: ClientOptions) {
    super(ollamaProtocol(sdk), options);
  }

  /** Converts a definition to the form that Ollama's SDK takes, without changing it. */
  static mapToolDefinitionToTool(definition: ToolDefinition): JsonObject {
    const [tool] = declareTools([Tool(definition)(class extends ToolComponent {})], 'ollama').tools;
    if (tool !== undefined) return tool;
    const problem = `"${definition.name}" has no form for Ollama`;
    throw agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'map a definition', problem });
  }
}
