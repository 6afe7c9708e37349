import type { CallerAnswer } from '@helve/agent';
import { isPlainObject, type AskAnswer, type Json } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';

/** Input with which a conversation goes on. */
export type GivenAnswer =
  /** An approval that was decided. */
  | { readonly approval: string }
  /** The answer to a question of a running tool. */
  | { readonly question: string; readonly answer: AskAnswer }
  /** Outputs of tools that the caller runs. */
  | { readonly calls: readonly CallerAnswer[] };

const expected =
  '{ "approval": "ID" }, { "question": "ID", "content"?: VALUE } or { "calls": [{ "callId": "ID", "output": VALUE }] }';

/** Reads the body of an answer; a question without content is one that nobody wants to answer. */
export function readAnswer(body: Readonly<Record<string, unknown>>): GivenAnswer {
  const { approval, question, content, calls, ...rest } = body;
  const kinds = [approval, question, calls].filter((one) => one !== undefined);
  if (kinds.length !== 1 || Object.keys(rest).length > 0 || (content !== undefined && question === undefined))
    throw notExpected();
  if (isText(approval)) return { approval };
  if (isText(question))
    return { question, answer: content === undefined ? { action: 'decline' } : { action: 'accept', content } };
  if (Array.isArray(calls) && calls.length > 0) return { calls: calls.map(readCall) };
  throw notExpected();
}

function readCall(value: unknown): CallerAnswer {
  const { callId, output, error, ...rest } = isPlainObject(value) ? value : {};
  if (!isText(callId) || Object.keys(rest).length > 0 || (output === undefined) === (error === undefined))
    throw notExpected();
  if (error === undefined) return { callId, output: output as Json };
  if (!isText(error)) throw notExpected();
  return { callId, error };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function notExpected(): Error {
  return gatewayErrors.create('GATEWAY_BODY_NOT_EXPECTED', { expected });
}
