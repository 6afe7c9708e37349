/**
 * Returns the object it is handed, so that a class that extends it can put a private field on an object of another:
 * hidden, gone with it, and many times cheaper to the garbage collector than an entry in a WeakMap.
 */
// oxlint-disable-next-line no-extraneous-class -- only a class can be extended
export class ReturnOverride {
  constructor(object: object) {
    return object;
  }
}
