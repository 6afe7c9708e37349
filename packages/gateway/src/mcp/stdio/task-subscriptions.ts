import { isPlainObject } from '@helve/core';
import { ProtocolError, SUBSCRIPTION_ID_META_KEY, type JSONRPCMessage } from '@modelcontextprotocol/server';
import {
  acknowledgeTasks,
  followTasks,
  readTaskSubscription,
  type TaskSubscription,
} from '../task/task-subscription.js';
import type { McpSender, McpHost } from '../mcp-host.js';
import { rpcThrown } from '../call/rpc-response.js';

/** Subscriptions to tasks of the client of one connection, beside those of the SDK. */
export interface TaskSubscriptions {
  /** Reads an incoming message; returns true when it was answered. */
  take(message: JSONRPCMessage): boolean;
  /** Adds tasks to an outgoing message that acknowledges a subscription. */
  leave(message: JSONRPCMessage): JSONRPCMessage;
  close(): void;
}

type Id = string | number;

export function createTaskSubscriptions(
  host: McpHost,
  sender: McpSender,
  write: (text: string) => void,
): TaskSubscriptions {
  const subscriptions = new Map<Id, TaskSubscription>();
  const stops = new Map<Id, () => void>();

  const follow = (subscription: TaskSubscription) => {
    stops.set(
      subscription.id,
      followTasks(subscription, (notification) => write(JSON.stringify(notification))),
    );
  };

  return {
    take(message) {
      if (!('method' in message)) return false;
      if (message.method === 'notifications/cancelled') {
        const id = message.params?.['requestId'] as Id;
        stops.get(id)?.();
        stops.delete(id);
        return false;
      }
      try {
        const subscription = readTaskSubscription(host, sender, message);
        if (subscription !== undefined) subscriptions.set(subscription.id, subscription);
        return false;
      } catch (thrown) {
        if (!(thrown instanceof ProtocolError) || !('id' in message)) throw thrown;
        write(rpcThrown(thrown, message.id).text);
        return true;
      }
    },
    leave(message) {
      // A subscription that was refused.
      if ('error' in message && message.id !== undefined) subscriptions.delete(message.id);
      if (!('method' in message) || message.method !== 'notifications/subscriptions/acknowledged') return message;
      const { params = {} } = message;
      const meta = params['_meta'];
      const id = isPlainObject(meta) ? (meta[SUBSCRIPTION_ID_META_KEY] as Id) : '';
      const subscription = subscriptions.get(id);
      if (subscription === undefined) return message;
      subscriptions.delete(id);
      // Once the acknowledgement is on its way.
      queueMicrotask(() => follow(subscription));
      return { ...message, params: acknowledgeTasks(params, subscription) };
    },
    close() {
      for (const stop of stops.values()) stop();
      stops.clear();
    },
  };
}
