import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

/** The most files that a reader has to open to follow one walk. */
const limits: Readonly<Record<string, number>> = { call: 12, 'HTTP call': 9, file: 25, 'worker call': 8 };

/** Reads the files of each walk: numbered lines, below a line that names their package. */
function readWalks(): { readonly name: string; readonly files: readonly string[] }[] {
  return page
    .split('\n## ')
    .filter((section) => section.startsWith('The walk of '))
    .map((section) => {
      let folder = 'packages';
      const files: string[] = [];
      for (const line of section.split('\n')) {
        folder = /`(packages\/[\w/]+)`/.exec(line)?.[1] ?? folder;
        const file = /^\d+\. `([^`]+)`/.exec(line)?.[1];
        if (file !== undefined) files.push(`${folder}/${file}`);
      }
      return { name: /^The walk of an? (.*)/.exec(section)?.[1] ?? '', files };
    });
}

describe('the walks of docs/architecture.md', () => {
  test.each(readWalks())('$name names files that exist, and not too many', ({ name, files }) => {
    const lost = files.filter((file) => !existsSync(join(root, file)));
    expect(lost).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(limits[name] ?? 0);
  });
});
