/** A config that notes which of its parameters are read. */
export interface RecordedConfig<Config extends object> {
  readonly config: Config;
  readonly read: ReadonlySet<string>;
  /** The parameters that nobody has read so far: dead options. */
  unread(): string[];
}

/** Wraps a config, so that a tool's tests can show that every parameter is read. */
export function recordReads<Config extends object>(config: Config): RecordedConfig<Config> {
  const read = new Set<string>();
  const proxy = new Proxy(config, {
    get(target, key, receiver) {
      if (typeof key === 'string') read.add(key);
      return Reflect.get(target, key, receiver);
    },
  });
  return { config: proxy, read, unread: () => Object.keys(config).filter((name) => !read.has(name)) };
}
