/** A change of something that clients may have read already. */
export type McpChange =
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  | { readonly kind: 'resource'; readonly uri: string };

/** Channel for changes that clients should hear of. */
export interface McpChanges {
  publish(change: McpChange): void;
  /** Calls back for each change, until the returned function is called. */
  subscribe(listener: (change: McpChange) => void): () => void;
}

export function createMcpChanges(): McpChanges {
  const listeners = new Set<(change: McpChange) => void>();
  return Object.freeze({
    publish(change: McpChange) {
      for (const listener of listeners) listener(change);
    },
    subscribe(listener: (change: McpChange) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
}
