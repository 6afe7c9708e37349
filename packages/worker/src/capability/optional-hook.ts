type Hook = (...args: unknown[]) => unknown;

/** Returns a non-public hook of a capability, bound to it, if there is one. */
export function optionalHook(capability: object, name: string): Hook | undefined {
  const method: unknown = Reflect.get(capability, name);
  return typeof method === 'function' ? (...args) => Reflect.apply(method, capability, args) as unknown : undefined;
}
