/**
 * Caches the text of immutable objects as long as they are referenced: a watch writes most of a registry again and
 * again.
 */
export function writeOnce<T extends object>(write: (value: T) => string): (value: T) => string {
  const texts = new WeakMap<T, string>();
  return (value) => {
    const text = texts.get(value) ?? write(value);
    texts.set(value, text);
    return text;
  };
}
