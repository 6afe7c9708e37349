import { canonicalJson, checkToolInput, type Json, type ToolRecord } from '@helve/core';

/**
 * Returns the arguments as the tool gets them: parsed, with defaults filled in. They are parsed again before the tool runs,
 * so arguments that would change then, or are not JSON, are left as they were sent.
 */
export async function parsedArguments(tool: ToolRecord, sent: Json): Promise<Json> {
  const parsed = await parsedJson(tool, sent);
  if (parsed === undefined) return sent;
  return (await parsedJson(tool, JSON.parse(parsed) as Json)) === parsed ? (JSON.parse(parsed) as Json) : sent;
}

async function parsedJson(tool: ToolRecord, input: Json): Promise<string | undefined> {
  const checked = await checkToolInput(tool, input);
  try {
    return checked.ok ? canonicalJson(checked.value) : undefined;
  } catch {
    return undefined;
  }
}
