// What checks, memories, terms and entities promise: lookups beside msgmerge and over a million segments, imports of TMX,
// the speed of matching terms, how good checks and entity rules are, and whole flows over catalogs.
import { runBench } from './kit/run-variants.js';
import { checks } from './l10n/check-section.js';
import { checkVariants } from './l10n/check-variants.js';
import { entities } from './l10n/entity-section.js';
import { findings } from './l10n/findings-section.js';
import { flow } from './l10n/flow-section.js';
import { flowVariants } from './l10n/flow-variants.js';
import { memory } from './l10n/memory-section.js';
import { memoryVariants } from './l10n/memory-variants.js';
import { terms } from './l10n/term-section.js';
import { termVariants } from './l10n/term-variants.js';
import { tmx } from './l10n/tmx-section.js';
import { tmxVariants } from './l10n/tmx-variants.js';

await runBench({ ...checkVariants, ...flowVariants, ...memoryVariants, ...termVariants, ...tmxVariants }, runAll);

/** Runs all of it, or the sections that are named: `npm run bench -- l10n memory`. */
async function runAll(): Promise<boolean> {
  const asked = process.argv.slice(2);
  const kept: boolean[] = [];
  for (const [name, section] of Object.entries({ checks, entities, findings, flow, memory, terms, tmx })) {
    if (asked.length === 0 || asked.includes(name)) kept.push(await section());
  }
  return kept.every(Boolean);
}
