import type { Verdicts } from './rule.js';
import { backOverSpace, endsLikeSentence, opensLine } from './scan.js';

interface Marker {
  readonly start: number;
  readonly end: number;
  readonly style: string;
  readonly value: number;
}

const marker =
  /(?<![^\s])(?<bullet>[•⁃▪‣]\s*)?(?:(?<number>\p{Nd}{1,3})|(?<letter>[a-z]))(?<close>\.\)|[.)])(?=\s+\S)/gu;
const bulletAlone = /(?<![^\s])[•⁃▪‣](?=\s*\S)/gu;

/**
 * Decides enumerations in running text: `1. first 2. second`, `a) … b) …`, `• … • …`. The first item opens the text, a
 * line or a sentence, and each value follows the previous one, so that a number at the end of a sentence is left alone.
 */
export function decideListMarkers(text: string, verdicts: Verdicts): void {
  const markers = [...text.matchAll(marker)].map((found) => toMarker(found));
  for (const { start, end } of markers) if (opensLine(text, start)) verdicts.decide(end, false);
  for (const { start, end } of findEnumeration(text, markers)) {
    verdicts.decide(backOverSpace(text, start), true);
    verdicts.decide(end, false);
  }
  const bullets = [...text.matchAll(bulletAlone)].map(({ index }) => index);
  if (bullets[0] === undefined || backOverSpace(text, bullets[0]) > 0 || bullets.length < 2) return;
  for (const at of bullets) verdicts.decide(backOverSpace(text, at), true);
}

/** Selects the markers that belong together: all of one style, consecutive, and starting where an item may start. */
function findEnumeration(text: string, markers: readonly Marker[]): readonly Marker[] {
  const begin = markers.findIndex(({ start }) => opensLine(text, start) || endsLikeSentence(text, start));
  const [first, ...others] = begin < 0 ? [] : markers.slice(begin);
  if (first === undefined) return [];
  const list = [first];
  for (const next of others) {
    const last = list.at(-1);
    if (next.style === first.style && last !== undefined && next.value === last.value + 1) list.push(next);
  }
  return list.length < 2 ? [] : list;
}

function toMarker(found: RegExpExecArray): Marker {
  const { bullet, number, letter, close = '' } = found.groups ?? {};
  return {
    start: found.index,
    end: found.index + found[0].length,
    style: `${bullet === undefined ? '' : '•'}${number === undefined ? 'a' : '1'}${close}`,
    value: number === undefined ? (letter ?? '').charCodeAt(0) : Number.parseInt(number, 10),
  };
}
