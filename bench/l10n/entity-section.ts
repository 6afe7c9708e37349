import { createLocalRecognizer, type Recognizer } from '@helve/l10n';
import {
  labelledNames,
  madeEntities,
  madeKinds,
  nameKinds,
  projectNames,
  scoreRecognizer,
  unseenNames,
  type KindScore,
  type LabelledText,
} from '@helve/l10n/testing';

const MADE = 5000;
const SEEDS = [7, 11, 2024];
const LEAST = 0.99;

/** Entities by rules: how good they are on made texts and on sentences by hand, and how quick. */
export async function entities(): Promise<boolean> {
  const rules = createLocalRecognizer();
  let kept = true;
  for (const seed of SEEDS) {
    const rows = await show(`Entities: ${MADE} made texts, seed ${seed}`, rules, madeEntities(MADE, seed), madeKinds);
    kept &&= rows.every(({ precision, recall }) => Math.min(precision, recall) >= LEAST);
  }
  const sentences = `${labelledNames.length} sentences in ${new Set(labelledNames.map(({ locale }) => locale)).size} languages`;
  await show(`Names: ${sentences}, rules alone`, rules, labelledNames, nameKinds);
  const listed = createLocalRecognizer(projectNames);
  await show(`Names: the same, with a list of ${projectNames.length} names`, listed, labelledNames, nameKinds);
  await show(`Names: ${unseenNames.length} sentences that no rule was made for`, rules, unseenNames, nameKinds);
  await showSpeed(rules);
  console.log(kept ? `every kind ≥ ${LEAST * 100} %: ok` : `every kind ≥ ${LEAST * 100} %: miss`);
  return kept;
}

async function show(
  title: string,
  recognizer: Recognizer,
  texts: readonly LabelledText[],
  kinds: readonly string[],
): Promise<readonly KindScore[]> {
  const { rows, misses } = await scoreRecognizer(recognizer, texts, kinds);
  console.log(`\n${title}\n${'kind'.padEnd(14)} labels  missed  wrong  precision  recall`);
  for (const { kind, right, missed, wrong, precision, recall } of rows) {
    const counts = `${pad(right + missed, 6)}  ${pad(missed, 6)}  ${pad(wrong, 5)}`;
    console.log(`${kind.padEnd(14)} ${counts}  ${percent(precision)}     ${percent(recall)}`);
  }
  for (const { what, kind, found, text } of misses.slice(0, 12))
    console.log(`  ${what} ${kind} "${found}" in "${text}"`);
  return rows;
}

async function showSpeed(rules: Recognizer): Promise<void> {
  const texts = [...madeEntities(MADE), ...labelledNames].map(({ text }) => text);
  const types = ['person', 'organization', 'location', 'date', 'currency', 'time', 'measurement', 'other'];
  const rates: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await rules.recognize(texts, { locale: 'en', types, signal: new AbortController().signal });
    rates.push((texts.length * 1000) / (performance.now() - began));
  }
  const [, , median = 0] = rates.toSorted((one, other) => one - other);
  console.log(`\nSpeed: ${Math.round(median)} texts/s, the median of 5 rounds over ${texts.length}`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`.padStart(7);
}

function pad(value: number, width: number): string {
  return String(value).padStart(width);
}
