// Inside a for-in loop engines fold this call away, which they do not do for Object.hasOwn.
const { hasOwnProperty } = Object.prototype;

/** True for an own property with a value; one that is undefined would not survive JSON and counts as absent. */
export function hasProperty(value: Record<string, unknown>, name: string): boolean {
  return value[name] !== undefined && hasOwnProperty.call(value, name);
}
