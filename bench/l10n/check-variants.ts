import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Block, Part, Step } from '@helve/flow';
import { allTools, findingsIn, type LocatedFinding } from '@helve/l10n';
import { findMutations, mutationCases, mutationOperators, readDocument } from '@helve/l10n/testing';
import { documentOf, runAll, theFormats, toolsWith } from '../flow/run-steps.js';
import { assertPlan, compileFlow, type FlowPlan } from '@helve/flow/engine';
import type { Variants } from '../kit/run-variants.js';

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

interface Catalog {
  readonly locale: string;
  readonly parts: readonly Part[];
  readonly units: number;
}

/** Every catalog with the units that are translated. */
async function catalogs(): Promise<readonly Catalog[]> {
  const folder = catalogFolder() ?? '';
  const format = theFormats().byId('po');
  if (format === undefined) throw new Error('Cannot read catalogs: there is no format "po"');
  const found: Catalog[] = [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) =>
    name.endsWith('.po'),
  );
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
    const { parts } = await readDocument(format, readFileSync(path), { document: path });
    const kept = parts.filter((part) => part.kind !== 'block' || isShipped(part.block));
    const units = kept.filter(({ kind }) => kind === 'block').length;
    const first = kept.find((part) => part.kind === 'block');
    const [locale] = Object.keys(first?.block.targets ?? {});
    if (locale !== undefined) found.push({ locale, parts: kept, units });
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

const verdictFile = 'packages/l10n/src/tool/placeholder-check/verdicts.json';

/** Percent of units with a major or critical finding; every one of those must have been judged, and be there. */
async function flaggedUnits(): Promise<number> {
  const verdicts = JSON.parse(readFileSync(resolve(verdictFile), 'utf8')) as readonly {
    readonly fingerprint: string;
  }[];
  const known = new Set(verdicts.map(({ fingerprint }) => fingerprint));
  const registry = toolsWith();
  const there = new Set<string>();
  const unjudged = new Set<string>();
  let [flagged, units] = [0, 0];
  for (const { locale, parts } of await catalogs()) {
    const document = documentOf('bench.po', async function* () {
      yield* parts;
    });
    const look = async (written: AsyncIterable<Part>) => {
      for await (const part of written) {
        if (part.kind !== 'block') continue;
        const found = findingsIn(part.block, '', 0);
        units += 1;
        if (found.some(isSerious)) flagged += 1;
        for (const one of found) {
          there.add(one.finding.fingerprint);
          const counts = isSerious(one) || one.finding.check === 'placeholder-check';
          if (counts && !known.has(one.finding.fingerprint)) unjudged.add(one.finding.fingerprint);
        }
      }
      return { bytes: 0, blocks: 0, changed: 0 };
    };
    const outputs = (document.outputs ?? []).map((output) => ({ ...output, write: look }));
    await runAll(planFor(names, locale, registry), { documents: [{ ...document, outputs }] }, { tools: registry });
  }
  const gone = [...known].filter((fingerprint) => !there.has(fingerprint)).length;
  if (unjudged.size + gone > 0)
    throw new Error(`Cannot go by the verdicts: ${unjudged.size} findings have none, and ${gone} are no longer found`);
  return (flagged / units) * 100;
}

function isSerious({ finding: { severity } }: LocatedFinding): boolean {
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
