import { deepFreeze, toolResponseSchema, type JsonSchema, type JsonSchemaObject } from '@helve/core';

const text = { type: 'string' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const anyObject = { type: 'object', additionalProperties: true } as const;

function object(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchemaObject {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function listSchema(items: JsonSchema): JsonSchemaObject {
  return { type: 'array', items };
}

function ref(name: string): JsonSchemaObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas of the API's responses. */
export const apiSchemas = deepFreeze({
  Problem: {
    ...object({ type: text, title: text, status: { type: 'integer' }, detail: text, code: text }),
    description: 'What the door refused, and what to do about it (RFC 9457).',
    additionalProperties: true,
  },
  Envelope: toolResponseSchema,
  Tool: {
    ...object({ id: text, name: text, description: text, version: text, inputSchema: anyObject }, [
      'id',
      'name',
      'description',
      'inputSchema',
    ]),
    additionalProperties: true,
  },
  Tools: object({ tools: listSchema(ref('Tool')), version: text }),
  Approval: object(
    {
      id: text,
      kind: text,
      state: { enum: ['pending', 'approved', 'rejected', 'expired', 'spent'] },
      toolId: text,
      toolVersion: text,
      owner: text,
      userId: text,
      door: text,
      sessionId: text,
      turnId: text,
      requestId: text,
      policy: anyObject,
      arguments: true,
      cut: { type: 'boolean' },
      masked: listSchema(text),
      preview: text,
      createdAt: time,
      expiresAt: time,
      decidedBy: text,
      decidedAt: time,
      reason: text,
      edited: listSchema(text),
      answer: ref('Envelope'),
    },
    ['id', 'kind', 'state', 'toolId', 'createdAt', 'expiresAt'],
  ),
  Rejected: object({ rejected: ref('Approval') }),
  Approvals: object({ approvals: listSchema(ref('Approval')) }),
  Record: {
    ...object({ seq: count, hash: text, previousHash: text, toolId: text, userId: text, startedAt: time }),
    additionalProperties: true,
  },
  Records: object({ records: listSchema(ref('Record')), next: count, own: { type: 'boolean' } }, ['records']),
  Verdict: { ...object({ ok: { type: 'boolean' }, count }), additionalProperties: true },
  Flow: object({ id: text, description: text, from: text, problem: text }, ['id', 'description', 'from']),
  Flows: object({ flows: listSchema(ref('Flow')) }),
  Run: object(
    {
      id: text,
      flow: text,
      userId: text,
      state: { enum: ['running', 'paused', 'done', 'partial', 'failed', 'cancelled'] },
      problem: text,
      startedAt: time,
      finishedAt: time,
      requestId: text,
    },
    ['id', 'flow', 'userId', 'state', 'startedAt', 'requestId'],
  ),
  Runs: object({ runs: listSchema(ref('Run')) }),
  Job: object(
    {
      id: text,
      kind: { enum: ['call', 'calls', 'flow', 'turn'] },
      state: { enum: ['running', 'paused', 'done', 'partial', 'failed', 'cancelled'] },
      name: text,
      userId: text,
      submittedAt: time,
      settledAt: time,
      units: object({ done: count, failed: count, open: count }),
      unitRows: listSchema(
        object({ id: text, state: text, attempt: count, problem: text }, ['id', 'state', 'attempt']),
      ),
    },
    ['id', 'state'],
  ),
  Jobs: object({ jobs: listSchema(ref('Job')) }),
  Worker: {
    ...object({ id: text, capability: text, version: text, state: text, enabled: { type: 'boolean' } }),
    additionalProperties: true,
  },
  Workers: object({ workers: listSchema(ref('Worker')) }),
  WorkerConfig: object(
    { schema: anyObject, values: anyObject, options: anyObject, constraints: anyObject, problem: text },
    ['schema', 'values', 'options', 'constraints'],
  ),
  WorkerJobs: object({ jobs: listSchema(anyObject) }),
  WorkerLog: object({ lines: listSchema(anyObject) }),
  CancelledJob: object({ job: text, status: text }),
  WorkerEnv: object({ variables: listSchema(anyObject), missing: listSchema(text), problems: listSchema(text) }),
  Session: object({ id: text, userId: text, createdAt: time, busy: { type: 'boolean' }, model: text }),
  Sessions: object({ sessions: listSchema(ref('Session')) }),
  Turn: object({ events: listSchema(anyObject) }),
  Nothing: { type: 'object', maxProperties: 0 },
} satisfies Record<string, JsonSchemaObject>);

export type ApiSchemaName = keyof typeof apiSchemas;
