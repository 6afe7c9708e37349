import { readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** Watches a set of directories that changes over time. */
export interface DirectoryWatch {
  /** Starts watching new directories and stops watching those that are gone. */
  follow(directories: Iterable<string>): void;
  close(): void;
}

/**
 * Creates one watcher for each directory, since recursive ones miss later folders on some systems.
 * A change before `follow` returns is seen by whoever reads afterwards; each later one is announced.
 */
export function watchDirectories(onChange: (directory: string, name: string | null) => void): DirectoryWatch {
  const watchers = new Map<string, FSWatcher>();
  const stop = (directory: string) => {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  };
  return {
    follow(directories) {
      const wanted = new Set(directories);
      for (const directory of watchers.keys()) if (!wanted.has(directory)) stop(directory);
      for (const directory of wanted) {
        if (watchers.has(directory)) continue;
        try {
          const watcher = watch(directory, (_, name) => onChange(directory, name));
          watcher.on('error', () => {
            stop(directory);
            onChange(directory, null);
          });
          watchers.set(directory, watcher);
        } catch {
          // It vanished meanwhile, which the parent directory announces.
        }
      }
    },
    close() {
      for (const directory of watchers.keys()) stop(directory);
    },
  };
}

/** Lists a directory and all below it that may hold sources. */
export function directoriesBelow(directory: string): string[] {
  try {
    const inner = readdirSync(directory, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => directoriesBelow(join(directory, name)));
    return [directory, ...inner];
  } catch {
    return [];
  }
}
