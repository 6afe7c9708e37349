import { isPlainObject } from '@helve/core';
import { CLIENT_CAPABILITIES_META_KEY, SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server';
import type { McpSender, McpHost } from '../mcp-host.js';
import { tasksRequired } from './run-as-task.js';
import type { Task } from './task.js';
import { TASKS } from './tasks.js';

/** Subscription of a client to some of its tasks, by `subscriptions/listen`. */
export interface TaskSubscription {
  readonly id: string | number;
  readonly tasks: readonly Task[];
}

/** Time between two notifications of the progress of one task. */
const betweenMs = 100;

/**
 * Reads the subscription of a client to its tasks; undefined for a message without one. A client
 * that does not declare support for tasks is refused.
 */
export function readTaskSubscription(
  host: McpHost,
  { user }: McpSender,
  message: unknown,
): TaskSubscription | undefined {
  if (!isPlainObject(message) || message['method'] !== 'subscriptions/listen') return undefined;
  const { id, params } = message;
  if ((typeof id !== 'string' && typeof id !== 'number') || !isPlainObject(params)) return undefined;
  const { notifications, _meta } = params;
  const taskIds = isPlainObject(notifications) ? notifications['taskIds'] : undefined;
  if (!Array.isArray(taskIds)) return undefined;
  if (!declaresTasks(_meta)) throw tasksRequired();
  const known = [...new Set(taskIds)].map((taskId) => host.tasks.get(String(taskId), user));
  return { id, tasks: known.filter((task) => task !== undefined) };
}

function declaresTasks(meta: unknown): boolean {
  const capabilities = isPlainObject(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const extensions = isPlainObject(capabilities) ? capabilities['extensions'] : undefined;
  return isPlainObject(extensions) && extensions[TASKS] !== undefined;
}

/** Adds the tasks of a subscription to its acknowledgement. */
export function acknowledgeTasks<Params extends object>(params: Params, { tasks }: TaskSubscription): Params {
  const notifications: unknown = Reflect.get(params, 'notifications');
  const taskIds = tasks.map(({ id }) => id);
  return { ...params, notifications: { ...(isPlainObject(notifications) ? notifications : {}), taskIds } };
}

/** Notifies of the state of each task, now and on every change, until the returned function is called. */
export function followTasks({ id, tasks }: TaskSubscription, tell: (notification: object) => void): () => void {
  const stops = tasks.map((task) => {
    const _meta = { [SUBSCRIPTION_ID_META_KEY]: id };
    let later: NodeJS.Timeout | undefined;
    const now = () => {
      clearTimeout(later);
      later = undefined;
      tell({ jsonrpc: '2.0', method: 'notifications/tasks', params: { ...task.details(), _meta } });
    };
    now();
    const stop = task.subscribe((change) => {
      if (change === 'status') now();
      // A tool may say how far it is a thousand times a second.
      else later ??= setTimeout(now, betweenMs);
    });
    return () => {
      clearTimeout(later);
      stop();
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}
