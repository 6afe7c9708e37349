import { isDeepStrictEqual } from 'node:util';
import { sortSpans } from '../../content/block/overlay.js';
import type { Block } from '../../contract/block.js';
import { OverlayType, type Overlay, type OverlaySpan } from '../../contract/overlay.js';
import { isSame } from './block-changes.js';
import { joinFindings } from './join-findings.js';

/**
 * Brings what the branches did to their copies of a block together, in place: branch after branch, each against the
 * state at the fork.
 */
export function joinBlock(block: Block, copies: readonly Block[]): void {
  const { targets, annotations, properties, overlays } = block;
  for (const copy of copies) {
    block.targets = joinRecord(block.targets, targets, copy.targets);
    block.annotations = joinRecord(block.annotations, annotations, copy.annotations);
    block.properties = joinRecord(block.properties, properties, copy.properties);
    block.overlays = joinOverlays(block.overlays, overlays, copy.overlays);
  }
}

/** `into` with what differs between the other two; the same record when nothing does. */
function joinRecord<T>(into: Record<string, T>, atFork: Record<string, T>, mine: Record<string, T>): Record<string, T> {
  let joined: Map<string, T> | undefined;
  for (const key of Object.keys(mine)) {
    const value = mine[key] as T;
    if (Object.hasOwn(atFork, key) && isSame(atFork[key], value)) continue;
    joined ??= new Map(Object.entries(into));
    joined.set(key, value);
  }
  for (const key of Object.keys(atFork)) {
    if (Object.hasOwn(mine, key)) continue;
    joined ??= new Map(Object.entries(into));
    joined.delete(key);
  }
  return joined === undefined ? into : Object.fromEntries(joined);
}

function joinOverlays(into: Overlay[], atFork: Overlay[], mine: Overlay[]): Overlay[] {
  if (atFork.length === 0 && mine.length === 0) return into;
  let joined = into;
  for (const overlay of mine) {
    const before = sameIn(atFork, overlay);
    if (before === undefined || !isSame(before, overlay)) joined = withOverlay(joined, overlay, before, overlay);
  }
  for (const before of atFork) {
    if (sameIn(mine, before) === undefined) joined = withOverlay(joined, before, before, undefined);
  }
  return joined;
}

function withOverlay(into: Overlay[], key: Overlay, atFork: Overlay | undefined, mine: Overlay | undefined): Overlay[] {
  const existing = sameIn(into, key);
  const joined = key.type === OverlayType.OverlayQA ? joinQa(existing, atFork, mine) : mine;
  if (existing === undefined) return joined === undefined ? into : [...into, joined];
  return into.flatMap((overlay) => (overlay !== existing ? [overlay] : joined === undefined ? [] : [joined]));
}

function sameIn(overlays: Overlay[], { type, variant, layer }: Overlay): Overlay | undefined {
  return overlays.find((one) => one.type === type && one.variant === variant && one.layer === layer);
}

/** Several checks share one overlay: each branch gives and takes its own findings and their positions. */
function joinQa(
  existing: Overlay | undefined,
  atFork: Overlay | undefined,
  mine: Overlay | undefined,
): Overlay | undefined {
  if (existing === undefined) return mine;
  const had = atFork?.spans ?? [];
  const has = mine?.spans ?? [];
  const stay = existing.spans.filter((span) => !isIn(had, span) || isIn(has, span));
  const added = has.filter((span) => !isIn(had, span));
  const { type, variant, layer } = existing;
  const value = joinFindings(existing.value, atFork?.value, mine?.value);
  const spans = sortSpans([...stay, ...added]);
  if (value === undefined && spans.length === 0) return undefined;
  return { type, variant, layer, spans, ...(value === undefined ? {} : { value }) };
}

function isIn(spans: readonly OverlaySpan[], span: OverlaySpan): boolean {
  return spans.some((other) => isDeepStrictEqual(other, span));
}
