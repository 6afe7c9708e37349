import { isPlainObject, type ToolUser } from '@helve/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { readClientContext, type ClientContext } from '../call/client-context.js';
import type { McpSender, McpHost } from '../mcp-host.js';
import { tasksRequired } from './run-as-task.js';
import { findStoredTask, type StoredTask } from './stored-task.js';
import type { Task } from './task.js';

interface TaskParams {
  readonly taskId: string;
  readonly inputResponses: Readonly<Record<string, unknown>>;
}

type TaskHandler = (task: Task | StoredTask, params: TaskParams) => object | Promise<object>;

/** Handlers of the methods of a task; `tasks/get` returns its result. */
export const taskHandlers: { readonly [method: string]: TaskHandler } = {
  'tasks/get': (task) => task.details(),
  'tasks/update': (task, { inputResponses }) => {
    task.answer(inputResponses);
    return {};
  },
  'tasks/cancel': async (task) => {
    await task.cancel();
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
  const handle = async (params: TaskParams, ctx: ServerContext): Promise<Result> => {
    const client = readClientContext(server, ctx);
    if (!client.knowsTasks) throw tasksRequired();
    const inputResponses = ctx.mcpReq.inputResponses ?? params.inputResponses;
    const task = await find(host, params.taskId, senderOf(ctx).user, client);
    return { ...(await handler(task, { ...params, inputResponses })) };
  };
  server.setRequestHandler(method, { params: taskParams }, handle);
}

const gone = 'Cannot find the task: it has expired, or it is not a task of this user';

/** The task as this process runs it, or as its job knows it. */
async function find(host: McpHost, taskId: string, user: ToolUser, client: ClientContext): Promise<Task | StoredTask> {
  const task = host.tasks.get(taskId, user) ?? (await findStoredTask(host, taskId, user, client));
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
