import type { Ranker } from './rankers.js';
import type { LabelledQuestion } from './questions.js';

export const depths = [1, 3, 5, 10] as const;

/** Shares of a set of questions, in percent; `twin` accepts a tool of the same name with other text. */
export interface Recall {
  readonly set: string;
  readonly at: readonly number[];
  readonly twin: readonly number[];
  readonly mrr: number;
}

/** Asks every question once and counts at which place the right tool came. */
export async function recallOf(rank: Ranker, set: string, questions: readonly LabelledQuestion[]): Promise<Recall> {
  const asked = questions.filter(({ category }) => category === set);
  const places: number[] = [];
  const twins: number[] = [];
  for (const { text, gold } of asked) {
    const names = await rank(text, Math.max(...depths));
    const bases = gold.map(baseName);
    places.push(placeOf(names, (name) => gold.includes(name)));
    twins.push(placeOf(names, (name) => bases.includes(baseName(name))));
  }
  return {
    set,
    at: depths.map((depth) => share(places, depth)),
    twin: depths.map((depth) => share(twins, depth)),
    mrr: places.reduce((sum, place) => sum + 1 / place, 0) / places.length,
  };
}

function placeOf(names: readonly string[], isRight: (name: string) => boolean): number {
  const at = names.findIndex(isRight);
  return at === -1 ? Infinity : at + 1;
}

function share(places: readonly number[], depth: number): number {
  return (100 * places.filter((place) => place <= depth).length) / places.length;
}

/** The suffix tells tools of one name apart. */
function baseName(name: string): string {
  return name.replace(/__v\d+$/, '');
}
