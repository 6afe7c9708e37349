import { freshSample, type Contender } from '../measure.js';

/** Variants by name; each runs in a process of its own, so that nothing is warm from the work of another. */
export type Variants = Readonly<Record<string, () => Promise<number>>>;

/** Runs one variant if this process was started for it, else the whole bench. */
export async function runBench(variants: Variants, runAll: () => Promise<boolean>): Promise<void> {
  const [mark, name = ''] = process.argv.slice(2);
  if (mark !== '--variant') {
    process.exitCode = (await runAll()) ? 0 : 1;
    return;
  }
  const variant = variants[name];
  if (variant === undefined) throw new Error(`Cannot measure "${name}": there is no such variant`);
  console.log(await variant());
}

export function contender(variant: string, target?: Contender['target']): Contender {
  return { name: variant, sample: freshSample(['--variant', variant]), ...(target === undefined ? {} : { target }) };
}
