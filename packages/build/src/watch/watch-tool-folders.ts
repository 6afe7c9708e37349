import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { handlersFolder, providersFolder } from '../artifact/file-names.js';
import { readOptions, type BuildOptions } from '../build-options.js';
import { draftRegistry, writeDraft, type BuildResult } from '../build-registry.js';
import { directoriesBelow, watchDirectories } from './watch-directories.js';

/** Time to wait for more changes before building: editors and checkouts write many files at once. */
const debounceMs = 150;

export interface ToolFolderWatchOptions extends BuildOptions {
  /** Called after every build, the first one included. */
  readonly onBuild: (result: BuildResult) => void;
  /** Called when a build could not be started; watching continues. */
  readonly onError: (error: unknown) => void;
}

/** A running watch. */
export interface ToolFolderWatch {
  /** Ends watching; waits for a running build. */
  close(): Promise<void>;
}

/** Builds now and after every change, one build at a time; a failed build leaves the last good registry in place. */
export function watchToolFolders({ onBuild, onError, ...options }: ToolFolderWatchOptions): ToolFolderWatch {
  const settings = readOptions(options);
  const { dir, out } = settings;
  const isOurs = (directory: string, name: string | null) =>
    directory === dir && dir === out && name !== null && isOutput(name);
  const watch = watchDirectories((directory, name) => {
    if (!isOurs(directory, name)) plan();
  });
  let modules: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;

  function plan(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void start(), debounceMs);
  }

  async function start(): Promise<void> {
    if (running !== undefined) {
      again = true;
      return;
    }
    running = build();
    await running;
    running = undefined;
    if (again && !closed) {
      again = false;
      plan();
    }
  }

  async function build(): Promise<void> {
    try {
      // First watch, then read: a change in between is built twice rather than missed.
      watch.follow(directories());
      const draft = await draftRegistry(settings);
      if (closed) return;
      if (draft.ok) modules = draft.modules;
      watch.follow(directories());
      onBuild(draft.ok ? writeDraft(draft, settings) : draft);
    } catch (error) {
      // A file vanished while it was read: the change is not complete yet.
      if (isVanished(error) && existsSync(dir)) plan();
      else onError(error);
    }
  }

  function directories(): string[] {
    const ours = dir === out ? [join(dir, handlersFolder), join(dir, providersFolder)] : [];
    const below = directoriesBelow(dir).filter((directory) => !ours.includes(directory));
    return [...below, ...modules.map((path) => dirname(join(dir, path)))];
  }

  void start();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      watch.close();
      await running;
    },
  };
}

function isVanished(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** True for files that a build writes into the folder of the tools, drafts included. */
function isOutput(name: string): boolean {
  return name === handlersFolder || /^\.?tool_registry\./.test(name);
}
