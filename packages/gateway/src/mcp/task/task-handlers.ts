import { isPlainObject, type ToolUser } from '@helve/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { readClientContext } from '../call/client-context.js';
import type { McpSender, McpHost } from '../mcp-host.js';
import { tasksRequired } from './run-as-task.js';
import type { Task } from './task.js';

interface TaskParams {
  readonly taskId: string;
  readonly inputResponses: Readonly<Record<string, unknown>>;
}

type TaskHandler = (task: Task, params: TaskParams) => object;

/** Handlers of the methods of a task; `tasks/get` returns its result. */
export const taskHandlers: { readonly [method: string]: TaskHandler } = {
  'tasks/get': (task) => task.details(),
  'tasks/update': (task, { inputResponses }) => {
    task.answer(inputResponses);
    return {};
  },
  'tasks/cancel': (task) => {
    task.cancel();
    return {};
  },
};

/** Lets a server answer for the tasks of the users who began them. */
export function handleTasks(
  server: Server,
  method: string,
  handler: TaskHandler,
  host: McpHost,
  senderOf: (ctx: ServerContext) => McpSender,
): void {
  server.setRequestHandler(method, { params: taskParams }, (params: TaskParams, ctx: ServerContext): Result => {
    if (!readClientContext(server, ctx).knowsTasks) throw tasksRequired();
    const inputResponses = ctx.mcpReq.inputResponses ?? params.inputResponses;
    return { ...handler(find(host, params.taskId, senderOf(ctx).user), { ...params, inputResponses }) };
  });
}

const gone = 'Cannot find the task: it has expired, or the server that ran it has stopped';

function find(host: McpHost, taskId: string, user: ToolUser): Task {
  const task = host.tasks.get(taskId, user);
  if (task !== undefined) return task;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, gone);
}

const taskParams: StandardSchemaV1<unknown, TaskParams> = {
  '~standard': {
    version: 1,
    vendor: 'helve',
    validate(value) {
      const { taskId, inputResponses = {} } = isPlainObject(value) ? value : {};
      if (typeof taskId !== 'string' || !isPlainObject(inputResponses)) {
        return { issues: [{ message: 'expected { "taskId": string }' }] };
      }
      return { value: { taskId, inputResponses } };
    },
  },
};
