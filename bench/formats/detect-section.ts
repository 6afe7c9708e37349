import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { outputOf } from '../flow/corpus.js';
import { freshProcess, measure, report } from '../measure.js';
import { filesIn } from './table-row.js';

const FILES = 10_000;
const SAMPLES = 3;
const folders = ['android', 'arb', 'html', 'json', 'md', 'po', 'properties', 'resx', 'xlsx', 'xliff12', 'yaml'];
const helve = join('packages', 'cli', 'bin', 'helve.js');

/** Files of all kinds, whose formats are found by one command. */
export async function detect(): Promise<boolean> {
  const shared = resolve('..', 'shared', 'data', 'l10n');
  const found = folders.flatMap((folder) => filesIn(join(shared, folder)));
  if (found.length === 0) {
    console.log('\nDetection: its files are not here');
    return true;
  }
  const folder = outputOf('detect');
  try {
    for (let index = 0; index < FILES; index += 1) {
      const path = found[index % found.length] ?? '';
      const below = join(folder, String(index % 100));
      mkdirSync(below, { recursive: true });
      copyFileSync(path, join(below, `${index}${extname(path)}`));
    }
    const contenders = [
      {
        name: 'helve formats detect',
        sample: freshProcess([helve, 'formats', 'detect', folder, '--json']),
        target: { atMost: 2000 },
      },
    ];
    const title = `${found.length} files, repeated to ${FILES}: the format of each, whole process`;
    return report(title, 'ms', await measure(contenders, { samples: SAMPLES }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
