import { isPlainObject, type Ask, type AskAnswer, type AskQuestion, type JsonSchemaObject } from '@helve/core';
import type { ClientCapabilities, InputRequests } from '@modelcontextprotocol/server';

/** Puts questions to a client and brings its answers; undefined where it cannot be asked now. */
export type PutToClient = (requests: InputRequests) => Promise<Readonly<Record<string, unknown>> | undefined>;

const key = 'answer';
/** Name of the answer where a tool asks for a plain value: a client returns objects. */
const plain = 'value';

/** Members of a schema that MCP knows for the fields of a form. */
const known: ReadonlySet<string> = new Set(
  'type title description minLength maxLength minimum maximum format default enum'.split(' '),
);
const fieldTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];
const nobody: AskAnswer = Object.freeze({ action: 'cancel', reason: 'nobody' });

/** Lets tools ask the person at a client, one question after the other; undefined where the client asks nobody. */
export function createAsk({ elicitation }: ClientCapabilities, put: PutToClient): Ask | undefined {
  if (elicitation === undefined) return undefined;
  let before: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = before.then(() => askClient(question, put));
    before = answer.catch(() => undefined);
    return answer;
  };
}

async function askClient({ message, schema, signal }: AskQuestion, put: PutToClient): Promise<AskAnswer> {
  signal.throwIfAborted();
  const isPlain = isField(schema);
  const requestedSchema = toForm(isPlain ? { properties: { [plain]: schema }, required: [plain] } : schema);
  if (requestedSchema === undefined) return nobody;
  const answers = await put({ [key]: { method: 'elicitation/create', params: { message, requestedSchema } } });
  const answer = answers?.[key];
  if (!isPlainObject(answer)) return nobody;
  const { action, content } = answer;
  if (action === 'decline') return { action };
  if (action !== 'accept' || !isPlainObject(content)) return { action: 'cancel', reason: 'closed' };
  return { action, content: isPlain ? content[plain] : content };
}

/** Converts a schema to a form, which has plain fields only; undefined where that would lose something. */
function toForm({ properties = {}, required = [] }: Readonly<Record<string, unknown>>) {
  if (!isPlainObject(properties) || !Object.values(properties).every(isField)) return undefined;
  const fields = Object.entries(properties).map(([name, field]) => {
    const members = Object.entries(isPlainObject(field) ? field : {}).filter(([member]) => known.has(member));
    return [name, Object.fromEntries(members)] as const;
  });
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return {
    type: 'object' as const,
    properties: Object.fromEntries(fields) as Record<string, { readonly type: 'string' }>,
    ...(names.length === 0 ? {} : { required: names }),
  };
}

function isField(schema: unknown): schema is JsonSchemaObject {
  return isPlainObject(schema) && fieldTypes.includes(schema['type']);
}
