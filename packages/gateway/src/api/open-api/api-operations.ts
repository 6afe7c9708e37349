import type { JsonSchemaObject } from '@helve/core';
import type { Route } from '../../http/route.js';
import type { ApiSchemaName } from './api-schemas.js';

/** One address as the description of the API shows it. Those of single tools are made of their schemas instead. */
export interface ApiOperation {
  /** What programs that are made of the description call it. */
  readonly id: string;
  readonly method: Route['method'];
  readonly path: string;
  readonly summary: string;
  /** The tool that does the work: whoever may not see it finds nothing at this address. */
  readonly tool?: string;
  /** `input`: what that tool takes. */
  readonly body?: ApiSchemaName | JsonSchemaObject | 'input';
  readonly answer: ApiSchemaName | 'events' | 'nothing' | 'text' | 'html';
  readonly status?: number;
  /** Answers events instead, to whoever asks for them. */
  readonly alsoEvents?: boolean;
  readonly query?: Readonly<Record<string, string>>;
}

const trailQuery = {
  tool: 'only of this tool',
  user: 'only of this user',
  session: 'only of this session',
  outcome: 'only with this outcome',
};
const texts = { type: 'string', minLength: 1 } as const;
const reason = { type: 'string', maxLength: 1_000 } as const;

function bodyOf(properties: Record<string, JsonSchemaObject>, required: readonly string[]): JsonSchemaObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Every address under /v1 and beside it that is for programs. A test holds it against the routes. */
export const apiOperations: readonly ApiOperation[] = [
  { id: 'getHealth', method: 'GET', path: '/healthz', summary: 'Whether the process lives', answer: 'text' },
  { id: 'getReadiness', method: 'GET', path: '/readyz', summary: 'Whether calls can be made', answer: 'text' },
  { id: 'getMetrics', method: 'GET', path: '/metrics', summary: 'What was counted, for Prometheus', answer: 'text' },
  { id: 'getOpenApi', method: 'GET', path: '/v1/openapi.json', summary: 'This description', answer: 'text' },
  { id: 'getDocs', method: 'GET', path: '/v1/docs', summary: 'This description, for people', answer: 'html' },
  {
    id: 'listTools',
    method: 'GET',
    path: '/v1/tools',
    summary: 'The tools that you may see',
    query: { q: 'only those that fit this question, best first' },
    answer: 'Tools',
  },
  { id: 'getTool', method: 'GET', path: '/v1/tools/:name', summary: 'One tool', answer: 'Tool' },
  {
    id: 'callTool',
    method: 'POST',
    path: '/v1/tools/:name/call',
    summary: 'Call a tool; the body is its input',
    body: { type: 'object' },
    answer: 'Envelope',
    alsoEvents: true,
  },
  {
    id: 'listApprovals',
    method: 'GET',
    path: '/v1/approvals',
    summary: 'What waits for a person, oldest first; long arguments are cut, and stand in the one',
    query: { limit: 'how many, up to 200; 50 unless told' },
    answer: 'Approvals',
  },
  {
    id: 'followApprovals',
    method: 'GET',
    path: '/v1/approvals/live',
    summary: 'What waits for a person, now and whenever that changes, as an event `approvals`',
    answer: 'events',
  },
  {
    id: 'getApproval',
    method: 'GET',
    path: '/v1/approvals/:id',
    summary: 'One request for approval: all of it for who may decide; state, reason and answer for who asked',
    answer: 'Approval',
  },
  {
    id: 'approve',
    method: 'POST',
    path: '/v1/approvals/:id/approve',
    summary: 'Say yes, with other arguments if you like; a call that waits is made, and the answer is its own',
    body: bodyOf({ reason, arguments: { type: 'object' } }, []),
    answer: 'Envelope',
  },
  {
    id: 'reject',
    method: 'POST',
    path: '/v1/approvals/:id/reject',
    summary: 'Say no; the reason reaches who asked',
    body: bodyOf({ reason }, []),
    answer: 'Rejected',
  },
  {
    id: 'listRecords',
    method: 'GET',
    path: '/v1/trail',
    summary: 'Records of calls, newest first',
    answer: 'Records',
    query: { ...trailQuery, before: 'only before this number', limit: 'how many, up to 500' },
  },
  {
    id: 'followRecords',
    method: 'GET',
    path: '/v1/trail/live',
    summary: 'Records as they are stored, each as an event `record`',
    answer: 'events',
    query: trailQuery,
  },
  {
    id: 'verifyTrail',
    method: 'POST',
    path: '/v1/trail/verify',
    summary: 'Whether the trail is whole',
    body: bodyOf({ head: texts }, []),
    answer: 'Verdict',
  },
  { id: 'getRecord', method: 'GET', path: '/v1/trail/:requestId', summary: 'One record', answer: 'Record' },
  { id: 'listFlows', method: 'GET', path: '/v1/flows', summary: 'The flows', tool: 'flow.run', answer: 'Flows' },
  {
    id: 'checkFlow',
    method: 'POST',
    path: '/v1/flows/check',
    summary: 'Check a flow; the body is the input of the tool `flow.check`',
    tool: 'flow.check',
    body: 'input',
    answer: 'Envelope',
  },
  {
    id: 'listRuns',
    method: 'GET',
    path: '/v1/runs',
    summary: 'Your runs, newest first',
    tool: 'flow.run',
    answer: 'Runs',
  },
  {
    id: 'startRun',
    method: 'POST',
    path: '/v1/runs',
    summary: 'Begin a run; the body is the input of the tool `flow.run`',
    tool: 'flow.run',
    body: 'input',
    answer: 'Run',
    status: 202,
  },
  { id: 'getRun', method: 'GET', path: '/v1/runs/:id', summary: 'One run', tool: 'flow.run', answer: 'Run' },
  {
    id: 'followRun',
    method: 'GET',
    path: '/v1/runs/:id/events',
    summary: 'What happens in a run: events `progress`, and `end` with the envelope',
    tool: 'flow.run',
    answer: 'events',
  },
  {
    id: 'cancelRun',
    method: 'POST',
    path: '/v1/runs/:id/cancel',
    summary: 'Cancel a run',
    tool: 'flow.run',
    body: 'Nothing',
    answer: 'Run',
  },
  { id: 'listWorkers', method: 'GET', path: '/v1/workers', summary: 'The workers and how they are', answer: 'Workers' },
  { id: 'getWorker', method: 'GET', path: '/v1/workers/:id', summary: 'One worker', answer: 'Worker' },
  {
    id: 'getWorkerConfig',
    method: 'GET',
    path: '/v1/workers/:id/config',
    summary: 'What a worker is set to and can be set to, without secrets',
    answer: 'WorkerConfig',
  },
  {
    id: 'setWorkerConfig',
    method: 'POST',
    path: '/v1/workers/:id/config',
    summary: 'Set some fields; the others stay',
    body: { type: 'object' },
    answer: 'WorkerConfig',
  },
  {
    id: 'getWorkerEnvironment',
    method: 'GET',
    path: '/v1/workers/:id/env',
    summary: 'The environment of a worker, with secrets masked',
    answer: 'WorkerEnv',
  },
  { id: 'listSessions', method: 'GET', path: '/v1/sessions', summary: 'Your conversations', answer: 'Sessions' },
  {
    id: 'createSession',
    method: 'POST',
    path: '/v1/sessions',
    summary: 'Begin a conversation',
    body: bodyOf({ model: texts }, []),
    answer: 'Session',
    status: 201,
  },
  { id: 'getSession', method: 'GET', path: '/v1/sessions/:id', summary: 'One conversation', answer: 'Session' },
  {
    id: 'endSession',
    method: 'DELETE',
    path: '/v1/sessions/:id',
    summary: 'End a conversation',
    answer: 'nothing',
    status: 204,
  },
  {
    id: 'sendMessage',
    method: 'POST',
    path: '/v1/sessions/:id/messages',
    summary: 'Say something',
    body: bodyOf({ message: texts }, ['message']),
    answer: 'Turn',
    alsoEvents: true,
  },
  {
    id: 'answerCall',
    method: 'POST',
    path: '/v1/sessions/:id/answers',
    summary: 'Go on after somebody has decided on a call of the conversation',
    body: bodyOf({ approval: texts }, ['approval']),
    answer: 'Turn',
    alsoEvents: true,
  },
];
