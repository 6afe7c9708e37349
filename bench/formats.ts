// Speed and memory of formats: real files beside translate-toolkit, parse5, openpyxl and python-docx, memory of large files, and
// detection of many.
import { converters } from './formats/convert-section.js';
import { detect } from './formats/detect-section.js';
import { html, htmlVariants } from './formats/html-section.js';
import { large, largeVariants } from './formats/large-section.js';
import { office, officeVariants } from './formats/office-section.js';
import { tables } from './formats/table-section.js';
import { tableVariants } from './formats/table-variants.js';
import { runBench } from './kit/run-variants.js';

await runBench({ ...tableVariants, ...officeVariants, ...largeVariants, ...htmlVariants }, runAll);

/** Runs all of it, or the sections that are named: `npm run bench -- formats tables`. */
async function runAll(): Promise<boolean> {
  const asked = process.argv.slice(2);
  const kept: boolean[] = [];
  for (const [name, section] of Object.entries({ tables, converters, html, office, large, detect })) {
    if (asked.length === 0 || asked.includes(name)) kept.push(await section());
  }
  return kept.every(Boolean);
}
