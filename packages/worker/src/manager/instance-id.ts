import { randomBytes } from 'node:crypto';
import type { LoadOptions } from './load-options.js';
import { badId } from './manager-errors.js';

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the id of an instance: the requested one, a generated one, or the name of the capability. */
export function instanceId(name: string, { id, newInstance }: LoadOptions): string {
  if (id !== undefined && !idPattern.test(id)) throw badId(name, id);
  return id ?? (newInstance === true ? `${name}-${randomBytes(3).toString('hex')}` : name);
}
