type Hook = (...args: unknown[]) => unknown;

/** A hook off the public surface that a capability may have, ready to be called. */
export function optionalHook(capability: object, name: string): Hook | undefined {
  const method: unknown = Reflect.get(capability, name);
  return typeof method === 'function' ? (...args) => Reflect.apply(method, capability, args) as unknown : undefined;
}
