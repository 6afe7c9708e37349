import type { Mark } from './restore-mark.js';

/** A place in the arguments with what is known of it, and the places below. */
export interface Place<M> {
  readonly marks: M[];
  readonly definitions: string[];
  readonly members: Map<string, Place<M>>;
  every: Place<M> | undefined;
}

/** All places that are spoken of: those of the arguments, and those of each definition. */
export type RestoreGraph<M> = ReadonlyMap<string, Place<M>>;

/** Puts marks, or the steps of a plan, where they belong. */
export function toRestoreGraph<M extends Mark>(marks: readonly M[]): RestoreGraph<M> {
  const roots = new Map<string, Place<M>>([['', emptyPlace()]]);
  for (const mark of marks) {
    const place = placeAt(roots, mark.pointer);
    if (mark.step === 'defined') place.definitions.push(mark.definition);
    else place.marks.push(mark);
  }
  return roots;
}

function emptyPlace<M>(): Place<M> {
  return { marks: [], definitions: [], members: new Map(), every: undefined };
}

function placeAt<M>(roots: Map<string, Place<M>>, pointer: string): Place<M> {
  const [root = '', ...tokens] = pointer.split('/');
  let place = roots.get(root) ?? emptyPlace();
  roots.set(root, place);
  for (const token of tokens) place = token === '*' ? (place.every ??= emptyPlace()) : memberOf(place, unescape(token));
  return place;
}

function memberOf<M>(place: Place<M>, name: string): Place<M> {
  const member = place.members.get(name) ?? emptyPlace();
  place.members.set(name, member);
  return member;
}

function unescape(token: string): string {
  return token.replaceAll('~2', '*').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Some places at once, with the definitions that apply there. */
export function withDefinitions<M>(graph: RestoreGraph<M>, places: Iterable<Place<M>>): ReadonlySet<Place<M>> {
  const all = new Set(places);
  // A set hands out what is added while it is read.
  for (const place of all) {
    for (const name of place.definitions) {
      const definition = graph.get(name);
      if (definition !== undefined) all.add(definition);
    }
  }
  return all;
}

/** The places one step below some, by the name of a member. */
export function placesBelow<M>(
  graph: RestoreGraph<M>,
  places: ReadonlySet<Place<M>>,
  name: string,
): ReadonlySet<Place<M>> {
  const found: Place<M>[] = [];
  for (const { members, every } of places) {
    const member = members.get(name);
    if (member !== undefined) found.push(member);
    if (every !== undefined) found.push(every);
  }
  return withDefinitions(graph, found);
}

/** Everything that can be known of one value at once: each set of places that meet at some value. */
export function meetings<M>(graph: RestoreGraph<M>): ReadonlySet<Place<M>>[] {
  const root = graph.get('');
  const ids = new Map<Place<M>, number>();
  const keyOf = (places: ReadonlySet<Place<M>>) =>
    [...places]
      .map((place) => ids.get(place) ?? (ids.set(place, ids.size), ids.size - 1))
      .sort((a, b) => a - b)
      .join();
  const seen = new Map<string, ReadonlySet<Place<M>>>();
  const waiting = root === undefined ? [] : [withDefinitions(graph, [root])];
  for (let places = waiting.pop(); places !== undefined; places = waiting.pop()) {
    const key = keyOf(places);
    if (places.size === 0 || seen.has(key)) continue;
    seen.set(key, places);
    const here = places;
    // No member is called like this, so it stands for all that are not named.
    const names = new Set([...[...here].flatMap(({ members }) => [...members.keys()]), '\u0000']);
    waiting.push(...[...names].map((name) => placesBelow(graph, here, name)));
  }
  return [...seen.values()];
}
