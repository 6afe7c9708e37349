/** Any class, abstract ones included. */
export type AnyClass = abstract new (...args: never[]) => object;

/** One public member of a class: its effective definition, which is never run. */
export interface ClassMember {
  readonly name: string;
  readonly static: boolean;
  readonly descriptor: PropertyDescriptor;
  /** True when it is inherited from `ToolCapability` unchanged. */
  readonly base: boolean;
}

/** Methods by which the base class is recognised, also in another copy of the package or under another name. */
const baseMethods = ['reconfigureWithTriggers', 'cancelSignalTo', 'dispatchToAction'];

/** Own properties of every function. */
const functionNames = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

/** Returns all public members of a class, inherited ones included; the nearest definition counts. */
export function classMembers(target: AnyClass): readonly ClassMember[] {
  const chain = classChain(target);
  const baseStart = chain.findLastIndex(isBase);
  const isBaseAt = (index: number) => baseStart !== -1 && index >= baseStart;
  return [
    ...effective(
      chain.map(({ prototype }) => prototype as object),
      false,
      isBaseAt,
    ),
    ...effective(chain, true, isBaseAt),
  ];
}

/** Returns a class and its ancestors, the lowest first. */
export function classChain(target: AnyClass): readonly AnyClass[] {
  const chain: AnyClass[] = [];
  for (let owner: unknown = target; isClass(owner); owner = Object.getPrototypeOf(owner)) chain.push(owner);
  return chain;
}

function isClass(value: unknown): value is AnyClass {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}

function isBase({ prototype }: AnyClass): boolean {
  return baseMethods.every((name) => Object.hasOwn(prototype as object, name));
}

function effective(owners: readonly object[], isStatic: boolean, isBaseAt: (index: number) => boolean): ClassMember[] {
  const members = new Map<string, ClassMember>();
  for (const [index, owner] of owners.entries()) {
    for (const name of Object.getOwnPropertyNames(owner)) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name);
      if (descriptor === undefined || members.has(name) || !isPublic(name, isStatic)) continue;
      members.set(name, { name, static: isStatic, descriptor, base: isBaseAt(index) });
    }
  }
  return [...members.values()];
}

function isPublic(name: string, isStatic: boolean): boolean {
  if (name.startsWith('_')) return false;
  return isStatic ? !functionNames.has(name) : name !== 'constructor';
}
