import { statSync } from 'node:fs';
import { flowErrors } from '../../flow-errors.js';

/** Identity of a file and of what is in it; undefined where there is none. */
type FileState = string | undefined;

/** The files of a document as they were when its run began. */
export class FileStates {
  readonly #document: string;
  readonly #states: ReadonlyMap<string, FileState>;

  constructor(document: string, paths: Iterable<string>) {
    this.#document = document;
    this.#states = new Map([...paths].map((path) => [path, readState(path)]));
  }

  /** Throws if somebody has changed, made or removed one of the files: what was read of it, or decided about it, is wrong. */
  assertUnchanged(): void {
    for (const [path, state] of this.#states) {
      if (readState(path) === state) continue;
      throw flowErrors.create('FLOW_FILE_CHANGED', { document: this.#document, path }, { details: { path } });
    }
  }
}

/** Devices and pipes have no state: they are written to, and nothing takes their place. */
function readState(path: string): FileState {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isFile() ? [stats.dev, stats.ino, stats.size, stats.mtimeNs].join(':') : 'other';
  } catch {
    // Opening it reports any other problem.
    return undefined;
  }
}
