import { isPlainObject } from '@helve/core';
import { acknowledgeTasks, followTasks, type TaskSubscription } from './task-subscription.js';
import type { Task } from './task.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Adds the tasks of a subscription to the stream of the SDK, which knows no tasks. The SDK ends a stream in
 * which nothing else was asked for; this one goes on until all its tasks are over.
 */
export function addTasks(response: Response, subscription: TaskSubscription, ended: AbortSignal): Response {
  const { body, status, headers } = response;
  if (body === null || headers.get('content-type') !== 'text/event-stream') return response;
  let stop = () => {};
  let end: Uint8Array | undefined;
  const feed = new TransformStream<Uint8Array, Uint8Array>({
    // The SDK writes one message at a time.
    transform(chunk, controller) {
      const { method, params, result } = messageIn(chunk);
      if (result !== undefined) end = chunk;
      else if (method === 'notifications/subscriptions/acknowledged' && isPlainObject(params)) {
        controller.enqueue(toChunk({ jsonrpc: '2.0', method, params: acknowledgeTasks(params, subscription) }));
        stop = followTasks(subscription, (notification) => tell(controller, notification, stop));
      } else controller.enqueue(chunk);
    },
    async flush(controller) {
      if (end !== undefined) await untilOver(subscription.tasks, ended);
      stop();
      if (end !== undefined) controller.enqueue(end);
    },
  });
  ended.addEventListener('abort', () => stop(), { once: true });
  return new Response(body.pipeThrough(feed), { status, headers });
}

/** Sends a message, unless the client has gone. */
function tell(controller: TransformStreamDefaultController<Uint8Array>, message: object, stop: () => void): void {
  try {
    controller.enqueue(toChunk(message));
  } catch {
    stop();
  }
}

function untilOver(tasks: readonly Task[], ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (ended.aborted || tasks.every(({ over }) => over)) resolve();
    };
    ended.addEventListener('abort', look, { once: true });
    for (const task of tasks) task.subscribe(look);
    look();
  });
}

function messageIn(chunk: Uint8Array): Record<string, unknown> {
  const [, data] = /^data: (.*)$/m.exec(decoder.decode(chunk)) ?? [];
  const message: unknown = data === undefined ? undefined : JSON.parse(data);
  return isPlainObject(message) ? message : {};
}

function toChunk(message: object): Uint8Array {
  return encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}
