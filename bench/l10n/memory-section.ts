import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram, programMs } from '../flow/peers.js';
import { contender } from '../kit/run-variants.js';
import { freshProcess, measure, report, type Contender } from '../measure.js';
import { hasSegments } from './memory-corpus.js';
import { fuzzyFiles } from './memory-variants.js';

const perQuery = (queriesPerSecond: number) => 1000 / queriesPerSecond;

/** Lookups over real strings, over a million, and beside msgmerge. */
export async function memory(): Promise<boolean> {
  return [await rated(), await million(), await beside()].every(Boolean);
}

async function rated(): Promise<boolean> {
  if (!hasSegments) {
    console.log('\nLookups over real strings: the strings are not here');
    return true;
  }
  const times: readonly Contender[] = [
    contender('memory: exact recall at 0.70', { atMost: perQuery(200) }),
    contender('memory: fast recall at 0.70', { atMost: perQuery(1000) }),
    contender('SQLite: exact recall at 0.70', { atMost: perQuery(60) }),
    contender('SQLite: exact recall at 0.70, median', { atMost: 5 }),
    contender('SQLite: exact recall at 0.75, p95', { atMost: 15 }),
  ];
  const kept = report('120,914 real strings, per query', 'ms', await measure(times, { samples: 1 }));
  const lost = [contender('memory: best matches that fast recall misses', { atMost: 1 })];
  return report('What fast recall misses', '%', await measure(lost, { samples: 1 })) && kept;
}

async function million(): Promise<boolean> {
  const times = [
    contender('1,000,000 segments at 0.75: median', { atMost: 10 }),
    contender('1,000,000 segments at 0.75: p95', { atMost: 150 }),
  ];
  return report('A million segments in memory, per query', 'ms', await measure(times, { samples: 1 }));
}

/** Whole processes on both sides: both read the same two files. */
async function beside(): Promise<boolean> {
  if (!hasProgram('msgmerge')) {
    console.log('\nFuzzy lookups beside msgmerge: gettext is not installed here');
    return true;
  }
  const folder = mkdtempSync(join(tmpdir(), 'helve-bench-fuzzy-'));
  try {
    const { catalog, template } = fuzzyFiles(folder);
    const variant = 'fuzzy: 1,000 lookups over 20,000 entries';
    const rows = await measure(
      [
        programMs('msgmerge', ['--quiet', '-o', join(folder, 'merged.po'), catalog, template]),
        {
          name: `${variant} (whole process)`,
          sample: freshProcess([process.argv[1] ?? '', '--variant', variant, catalog, template]),
          target: { timesFloor: 0.5 },
        },
      ],
      { samples: 3 },
    );
    return report('1,000 changed messages against a catalog of 20,000', 'ms', rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
