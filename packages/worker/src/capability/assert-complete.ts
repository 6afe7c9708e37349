import { capabilityActions, type AnyClass } from '../action/capability-actions.js';
import { CapabilityDefinitionError } from '../error/fatal-errors.js';

/** What every capability has to define itself. */
const abstractMembers = Object.freeze(['name', 'version', 'initialize', 'getConfigSchema', 'getCurrentConfig']);

/** Refuses a class that leaves out what it has to define; a field does not count, since nobody can see it on the class. */
export function assertComplete(capabilityClass: AnyClass): void {
  const { name, prototype } = capabilityClass;
  const missing = abstractMembers.filter((member) => !(member in prototype));
  if (missing.length === 0) return assertHandled(capabilityClass);
  throw new CapabilityDefinitionError(
    `Cannot make a "${name}": it does not define ${missing.join(', ')} as accessors or methods`,
    { missing },
  );
}

/** Refuses a class that declares an action without a method for it. */
function assertHandled(capabilityClass: AnyClass): void {
  const { name, prototype } = capabilityClass;
  for (const { action, method } of capabilityActions(capabilityClass).values()) {
    if (method in prototype) continue;
    const details = `action "${action}" names the method "${method}", which it does not have`;
    throw new CapabilityDefinitionError(`Cannot make a "${name}": ${details}`, { missing: [method], details });
  }
}
