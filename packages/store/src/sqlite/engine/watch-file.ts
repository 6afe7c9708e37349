import type { Connection } from '../connection.js';

const LOOK_MS = 100;

/** Calls back when somebody has changed the file, through another connection or in another process. */
export function watchFile(connection: Connection, onChange: () => void): () => void {
  const read = () => connection.first<{ data_version: number }>('PRAGMA data_version')?.data_version;
  let seen = read();
  const timer = setInterval(() => {
    const version = read();
    if (version === seen) return;
    seen = version;
    onChange();
  }, LOOK_MS);
  // Whoever waits for a change has a timer of its own.
  timer.unref();
  return () => clearInterval(timer);
}
