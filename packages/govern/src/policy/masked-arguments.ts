import {
  createRedactor,
  markedFields,
  type ApprovalRequest,
  type Json,
  type Redactor,
  type ToolInvokeContext,
} from '@helve/core';
import { inputRedactors } from '../data/input-redactors.js';

type Shown = NonNullable<ApprovalRequest['shown']>;

/** Masks arguments for a person: credentials, and fields that the schema or a rule of the host marks. */
export function maskedArguments(ctx: ToolInvokeContext, input: Json): Shown {
  const { optional, required } = markedFields(input, ctx.tool.inputSchema, 'input');
  const own = createRedactor({ paths: [...optional, ...required], secrets: ctx.secrets });
  return [own, ...inputRedactors(ctx)].reduce(mask, { arguments: input, masked: [] });
}

function mask(shown: Shown, redactor: Redactor): Shown {
  const { value, redacted } = redactor.redact(shown.arguments);
  return { arguments: value as Json, masked: [...shown.masked, ...redacted] };
}
