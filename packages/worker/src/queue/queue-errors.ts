import { CapabilityInputError } from '../error/input-errors.js';
import { CapabilityResourceError, type ResourceShortfall } from '../error/resource-errors.js';
import type { Job } from './job.js';

/** The error of a priority that is no number. */
export function badPriority(priority: unknown): CapabilityInputError {
  const text = `Cannot submit: the priority is ${JSON.stringify(priority) ?? String(priority)}, and has to be a number`;
  return new CapabilityInputError(text, { fieldsInvalid: ['priority'] });
}

/** The error of a job that takes more than the machine has. */
export function neverFits({ request }: Job, resourceShortfall: ResourceShortfall): CapabilityResourceError {
  const { resource, needed, available } = resourceShortfall;
  return new CapabilityResourceError(
    `Cannot run a job of "${request.instanceId}": it takes ${needed} of ${resource}, and there are ${available} in all`,
    { instanceId: request.instanceId, retriable: false, resourceShortfall },
  );
}
