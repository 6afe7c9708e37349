import type { WireResponse } from './wire-server.js';

/** Keys of each kind of object; a word after a colon names the kind of the value. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  request: [
    'contents:content',
    'systemInstruction:content',
    'tools:tool',
    'toolConfig:toolConfig',
    'generationConfig',
    'safetySettings',
    'cachedContent',
    'labels',
  ],
  content: ['role', 'parts:part'],
  part: [
    'text',
    'thought',
    'thoughtSignature',
    'inlineData:blob',
    'fileData',
    'functionCall:functionCall',
    'functionResponse:functionResponse',
    'executableCode',
    'codeExecutionResult',
    'videoMetadata',
    'partMetadata',
    'mediaResolution',
    'toolCall',
    'toolResponse',
  ],
  blob: ['mimeType', 'data', 'displayName'],
  functionCall: ['id', 'name', 'args'],
  functionResponse: ['id', 'name', 'response', 'parts:responsePart', 'scheduling', 'willContinue'],
  responsePart: ['inlineData:blob', 'fileData'],
  tool: ['functionDeclarations:declaration', 'googleSearch', 'codeExecution', 'urlContext'],
  declaration: [
    'name',
    'description',
    'behavior',
    'parameters:schema',
    'parametersJsonSchema',
    'response:schema',
    'responseJsonSchema',
  ],
  schema: [
    'type',
    'format',
    'title',
    'description',
    'nullable',
    'enum',
    'maxItems',
    'minItems',
    'properties:schemas',
    'required',
    'minProperties',
    'maxProperties',
    'minLength',
    'maxLength',
    'pattern',
    'example',
    'anyOf:schema',
    'propertyOrdering',
    'default',
    'items:schema',
    'minimum',
    'maximum',
  ],
  toolConfig: ['functionCallingConfig:callingConfig', 'retrievalConfig', 'includeServerSideToolInvocations'],
  callingConfig: ['mode', 'allowedFunctionNames'],
};

/** Rejects a key that Google's API does not know. Calls in pieces are known to Vertex alone. */
export function checkGeminiRequest(body: unknown, api: 'gemini' | 'vertex' = 'gemini'): WireResponse | undefined {
  const problem = firstUnknown(body, 'request', '', api === 'vertex' ? ['partialArgs', 'willContinue'] : []);
  if (problem === undefined) return undefined;
  const message = `Invalid JSON payload received. Unknown name ${problem}: Cannot find field.`;
  return { status: 400, json: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } };
}

function firstUnknown(value: unknown, kind: string, path: string, extra: readonly string[]): string | undefined {
  if (Array.isArray(value)) return firstProblem(value.map((item, index) => [item, kind, `${path}[${index}]`, extra]));
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  if (kind === 'schemas') return firstProblem(entries.map(([key, item]) => [item, 'schema', `${path}.${key}`, extra]));
  const allowed = new Map((kinds[kind] ?? []).map(toRule));
  const unknown = entries.find(([key]) => !allowed.has(key) && !(kind === 'functionCall' && extra.includes(key)));
  if (unknown !== undefined) return `"${unknown[0]}" at '${path.slice(1)}'`;
  return firstProblem(
    entries.flatMap(([key, item]): Visit[] => {
      const inner = allowed.get(key);
      return inner === undefined ? [] : [[item, inner, `${path}.${key}`, extra]];
    }),
  );
}

/** Splits a rule into the key and the kind of its value. */
function toRule(rule: string): [key: string, kind: string | undefined] {
  const [key = '', kind] = rule.split(':');
  return [key, kind];
}

type Visit = [value: unknown, kind: string, path: string, extra: readonly string[]];

function firstProblem(visits: readonly Visit[]): string | undefined {
  for (const visit of visits) {
    const problem = firstUnknown(...visit);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
