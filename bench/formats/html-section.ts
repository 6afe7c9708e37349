import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { contender, type Variants } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';
import { filesOf, tableRows } from './table-row.js';

const SAMPLES = 5;
const paths = filesOf(tableRows.find(({ format }) => format === 'html') ?? { folders: [], endings: [], files: 0 });
const beside = 'parse5: parse and serialize';

/** Pages through the parser that browsers' authors test with. */
export const htmlVariants: Variants = {
  [beside]: async () => {
    const { parse, serialize } = await import('parse5');
    const began = performance.now();
    for (const path of paths) serialize(parse(readFileSync(path, 'utf8')));
    return performance.now() - began;
  },
};

/** Pages beside parse5, which makes a tree of them. */
export async function html(): Promise<boolean> {
  if (paths.length === 0) {
    console.log('\nhtml: its files are not here');
    return true;
  }
  const contenders = [contender(beside), contender('html: read and write', { timesFloor: 1 / 2 })];
  const title = `html: ${new Set(paths).size} files, repeated to ${paths.length}`;
  return report(title, 'ms', await measure(contenders, { samples: SAMPLES }));
}
