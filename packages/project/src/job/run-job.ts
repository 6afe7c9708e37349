import { isPlainObject, type JsonObject } from '@helve/core';
import type { JobDetail } from '@helve/flow/engine';
import { isRunRequest, type RunRequest } from '../run/run-request.js';

/** A run as its job remembers it. */
export interface StoredRun {
  readonly request: RunRequest;
  /** Where relative paths of the request begin. */
  readonly cwd: string;
}

/** Converts a run to the data of its job. */
export function toJobData({ request, cwd }: StoredRun): JsonObject {
  // A request is JSON already, checked by its schema; absent fields are left out.
  return JSON.parse(JSON.stringify({ request, cwd })) as JsonObject;
}

/** The run of a job, if it is one. */
export function storedRun({ kind, data }: JobDetail): StoredRun | undefined {
  const { request, cwd } = data ?? {};
  if (kind !== 'flow' || typeof cwd !== 'string' || !isPlainObject(request) || !isRunRequest(request)) return undefined;
  return { request, cwd };
}
