import { createRedactor, getAtPointer, isPlainObject, type Json, type ToolInvokeContext } from '@helve/core';
import { shorten, toPlainText } from './plain-text.js';

/** Returns the text that a person reads before they approve; undefined means the tool's own preview. */
export type Preview = (ctx: ToolInvokeContext, input: Json) => string | undefined | Promise<string | undefined>;

const maxLength = 500;

/**
 * Returns the line by which a person recognises a call: the tool's own preview, else its title and the masked
 * arguments.
 */
export async function toPreview(ctx: ToolInvokeContext, safe: Json, preview: Preview | undefined): Promise<string> {
  const text = (await preview?.(ctx, safe)) ?? ownPreview(ctx, safe) ?? titleAndArguments(ctx, safe);
  return toPlainText(scrub(ctx, text), maxLength);
}

/** Fills the `{/pointer}` slots of the tool's `preview`. */
function ownPreview({ tool }: ToolInvokeContext, input: Json): string | undefined {
  return tool.docs?.preview?.replaceAll(/\{(\/[^{}]*)\}/g, (_, pointer: string) =>
    shorten(toPlainText(show(getAtPointer(input, pointer) as Json | undefined), maxLength), 120),
  );
}

/** Gives every argument its share of the room, so that a long one cannot push another out of sight. */
function titleAndArguments({ tool }: ToolInvokeContext, input: Json): string {
  const title = shorten(tool.title ?? tool.name, 100);
  const members = isPlainObject(input) ? Object.entries(input) : [['', input] as const];
  if (members.length === 0) return title;
  const room = Math.floor((maxLength - title.length - 2) / members.length) - 2;
  const listed = members.map(([key, value]) => {
    const label = key === '' ? '' : `${shorten(toPlainText(toLabel(key), 60), Math.max(1, room - 8))}: `;
    return `${label}${shorten(toPlainText(show(value), maxLength), Math.max(1, room - label.length))}`;
  });
  return `${title}: ${listed.join(', ')}`;
}

/** Formats a value; texts stand in quotes, so that none reads as another argument. */
function show(value: Json | undefined): string {
  return JSON.stringify(value) ?? 'nothing';
}

function toLabel(key: string): string {
  return /^[\w.$-]+$/.test(key) ? key : JSON.stringify(key);
}

/** Removes secrets that a custom preview may have let through. */
function scrub(ctx: ToolInvokeContext, text: string): string {
  return createRedactor({ secrets: ctx.secrets }).redactText(text);
}
