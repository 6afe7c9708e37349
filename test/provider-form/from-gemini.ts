import { isPlainObject, type JsonSchema } from '@helve/core';

/** Gemini's own schema as JSON Schema, so that the same validator can check what it takes. */
export function fromGemini(schema: unknown): JsonSchema {
  if (!isPlainObject(schema)) return true;
  const { nullable, propertyOrdering: _, ...rest } = schema;
  const plain = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [keyword, fromValue(keyword, value)]),
  );
  const { format, enum: listed, type, ...others } = plain;
  const node =
    format === 'enum' && Array.isArray(listed)
      ? { ...others, enum: listed.flatMap((text) => spellings(String(text), type)) }
      : { ...plain };
  return nullable === true ? { anyOf: [node, { type: 'null' }] } : node;
}

/** A number in a list may come as a number or as text. */
function spellings(text: string, type: unknown): unknown[] {
  return type === 'string' ? [text] : [text, Number(text)];
}

function fromValue(keyword: string, value: unknown): unknown {
  if (keyword === 'type') return String(value).toLowerCase();
  if (keyword === 'items') return fromGemini(value);
  if (keyword === 'anyOf') return (value as unknown[]).map(fromGemini);
  if (keyword === 'properties') {
    return Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, fromGemini(schema)]));
  }
  return /^(?:min|max)(?:Items|Length|Properties)$/.test(keyword) ? Number(value) : value;
}
