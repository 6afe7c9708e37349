import {
  defineTool,
  toContract,
  type JsonObject,
  type ToolError,
  type ToolRecord,
  type ToolResponse,
  type ToolSchema,
} from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import { declareTools, type DeclaredTools } from '../../client/declare-tools.js';
import type { ProviderCall, Transport } from '../../contract/transport.js';
import { callHydrated } from '../../hydrate/call-hydrated.js';
import { hydrate } from '../../hydrate/hydrate.js';

const baseName = 'final_answer';

/** An answer that the model gave, and whether it fits. */
export interface ReadOutput {
  readonly response: ToolResponse;
  /** Present if the answer fits. */
  readonly fitting?: { readonly value: unknown };
}

/** The form of a turn's final answer: a tool that the model calls with it, which every vendor binds to a schema. */
export class OutputTool {
  readonly name: string;
  readonly #tool: ToolRecord;
  readonly #declared: DeclaredTools;
  readonly #provider: string;
  #given: unknown;

  constructor(schema: ToolSchema, { provider, schemaKey, strictSchemaKey }: Transport, taken: ReadonlySet<string>) {
    this.name = freeName(taken);
    this.#provider = provider;
    this.#tool = defineTool({
      id: this.name,
      description:
        'Gives the whole final answer as its arguments. Call it once, at the end, in place of writing the answer.',
      inputSchema: schema,
      policy: { category: 'utility', sideEffects: 'none', idempotent: true },
      execute: (input) => {
        this.#given = input;
        return null;
      },
    });
    if (toContract(this.#tool).inputSchema.type !== 'object') throw notAnObject();
    this.#declared = declareTools([this.#tool], schemaKey, strictSchemaKey);
  }

  get definitions(): readonly JsonObject[] {
    return this.#declared.tools;
  }

  /** Checks an answer in the line of calls, which also says what is wrong with it. */
  async read(call: ProviderCall): Promise<ReadOutput> {
    const { names, restore } = this.#declared;
    const [hydration] = await hydrate([call], [this.#tool], { provider: this.#provider, names, restore });
    if (hydration === undefined) throw new Error('no hydration');
    this.#given = undefined;
    const response = await callHydrated(hydration, { call: { door: 'agent' } });
    return response.ok ? { response, fitting: { value: this.#given } } : { response };
  }

  /** Reads an answer that the model wrote as text instead. */
  async readText(text: string): Promise<ReadOutput | undefined> {
    const args = /^\s*(?:```(?:json)?)?\s*(\{[\s\S]*\})\s*(?:```)?\s*$/.exec(text)?.[1];
    return args === undefined ? undefined : this.read({ id: 'text', name: this.name, args, raw: null });
  }
}

function freeName(taken: ReadonlySet<string>): string {
  let name = baseName;
  while (taken.has(name)) name += '_';
  return name;
}

function notAnObject(): ToolError {
  const problem = 'option "output" must be the schema of an object';
  const details = { suggestion: 'Put the value into a property: { type: "object", properties: { items: … } }' };
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'run a turn', problem }, { details });
}
