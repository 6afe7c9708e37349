import { readFileSync } from 'node:fs';

/** The version of Helve that builds; part of every artifact and of every cache key. */
export function readHelveVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
