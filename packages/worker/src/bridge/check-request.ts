import { checkToolInput, inputInvalid } from '@helve/core';
import { CapabilityInputError } from '../error/input-errors.js';
import type { CapabilityInstance } from '../manager/capability-instance.js';
import type { CapabilityRequest } from '../manager/capability-request.js';
import { toolSchemas, type SchemaSources } from './tool-schema.js';

/** Checks the arguments of a request as the tool of it would; returns the request with defaults filled in. */
export async function checkRequest(
  instance: CapabilityInstance,
  request: CapabilityRequest,
): Promise<CapabilityRequest> {
  const { action, task, method, args } = request;
  const target = action ?? (task === undefined ? undefined : `${task}.${method}`);
  // The arguments of `execute` have no names.
  if (target === undefined || args === undefined) return request;
  const id = `${instance.name}.${target}`;
  const { inputSchema } = toolSchemas(id, sourcesOf(instance, request)).schemas;
  const verdict = await checkToolInput({ inputSchema }, args);
  if (verdict.ok) return { ...request, args: verdict.value as Readonly<Record<string, unknown>> };
  const cause = inputInvalid({ id }, verdict.issues);
  throw new CapabilityInputError(cause.message, {
    fieldsInvalid: verdict.issues.map(({ pointer }) => pointer),
    capabilityName: instance.name,
    cause,
  });
}

function sourcesOf({ plan }: CapabilityInstance, { action, task, method }: CapabilityRequest): SchemaSources {
  const { code } = plan.manifest;
  if (action !== undefined) {
    return {
      declared: code.actions?.find(({ name }) => name === action),
      method: code.structuralSurface?.methods.find(({ name }) => name === action),
    };
  }
  const adapter = plan.boundAdapters.find(({ taskName }) => taskName === task);
  return { method: adapter?.methods?.find(({ name }) => name === method) };
}
