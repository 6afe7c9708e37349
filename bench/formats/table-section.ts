import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { toolkitPython } from '../flow/peers.js';
import { contender } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';
import { filesOf, tableRows, type TableRow } from './table-row.js';
import { identical, readAndWrite } from './table-variants.js';

const SAMPLES = 5;
const script = join('bench', 'formats', 'toolkit.py');

/** Real files, read and written on both sides inside of one process. */
export async function tables(): Promise<boolean> {
  const python = toolkitPython();
  if (python === undefined) {
    console.log('\nString tables beside translate-toolkit: it is not installed here');
    return true;
  }
  const kept: boolean[] = [];
  for (const row of tableRows) kept.push(await besideToolkit(row, python));
  return kept.every(Boolean);
}

async function besideToolkit(row: TableRow, python: string): Promise<boolean> {
  const paths = filesOf(row);
  if (paths.length === 0 || !canImport(python, row)) {
    console.log(
      `\n${row.format}: ${paths.length === 0 ? 'its files are' : `translate-toolkit's ${row.storage} is`} not here`,
    );
    return true;
  }
  const title = `${row.format}: ${new Set(paths).size} files, repeated to ${paths.length}, read and written`;
  const measured = await measure(
    [
      { name: `translate-toolkit ${row.storage}`, sample: () => toolkit(python, 'ms', row, paths) },
      { name: 'translate-toolkit, every text asked for', sample: () => toolkit(python, 'ms-with-texts', row, paths) },
      contender(readAndWrite(row), { timesFloor: 1 / row.faster }),
    ],
    { samples: SAMPLES },
  );
  const kept = report(title, 'ms', measured);
  const [ours] = (await measure([contender(identical(row))], { samples: 1 })).map(({ median }) => median);
  console.log(
    `  identical: translate-toolkit ${toolkit(python, 'identical', row, paths)}, ours ${ours} of ${paths.length}`,
  );
  return kept;
}

/** A storage class may need a library that is not installed with translate-toolkit. */
function canImport(python: string, { storage }: TableRow): boolean {
  return spawnSync(python, ['-c', `import translate.storage.${storage.split('.')[0]}`]).status === 0;
}

function toolkit(python: string, asked: string, { storage }: TableRow, paths: readonly string[]): number {
  const { status, stdout, stderr } = spawnSync(python, [script, asked, storage], {
    input: paths.join('\n'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Cannot measure "${storage}": exit code ${status}\n${stderr}`);
  // Some storage classes print remarks before it.
  return Number(stdout.trim().split('\n').at(-1));
}
