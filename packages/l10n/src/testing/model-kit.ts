import { defineTool, type Json, type JsonObject } from '@helve/core';
import { callOf } from './call-of.js';

/** Input of a model, as the tools of this package send it. */
export interface ModelRequestItems extends JsonObject {
  readonly items: readonly (JsonObject & { readonly id: string; readonly text: string })[];
}

/** Creates a model that answers about each item as a test says, behind a real tool call. */
export function modelThat(answer: (item: ModelRequestItems['items'][number], turn: number) => JsonObject | undefined) {
  const requests: ModelRequestItems[] = [];
  const inputs: JsonObject[] = [];
  const record = defineTool({
    id: 'llm.complete',
    description: 'Answers as a test says.',
    inputSchema: { type: 'object', additionalProperties: true },
    execute: (input) => {
      const request = input as unknown as JsonObject & { readonly messages: readonly { readonly text: string }[] };
      const question = JSON.parse(request.messages[0]?.text ?? '{}') as ModelRequestItems;
      requests.push(question);
      inputs.push(request);
      const items = question.items.flatMap((item): Json[] => {
        const reply = answer(item, requests.length);
        return reply === undefined ? [] : [{ id: item.id, ...reply }];
      });
      return { text: '', json: { items }, stop: 'end', usage: { inputTokens: 1, outputTokens: 1 } };
    },
  });
  return { call: callOf(record), requests, inputs };
}
