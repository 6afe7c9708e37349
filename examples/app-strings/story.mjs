// The way out and back with one command: the texts of an app go out as XLIFF, somebody translates them, and they come
// home into the files of the app, where nothing but translations has changed.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { helve } from './helve.mjs';

const here = import.meta.dirname;
const app = join(here, 'out');
const parts = ['android', 'ios', 'web', 'help', 'flows', 'helve.config.mjs'];

rmSync(app, { recursive: true, force: true });
mkdirSync(app);
for (const part of parts) cpSync(join(here, part), join(app, part), { recursive: true });
const before = readApp();

const { batch } = JSON.parse(helve('extract --project --target de --json', app));
// Whoever translates gets the files of this folder; here it is the demo engine.
helve('run translator exchange --target de --in-place --quiet', app);
const merged = JSON.parse(helve('merge exchange --json', app));
helve('check android ios web --quiet', app);

const after = readApp();
const rows = [...after.keys()].filter((file) => after.get(file) !== before.get(file)).map(toRow);
console.log(`\n${toTable([['FILE', 'BESIDE', 'SAME LINES', 'OTHER LINES'], ...rows])}\n`);
const untouched = [...before.keys()].filter((file) => after.get(file) === before.get(file));
console.log(`Untouched: ${untouched.join(', ')}`);
console.log(`Batch ${batch}: ${JSON.stringify(merged.counts)}`);

helve('merge exchange --json', app);
const again = readApp();
console.log(`Merged again: ${[...again].filter(([file, text]) => after.get(file) !== text).length} files changed`);

/** Reads the files of the app, by path. */
function readApp() {
  const files = ['android', 'ios', 'web', 'help'].flatMap((part) =>
    readdirSync(join(app, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return new Map(files.map((file) => [file.slice(app.length + 1), readFileSync(file, 'utf8')]));
}

/** Counts the lines of a file that are as they were, in its translation or, where there was none, in its source. */
function toRow(file) {
  const source = file.replace('values-de', 'values').replace('de.lproj', 'en.lproj').replace('.de.', '.');
  const earlier = (before.get(file) ?? before.get(source)).split('\n');
  const lines = after.get(file).split('\n');
  const kept = lines.filter((line) => earlier.includes(line)).length;
  return [file, before.has(file) ? 'its translation' : source, kept, lines.length - kept];
}

function toTable(cells) {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => String(row[column]).length)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => String(cell).padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
