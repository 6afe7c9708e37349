import { deepFreeze } from '@helve/core';
import { classMembers, type AnyClass, type ClassMember } from './class-members.js';
import { declaredSchemas } from './declared-schemas.js';
import { parseParams } from './parse-params.js';
import { methodKey, type StructuralSurface, type SurfaceAttribute, type SurfaceMethod } from './structural-surface.js';

type Method = (...args: never[]) => unknown;

/** Derives the public surface of a class from the class alone: no instance is created and no accessor runs. */
export function deriveStructuralSurface(target: AnyClass): StructuralSurface {
  const schemas = declaredSchemas(target);
  const methods: SurfaceMethod[] = [];
  const properties = new Set<string>();
  const attributes: SurfaceAttribute[] = [];
  const base = new Set<string>();
  for (const member of classMembers(target)) {
    const { name, descriptor } = member;
    const key = memberKey(member);
    if (member.base) base.add(key);
    if (isAccessor(descriptor)) properties.add(name);
    else if (isMethod(descriptor.value)) methods.push(toMethod(member, descriptor.value, schemas));
    else if (!attributes.some((known) => known.name === name))
      attributes.push({ name, type: typeName(descriptor.value) });
  }
  return deepFreeze({
    methods: methods.toSorted((a, b) => byText(a.name, b.name) || byText(methodKey(a), methodKey(b))),
    properties: [...properties].toSorted(),
    attributes: attributes.toSorted((a, b) => byText(a.name, b.name)),
    ...(base.size === 0 ? {} : { base: [...base].toSorted() }),
  });
}

function memberKey({ name, static: isStatic, descriptor }: ClassMember): string {
  if (isAccessor(descriptor)) return `property ${name}`;
  return isMethod(descriptor.value) ? methodKey({ name, static: isStatic }) : `attribute ${name}`;
}

function toMethod(member: ClassMember, target: Method, schemas: ReturnType<typeof declaredSchemas>): SurfaceMethod {
  const { name, static: isStatic } = member;
  const { params, shown, named, generator, reliable } = parseParams(target);
  return {
    name,
    signature: `${generator ? '*' : ''}${name}(${shown.join(', ')})`,
    params,
    ...(named.length === 0 ? {} : { named }),
    ...(generator ? { streams: 'list' as const } : {}),
    ...(isStatic ? { static: true } : schemas(name)),
    ...(reliable ? {} : { paramsReliable: false }),
  };
}

function isAccessor({ get, set }: PropertyDescriptor): boolean {
  return get !== undefined || set !== undefined;
}

/** True for methods; classes and callable schemas are values. */
function isMethod(value: unknown): value is Method {
  if (typeof value !== 'function' || Object.hasOwn(value, '~standard')) return false;
  return !/^class\b/.test(Function.prototype.toString.call(value));
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'function') return 'class';
  if (typeof value !== 'object') return typeof value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null) return 'Object';
  const owner: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return typeof owner === 'function' ? owner.name : 'Object';
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
