import type { JsonSchemaObject } from '@helve/core';
import type { Route } from '../../http/route.js';
import type { ApiSchemaName } from './api-schemas.js';

/** One address as the description of the API shows it. Those of single tools are made of their schemas instead. */
export interface ApiOperation {
  /** Operation id, for programs that are generated from the document. */
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

const jobChangeSummaries = {
  cancel: 'Cancel a job',
  pause: 'Begin no more units of a job',
  resume: 'Go on with a job',
  retry: 'Try the units of a job again that did not end well',
} as const;

function bodySchema(properties: Record<string, JsonSchemaObject>, required: readonly string[]): JsonSchemaObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Every address under /v1 and beside it that is for programs. A test holds it against the routes. */
export const apiOperations: readonly ApiOperation[] = [
  { id: 'getHealth', method: 'GET', path: '/healthz', summary: 'Liveness check', answer: 'text' },
  { id: 'getReadiness', method: 'GET', path: '/readyz', summary: 'Readiness check', answer: 'text' },
  { id: 'getMetrics', method: 'GET', path: '/metrics', summary: 'Metrics in the format of Prometheus', answer: 'text' },
  { id: 'getOpenApi', method: 'GET', path: '/v1/openapi.json', summary: 'This OpenAPI document', answer: 'text' },
  { id: 'getDocs', method: 'GET', path: '/v1/docs', summary: 'This documentation as a page', answer: 'html' },
  {
    id: 'listTools',
    method: 'GET',
    path: '/v1/tools',
    summary: 'List the tools that you may see',
    query: { q: 'only those that fit this question, best first' },
    answer: 'Tools',
  },
  { id: 'getTool', method: 'GET', path: '/v1/tools/:name', summary: 'Get a tool', answer: 'Tool' },
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
    summary: 'List pending approvals, oldest first; long arguments are left out',
    query: { limit: 'maximum number of rows, up to 200; default 50' },
    answer: 'Approvals',
  },
  {
    id: 'followApprovals',
    method: 'GET',
    path: '/v1/approvals/live',
    summary: 'Stream the pending approvals on every change, as events `approvals`',
    answer: 'events',
  },
  {
    id: 'getApproval',
    method: 'GET',
    path: '/v1/approvals/:id',
    summary: 'Get an approval: everything for users who may decide; state, reason and answer for the user who asked',
    answer: 'Approval',
  },
  {
    id: 'approve',
    method: 'POST',
    path: '/v1/approvals/:id/approve',
    summary: 'Approve, optionally with other arguments; the call runs, and its envelope is the response',
    body: bodySchema({ reason, arguments: { type: 'object' } }, []),
    answer: 'Envelope',
  },
  {
    id: 'reject',
    method: 'POST',
    path: '/v1/approvals/:id/reject',
    summary: 'Reject; the user who asked can read the reason',
    body: bodySchema({ reason }, []),
    answer: 'Rejected',
  },
  {
    id: 'listRecords',
    method: 'GET',
    path: '/v1/trail',
    summary: 'List the records of calls, newest first',
    answer: 'Records',
    query: { ...trailQuery, before: 'only before this number', limit: 'how many, up to 500' },
  },
  {
    id: 'followRecords',
    method: 'GET',
    path: '/v1/trail/live',
    summary: 'Stream records as they are stored, as events `record`',
    answer: 'events',
    query: trailQuery,
  },
  {
    id: 'verifyTrail',
    method: 'POST',
    path: '/v1/trail/verify',
    summary: 'Verify the integrity of the trail',
    body: bodySchema({ head: texts }, []),
    answer: 'Verdict',
  },
  { id: 'getRecord', method: 'GET', path: '/v1/trail/:requestId', summary: 'Get a record', answer: 'Record' },
  { id: 'listFlows', method: 'GET', path: '/v1/flows', summary: 'List the flows', tool: 'flow.run', answer: 'Flows' },
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
    summary: 'List your runs, newest first',
    tool: 'flow.run',
    answer: 'Runs',
  },
  {
    id: 'startRun',
    method: 'POST',
    path: '/v1/runs',
    summary: 'Start a run; the body is the input of the tool `flow.run`',
    tool: 'flow.run',
    body: 'input',
    answer: 'Run',
    status: 202,
  },
  { id: 'getRun', method: 'GET', path: '/v1/runs/:id', summary: 'Get a run', tool: 'flow.run', answer: 'Run' },
  {
    id: 'followRun',
    method: 'GET',
    path: '/v1/runs/:id/events',
    summary: 'Stream the events of a run: `progress`, and `end` with the envelope',
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
  {
    id: 'listJobs',
    method: 'GET',
    path: '/v1/jobs',
    summary: 'List your jobs, newest first',
    query: { state: 'only in this state', kind: 'only of this kind', limit: 'at most so many' },
    answer: 'Jobs',
  },
  {
    id: 'submitJob',
    method: 'POST',
    path: '/v1/jobs',
    summary: 'Submit one tool over many inputs, or a run of a flow',
    body: bodySchema({ kind: { enum: ['calls', 'flow'] }, tool: texts, inputs: { type: 'array' }, request: {} }, [
      'kind',
    ]),
    answer: 'Job',
    status: 202,
  },
  { id: 'getJob', method: 'GET', path: '/v1/jobs/:id', summary: 'Get a job with its units', answer: 'Job' },
  {
    id: 'getJobResult',
    method: 'GET',
    path: '/v1/jobs/:id/result',
    summary: 'Get the envelope of a job that has settled; of many calls, one for each line',
    answer: 'Envelope',
  },
  {
    id: 'followJob',
    method: 'GET',
    path: '/v1/jobs/:id/events',
    summary: 'Stream the events of a job until it has settled',
    answer: 'events',
  },
  ...(['cancel', 'pause', 'resume', 'retry'] as const).map((change): ApiOperation => ({
    id: `${change}Job`,
    method: 'POST',
    path: `/v1/jobs/:id/${change}`,
    summary: jobChangeSummaries[change],
    body: 'Nothing',
    answer: 'Job',
  })),
  {
    id: 'listWorkers',
    method: 'GET',
    path: '/v1/workers',
    summary: 'List the workers with their state',
    answer: 'Workers',
  },
  { id: 'getWorker', method: 'GET', path: '/v1/workers/:id', summary: 'Get a worker', answer: 'Worker' },
  {
    id: 'getWorkerConfig',
    method: 'GET',
    path: '/v1/workers/:id/config',
    summary: 'Get the configuration of a worker and its schema, without secrets',
    answer: 'WorkerConfig',
  },
  {
    id: 'setWorkerConfig',
    method: 'POST',
    path: '/v1/workers/:id/config',
    summary: 'Change some fields of the configuration',
    body: { type: 'object' },
    answer: 'WorkerConfig',
  },
  {
    id: 'getWorkerEnvironment',
    method: 'GET',
    path: '/v1/workers/:id/env',
    summary: 'Get the environment of a worker, with secrets masked',
    answer: 'WorkerEnv',
  },
  {
    id: 'listWorkerJobs',
    method: 'GET',
    path: '/v1/workers/:id/jobs',
    summary: 'List running and waiting jobs of a worker',
    answer: 'WorkerJobs',
  },
  {
    id: 'readWorkerLog',
    method: 'GET',
    path: '/v1/workers/:id/logs',
    summary: 'Read the newest lines that a worker said',
    answer: 'WorkerLog',
    query: { level: 'only from this level: debug, info, warn or error', limit: 'how many, up to 1000' },
  },
  {
    id: 'reloadWorker',
    method: 'POST',
    path: '/v1/workers/:id/reload',
    summary: 'Start the processes of a worker anew after their calls',
    body: { type: 'object', maxProperties: 0 },
    answer: 'Worker',
  },
  {
    id: 'enableWorker',
    method: 'POST',
    path: '/v1/workers/:id/enable',
    summary: 'Allow calls of a worker again',
    body: { type: 'object', maxProperties: 0 },
    answer: 'Worker',
  },
  {
    id: 'disableWorker',
    method: 'POST',
    path: '/v1/workers/:id/disable',
    summary: 'Refuse calls of a worker until it is enabled',
    body: { type: 'object', maxProperties: 0 },
    answer: 'Worker',
  },
  {
    id: 'cancelWorkerJob',
    method: 'POST',
    path: '/v1/workers/:id/jobs/:job/cancel',
    summary: 'Cancel a job and wait for its outcome',
    body: { type: 'object', maxProperties: 0 },
    answer: 'CancelledJob',
  },
  { id: 'listSessions', method: 'GET', path: '/v1/sessions', summary: 'List your conversations', answer: 'Sessions' },
  {
    id: 'createSession',
    method: 'POST',
    path: '/v1/sessions',
    summary: 'Start a conversation',
    body: bodySchema({ model: texts }, []),
    answer: 'Session',
    status: 201,
  },
  { id: 'getSession', method: 'GET', path: '/v1/sessions/:id', summary: 'Get a conversation', answer: 'Session' },
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
    summary: 'Send a message',
    body: bodySchema({ message: texts }, ['message']),
    answer: 'Turn',
    alsoEvents: true,
  },
  {
    id: 'sendUiMessages',
    method: 'POST',
    path: '/v1/sessions/:id/ui-messages',
    summary: 'Send the messages of a chat interface such as `useChat`, which reads the answer as a UI message stream',
    body: {
      type: 'object',
      properties: { messages: { type: 'array', items: { type: 'object' } } },
      required: ['messages'],
    },
    answer: 'events',
  },
  {
    id: 'answerCall',
    method: 'POST',
    path: '/v1/sessions/:id/answers',
    summary:
      'Continue after a call was approved or rejected, with outputs of tools that the caller runs, or answer a question of a running tool',
    body: bodySchema(
      { approval: texts, question: texts, content: {}, calls: { type: 'array', items: { type: 'object' } } },
      [],
    ),
    answer: 'Turn',
    alsoEvents: true,
  },
  {
    id: 'talk',
    method: 'GET',
    path: '/v1/voice',
    summary: 'Talk to a model, over a WebSocket',
    answer: 'nothing',
    status: 101,
  },
];
