import { nearestNames } from '@helve/core';
import { CapabilityInputError } from '../error/input-errors.js';

/** Calls a method of the adapter that serves a task, with one object of named arguments, and returns its result. */
export function dispatchToTask(
  adapters: ReadonlyMap<string, object>,
  task: string,
  method: string,
  args?: object | null,
): unknown {
  const adapter = adapters.get(task);
  if (adapter === undefined) throw unknown('task', task, [...adapters.keys()]);
  const handler = taskMethods(adapter.constructor).includes(method) ? Reflect.get(adapter, method) : undefined;
  if (typeof handler !== 'function') throw unknown('method', method, taskMethods(adapter.constructor));
  return Reflect.apply(handler, adapter, [args ?? {}]);
}

/** Returns the sorted public methods of an adapter class, inherited ones included. */
export function taskMethods(adapterClass: unknown): readonly string[] {
  const names = new Map<string, boolean>();
  for (let owner = findPrototype(adapterClass); owner !== null && owner !== Object.prototype;) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      const callable = typeof value === 'function' && name !== 'constructor' && !name.startsWith('_');
      if (!names.has(name)) names.set(name, callable);
    }
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return [...names].flatMap(([name, callable]) => (callable ? [name] : [])).toSorted();
}

function findPrototype(adapterClass: unknown): object | null {
  return typeof adapterClass === 'function' ? (adapterClass.prototype as object | null) : null;
}

function unknown(what: 'task' | 'method', name: string, known: readonly string[]): CapabilityInputError {
  const near = nearestNames(name, known);
  const offer = near.length > 0 ? near : known;
  const hint = offer.length > 0 ? `; there is "${offer.join('", "')}"` : '; there is none';
  return new CapabilityInputError(`Cannot call ${what} "${name}": no adapter serves it${hint}`, {
    fieldsInvalid: [what],
  });
}
