import { spawnSync } from 'node:child_process';
import { measure, report, type Contender } from '../measure.js';
import type { ImportFacts } from './tmx-variants.js';

const perUnit = (unitsPerSecond: number) => 1e6 / unitsPerSecond;
const sizes = ['100,000', '1,000,000'] as const;

/** TMX import and exact lookups over SQLite, beside what they promise. Each size is imported once, and tells all. */
export async function tmx(): Promise<boolean> {
  const imports = new Map(sizes.map((size) => [size, importOnce(size)]));
  const rowsOf = (name: string, fact: keyof ImportFacts, atMost?: number): readonly Contender[] =>
    sizes.map((size) => ({
      name: `${size} units: ${name}`,
      sample: () => imports.get(size)?.()[fact] ?? NaN,
      ...(atMost !== undefined && { target: { atMost } }),
    }));
  const measured = (rows: readonly Contender[]) => measure(rows, { samples: 1 });
  const times = [
    ...rowsOf('into SQLite', 'microseconds', perUnit(25_000)),
    ...rowsOf('into SQLite, time of processors', 'processor'),
  ];
  return [
    report('TMX import, per unit', 'µs', await measured(times)),
    report('TMX import, memory', 'MiB', await measured(rowsOf('heap above idle', 'heap', 96))),
    report('Exact lookup behind it, SQLite', 'ms', await measured(rowsOf('exact lookup', 'lookup', 0.3))),
  ].every(Boolean);
}

/** What a fresh process tells of one import; asked again, it is known. */
function importOnce(size: (typeof sizes)[number]): () => ImportFacts {
  let facts: ImportFacts | undefined;
  return () => {
    if (facts !== undefined) return facts;
    const args = [process.argv[1] ?? '', '--variant', `tmx ${size} units`];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`Cannot measure an import of ${size} units: exit code ${status}\n${stderr}`);
    facts = JSON.parse(stdout.slice(0, stdout.indexOf('\n'))) as ImportFacts;
    return facts;
  };
}
