import { contender } from '../kit/run-variants.js';
import { freshProcess, measure, report, type Contender } from '../measure.js';
import { PO_MESSAGES, poFile, proseFile, scripts } from './corpus.js';
import { elsewhere, hasProgram, msgcat, pocount, podebug, pofilter, toolkitPython, toolkitSays } from './peers.js';

const SAMPLES = 3;
/** What translate-toolkit did elsewhere in a second: messages, but for the words of pocount. */
const RATES = { readAndWrite: 69_000, pofilter: 6100, podebug: 5700, pocount: 265_000 };
type Target = NonNullable<Contender['target']>;

/** Whole processes from start to end on both sides, on the same catalog. */
export async function catalogs(): Promise<boolean> {
  return all([await besideGettext(), await besideToolkit()]);
}

async function besideGettext(): Promise<boolean> {
  if (!hasProgram('msgcat')) return absent('gettext');
  return table('beside msgcat: read, written', 'ms', [
    msgcat(poFile()),
    ourProcess('po: read and write', { timesFloor: 1 }),
    ourProcess('po: read, pseudo, write', { timesFloor: 1.5 }),
  ]);
}

async function besideToolkit(): Promise<boolean> {
  const python = toolkitPython();
  if (python === undefined) return absent('translate-toolkit');
  const [path, count] = [poFile(), 'po: read, word-count'];
  const ourCount = [process.execPath, process.argv[1] ?? '', '--variant', count];
  return all([
    await table('beside podebug: read, pseudo-translated, written', 'ms', [
      podebug(path),
      ourProcess('po: read, pseudo, write', { timesFloor: 1 / 15 }),
    ]),
    await table('beside pofilter with one test: read, all checks', 'ms', [
      pofilter(path, 'printf'),
      ourProcess('po: read, qa-check', { timesFloor: 1 }),
    ]),
    await table('beside pofilter with all tests: read, all checks', 'ms', [
      pofilter(path),
      ourProcess('po: read, qa-check', { timesFloor: 1 / 10 }),
    ]),
    await table('beside pocount: read, words counted', 'ms', [
      pocount(path),
      ourProcess(count, { timesFloor: 1 / 1.5 }),
    ]),
    await table('beside pocount: peak of the whole process', 'MiB', [
      toolkitSays(python, 'pocount', ['peak', 'pocount', path]),
      { ...toolkitSays(python, count, ['peak', ...ourCount]), target: { timesFloor: 0.7 } },
    ]),
  ]);
}

/** Inside of one process on both sides, so that nobody's start counts. */
export async function rates(): Promise<boolean> {
  const python = toolkitPython();
  const kept = [await readAndWriteRate(python)];
  if (python !== undefined) kept.push(await catalogCountRate(python));
  for (const script of scripts) kept.push(await countRate(python, script));
  if (python === undefined) kept.push(await ratesElsewhere());
  return all(kept);
}

function readAndWriteRate(python: string | undefined): Promise<boolean> {
  const name = 'translate-toolkit, read and write';
  return table('read and written inside of one process, per message', 'µs', [
    python === undefined
      ? elsewhere(name, 1e6 / RATES.readAndWrite)
      : toolkitSays(python, name, ['read-and-write', poFile(), `${PO_MESSAGES}`]),
    contender('po: read and write', { timesFloor: 1 / 3 }),
  ]);
}

function catalogCountRate(python: string): Promise<boolean> {
  return table('words counted inside of one process, per message', 'µs', [
    toolkitSays(python, 'pocount', ['count-catalog', poFile(), `${PO_MESSAGES}`]),
    contender('po: read, word-count', { timesFloor: 1 / 5 }),
  ]);
}

async function countRate(python: string | undefined, script: (typeof scripts)[number]): Promise<boolean> {
  const peer =
    python === undefined
      ? elsewhere('pocount', 1e9 / RATES.pocount)
      : toolkitSays(python, 'wordcount of pocount', ['count', proseFile(script)]);
  const ours = [contender(`count ${script}`, { timesFloor: 1 / 5 }), contender(`Intl.Segmenter ${script}`)];
  return report(`Words of ${script} sentences, per word`, 'ns', await measured([peer, ...ours]));
}

/** Beside what the programs took elsewhere, where they cannot run. */
async function ratesElsewhere(): Promise<boolean> {
  const beside = (name: 'pofilter' | 'podebug', variant: string, faster: number) =>
    table('per message', 'µs', [elsewhere(name, 1e6 / RATES[name]), contender(variant, { timesFloor: 1 / faster })]);
  return all([
    await beside('pofilter', 'po: read, qa-check', 10),
    await beside('podebug', 'po: read, pseudo, write', 15),
  ]);
}

function ourProcess(variant: string, target: Target): Contender {
  const sample = freshProcess([process.argv[1] ?? '', '--variant', variant]);
  return { name: `${variant} (whole process)`, sample, target };
}

async function table(title: string, unit: string, contenders: readonly Contender[]): Promise<boolean> {
  return report(`A catalog of ${PO_MESSAGES} messages, ${title}`, unit, await measured(contenders));
}

function measured(contenders: readonly Contender[]) {
  return measure(contenders, { samples: SAMPLES });
}

function absent(peer: string): boolean {
  console.log(`\nCatalogs beside ${peer}: it is not installed here`);
  return true;
}

function all(kept: readonly boolean[]): boolean {
  return kept.every(Boolean);
}
