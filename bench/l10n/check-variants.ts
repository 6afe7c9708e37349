import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Block, Part, Step } from '@helve/flow';
import { loadTools, findingsIn, type LocatedFinding } from '@helve/l10n';
import { findMutations, mutationCases, mutationOperators, readDocument } from '@helve/l10n/testing';
import { documentOf, runAll, theFormats, toolsWith } from '../flow/run-steps.js';
import { assertPlan, compileFlow, type FlowPlan } from '@helve/flow/engine';
import type { Variants } from '../kit/run-variants.js';

const allTools = await loadTools();

const ROUNDS = 5;
const CASES_PER_OPERATOR = 75;
const names = ['qa-check', 'placeholder-check'] as const;

/** What the checks of translations cost, in µs for a unit, and what they find in catalogs that people ship. */
export const checkVariants: Variants = {
  'check: placeholder-check, CPU time': () => perUnit(['placeholder-check']),
  'check: qa-check, CPU time': () => perUnit(['qa-check']),
  'check: both, CPU time': () => perUnit(names),
  'check: units flagged, %': flaggedUnits,
  'check: broken translations missed, %': missed,
};

/** The catalogs lie beside the repository. */
export function catalogFolder(): string | undefined {
  const folder = resolve(process.cwd(), '..', 'shared', 'data', 'l10n', 'po');
  return existsSync(folder) ? folder : undefined;
}

export interface Catalog {
  readonly locale: string;
  readonly parts: readonly Part[];
  readonly units: number;
  readonly path: string;
}

/** Every catalog with the units that are translated. */
export async function catalogs(): Promise<readonly Catalog[]> {
  const folder = catalogFolder() ?? '';
  const format = theFormats().byId('po');
  if (format === undefined) throw new Error('Cannot read catalogs: there is no format "po"');
  const found: Catalog[] = [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) =>
    name.endsWith('.po'),
  );
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
    const { parts } = await readDocument(format, readFileSync(path), { document: path });
    const kept = parts.filter((part) => part.kind !== 'block' || !part.block.translatable || isShipped(part.block));
    const shipped = kept.filter((part) => part.kind === 'block' && part.block.translatable);
    const units = shipped.length;
    const first = shipped.find((part) => part.kind === 'block');
    const [locale] = Object.keys(first?.block.targets ?? {});
    if (locale !== undefined) found.push({ locale, parts: kept, units, path: relative(folder, path) });
  }
  return found;
}

function isShipped({ targets }: Block): boolean {
  return Object.values(targets)[0]?.status === 'translated';
}

function planFor(tools: readonly string[], locale: string, registry: ReturnType<typeof toolsWith>): FlowPlan {
  const steps: readonly Step[] = tools.map((tool) => ({ tool }));
  const env = { sourceLocale: 'en', targetLocales: [locale], source: { kind: 'store' }, execTrusted: true } as const;
  return assertPlan(compileFlow({ name: 'Bench', spec: { steps } }, registry, env));
}

/** What all threads of this process have taken: on a busy machine, waiting for a turn is not counted. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The best of some rounds over all catalogs, which are in memory; what the engine takes is in it. */
async function perUnit(tools: readonly string[]): Promise<number> {
  const all = await catalogs();
  const registry = toolsWith();
  const units = all.reduce((total, catalog) => total + catalog.units, 0);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let ms = 0;
    for (const { locale, parts } of all) {
      // Findings stay in a block, so that each round has blocks of its own.
      const fresh = parts.map((part) =>
        part.kind === 'block' ? { ...part, block: { ...part.block, overlays: [] } } : part,
      );
      const document = documentOf('bench.po', async function* () {
        yield* fresh;
      });
      const plan = planFor(tools, locale, registry);
      const began = cpuMs();
      await runAll(plan, { documents: [document] }, { tools: registry });
      ms += cpuMs() - began;
    }
    rounds.push((ms * 1000) / units);
  }
  return Math.min(...rounds);
}

/** Percent of units with a major or critical finding. */
async function flaggedUnits(): Promise<number> {
  const { units, found } = await checkCatalogs(names);
  const flagged = new Set(found.filter(isSerious).map(({ file, block }) => `${file} ${block}`));
  return (flagged.size / units) * 100;
}

/** Findings of the checks in the units that people ship. */
export async function checkCatalogs(
  tools: readonly string[],
): Promise<{ readonly units: number; readonly found: readonly LocatedFinding[] }> {
  const registry = toolsWith();
  const found: LocatedFinding[] = [];
  let units = 0;
  for (const { locale, parts, path } of await catalogs()) {
    const document = documentOf(path, async function* () {
      yield* parts;
    });
    const look = async (written: AsyncIterable<Part>) => {
      for await (const part of written) {
        if (part.kind !== 'block' || !part.block.translatable) continue;
        found.push(...findingsIn(part.block, path, units));
        units += 1;
      }
      return { bytes: 0, blocks: 0, changed: 0 };
    };
    const outputs = (document.outputs ?? []).map((output) => ({ ...output, write: look }));
    await runAll(planFor(tools, locale, registry), { documents: [{ ...document, outputs }] }, { tools: registry });
  }
  return { units, found };
}

/** True for findings that fail the default gate. */
export function isSerious({ finding: { severity } }: LocatedFinding): boolean {
  return severity === 'critical' || severity === 'major';
}

/** Percent of translations, broken on purpose, that no rule finds. */
async function missed(): Promise<number> {
  const all = await catalogs();
  const blocks = all.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'block' ? [part.block] : [])));
  const cases = mutationCases(blocks, mutationOperators, CASES_PER_OPERATOR);
  if (cases.length < 1000) throw new Error(`Cannot measure: only ${cases.length} translations could be broken`);
  const found = await findMutations(
    cases,
    allTools.filter(({ name }) => names.some((each) => each === name)),
  );
  return (found.filter(({ isFound }) => !isFound).length / found.length) * 100;
}
