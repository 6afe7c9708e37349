import { quote } from './quote.js';

/** Writes the call as a curl command; `hasKey` adds a placeholder for the key, never the key. */
export function toCurlLine(origin: string, tool: string, input: unknown, hasKey = false): string {
  const url = `${origin}/v1/tools/${encodeURIComponent(tool)}/call`;
  const key = hasKey ? ' -H "authorization: Bearer $HELVE_KEY"' : '';
  return `curl -sS ${quote(url)} -H 'content-type: application/json'${key} -d ${quote(JSON.stringify(input))}`;
}
