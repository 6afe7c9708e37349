import { readFileSync } from 'node:fs';

let version: string | undefined;

/** Reads the version of Helve, a part of every artifact and of every cache key. */
export function readHelveVersion(): string {
  version ??= readVersion();
  return version;
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
