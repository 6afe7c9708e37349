import type { Json } from '@helve/core';
import { asJson, toFields, toList, type Fields } from '../read-field.js';

/** Parts of a conversation in a provider's form, as far as they can be made shorter. */
export interface HistoryForm {
  /** True for an item with which a person begins a turn. */
  opensTurn(item: Json): boolean;
  /** Replaces the results of tools in an item by a note; undefined for an item without any. */
  withoutResults(item: Json, note: string): Json | undefined;
}

/** Items of the Responses API. */
export const responsesForm: HistoryForm = Object.freeze({
  opensTurn: (item: Json) => toFields(item)['role'] === 'user',
  withoutResults(item: Json, note: string) {
    const { type, ...rest } = toFields(item);
    const isResult = type === 'function_call_output' || type === 'custom_tool_call_output';
    return isResult ? asJson({ type, ...rest, output: note }) : undefined;
  },
});

/** Messages with a role of their own for results. */
export const chatForm: HistoryForm = Object.freeze({
  opensTurn: (item: Json) => toFields(item)['role'] === 'user',
  withoutResults(item: Json, note: string) {
    const fields = toFields(item);
    return fields['role'] === 'tool' ? asJson({ ...fields, content: note }) : undefined;
  },
});

/** Messages whose results are the person's blocks. */
export const anthropicForm: HistoryForm = Object.freeze({
  opensTurn: (item: Json) => isFromUser(item) && !partsOf(item, 'content').some(isToolResult),
  withoutResults(item: Json, note: string) {
    const parts = partsOf(item, 'content');
    if (!parts.some(isToolResult)) return undefined;
    const content = parts.map((part) => (isToolResult(part) ? { ...part, content: note } : part));
    return asJson({ ...toFields(item), content });
  },
});

/** Contents whose results are the person's parts. */
export const geminiForm: HistoryForm = Object.freeze({
  opensTurn: (item: Json) => isFromUser(item) && !partsOf(item, 'parts').some(isFunctionResponse),
  withoutResults(item: Json, note: string) {
    const parts = partsOf(item, 'parts');
    if (!parts.some(isFunctionResponse)) return undefined;
    const shortened = parts.map((part) =>
      isFunctionResponse(part)
        ? { functionResponse: { ...toFields(part['functionResponse']), response: { output: note } } }
        : part,
    );
    return asJson({ ...toFields(item), parts: shortened });
  },
});

function partsOf(item: Json, member: string): readonly Fields[] {
  return toList(toFields(item)[member]).map(toFields);
}

function isFromUser(item: Json): boolean {
  return toFields(item)['role'] === 'user';
}

function isToolResult({ type }: Fields): boolean {
  return type === 'tool_result';
}

function isFunctionResponse({ functionResponse }: Fields): boolean {
  return functionResponse !== undefined;
}
