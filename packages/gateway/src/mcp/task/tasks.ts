import { ownerOf, type ToolUser } from '@helve/core';
import { Task } from './task.js';

/** The name of the extension. */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** Maximum number of tasks of one user, so that nobody fills the memory. */
const maxPerOwner = 256;

/** The tasks of a door, each seen by the user who began it. */
export interface Tasks {
  /** Undefined if the user has too many that are not over. */
  create(user: ToolUser, id?: string): Task | undefined;
  get(id: string, user: ToolUser): Task | undefined;
  cancelAll(): void;
}

export function createTasks(ttlMs: number): Tasks {
  const tasks = new Map<string, Task>();
  const forgetOld = () => {
    const now = Date.now();
    for (const task of tasks.values()) if (task.over && task.expiresAtMs <= now) tasks.delete(task.id);
  };
  return Object.freeze({
    create(user: ToolUser, id?: string) {
      forgetOld();
      const owner = ownerOf(user);
      const own = [...tasks.values()].filter((task) => task.owner === owner);
      if (own.length >= maxPerOwner && !tasks.delete(own.find(({ over }) => over)?.id ?? '')) return undefined;
      const task = new Task(owner, ttlMs, id);
      tasks.set(task.id, task);
      return task;
    },
    get(id: string, user: ToolUser) {
      const task = tasks.get(id);
      if (task === undefined || task.owner !== ownerOf(user)) return undefined;
      return task.over && task.expiresAtMs <= Date.now() ? undefined : task;
    },
    cancelAll() {
      for (const task of tasks.values()) task.cancel();
    },
  });
}
