import { capabilityActions, type AnyClass } from '../action/capability-actions.js';
import { CapabilityDefinitionError } from '../error/fatal-errors.js';

/** Members that every capability has to define. */
const abstractMembers = Object.freeze(['name', 'version', 'initialize', 'getConfigSchema', 'getCurrentConfig']);

/** Throws for a class without all required members; a field does not count, since it is not visible on the class. */
export function assertComplete(capabilityClass: AnyClass): void {
  const { name, prototype } = capabilityClass;
  const missing = abstractMembers.filter((member) => !(member in prototype));
  if (missing.length === 0) return assertHandled(capabilityClass);
  throw new CapabilityDefinitionError(
    `Cannot create "${name}": it does not define ${missing.join(', ')} as accessors or methods`,
    { missing },
  );
}

/** Throws for a class that declares an action without a method. */
function assertHandled(capabilityClass: AnyClass): void {
  const { name, prototype } = capabilityClass;
  for (const { action, method } of capabilityActions(capabilityClass).values()) {
    if (method in prototype) continue;
    const details = `action "${action}" names the method "${method}", which it does not have`;
    throw new CapabilityDefinitionError(`Cannot create "${name}": ${details}`, { missing: [method], details });
  }
}
