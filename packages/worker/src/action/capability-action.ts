import { CapabilityDefinitionError } from '../error/fatal-errors.js';
import { markAction, ownTable, writeTable, type ActionEntry, type ActionOptions } from './action-mark.js';

type Method = (this: never, ...args: never[]) => unknown;
type LegacyArgs = readonly [owner: object, name: string | symbol, descriptor: PropertyDescriptor];

/** A method decorator, in the standard form and in TypeScript's older one. */
export interface ActionDecorator {
  (method: Method, context: ClassMethodDecoratorContext): void;
  (owner: object, name: string | symbol, descriptor: PropertyDescriptor): void;
}

/** Marks a method as the handler of an action; calling the method does not change. */
export function capabilityAction(action: string, options: ActionOptions = {}): ActionDecorator {
  if (action === '') throw refused(action, 'its name is empty');
  return (...args: readonly [object, ClassMethodDecoratorContext] | LegacyArgs) => {
    if (args.length === 2) markStandard(action, options, args[0], args[1]);
    else markLegacy(action, options, args);
  };
}

function markStandard(action: string, options: ActionOptions, method: object, context: ClassMethodDecoratorContext) {
  const { kind, name } = context;
  if (kind !== 'method') throw refused(action, `"${String(name)}" is not a method`);
  if (context.private) throw refused(action, `"${String(name)}" is private`);
  if (context.static) throw refused(action, `"${String(name)}" is static`);
  add(context.metadata, method, toEntry(action, name, options));
}

function markLegacy(action: string, options: ActionOptions, [owner, name, descriptor]: LegacyArgs) {
  if (typeof owner === 'function') throw refused(action, `"${String(name)}" is static`);
  const method: unknown = descriptor?.value;
  if (typeof method !== 'function') throw refused(action, `"${String(name)}" is not a method`);
  add(owner.constructor, method, toEntry(action, name, options));
}

function add(owner: object, method: object, entry: ActionEntry): void {
  if (ownTable(owner).some(({ action }) => action === entry.action)) {
    throw refused(entry.action, 'the class has two methods for it');
  }
  writeTable(owner, entry);
  markAction(method, entry);
}

function toEntry(action: string, name: string | symbol, options: ActionOptions): ActionEntry {
  if (typeof name === 'symbol') throw refused(action, `"${String(name)}" is a symbol`);
  return Object.freeze({ ...options, action, method: name });
}

function refused(action: string, problem: string): CapabilityDefinitionError {
  return new CapabilityDefinitionError(`Cannot declare action "${action}": ${problem}`, { details: problem });
}
