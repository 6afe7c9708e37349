import { isPlainObject, type Json } from '@helve/core';
import type { Overlay, OverlaySpan } from '../contract/overlay.js';
import type { Payload } from '../contract/payload.js';
import { sortSpans } from '../content/block/overlay.js';

/** A finding whose position an edit took away. */
export interface StaleFinding extends Pick<Overlay, 'type' | 'variant' | 'layer'> {
  readonly span: OverlaySpan;
}

/**
 * Marks findings that lost their position. A finding stands in the value of an overlay of its type, on whichever side;
 * one that nobody lists is kept as a span over the whole side.
 */
export function markStale(overlays: Overlay[], lost: readonly StaleFinding[]): Overlay[] {
  if (lost.length === 0) return overlays;
  return overlays.map((overlay) => {
    const own = lost.filter(({ type }) => type === overlay.type);
    if (own.length === 0) return overlay;
    const value = overlay.value && withStale(overlay.value, new Set(own.map(({ span }) => span.id)));
    const orphans = own.filter((stale) => belongsTo(overlay, stale) && !isListed(overlays, stale));
    const spans = sortSpans([...overlay.spans, ...orphans.map(({ span }) => withoutRange(span))]);
    return { ...overlay, spans, ...(value === undefined ? {} : { value }) };
  });
}

function belongsTo({ variant, layer }: Overlay, stale: StaleFinding): boolean {
  return variant === stale.variant && layer === stale.layer;
}

function isListed(overlays: readonly Overlay[], { type, span }: StaleFinding): boolean {
  return overlays.some(
    (one) => one.type === type && findingsIn(one.value).some((finding) => findingId(finding) === span.id),
  );
}

function withStale(value: Payload, ids: ReadonlySet<unknown>): Payload {
  const findings = findingsIn(value);
  if (!findings.some((finding) => ids.has(findingId(finding)))) return value;
  return {
    ...value,
    findings: findings.map((one) => (ids.has(findingId(one)) ? { ...(one as object), stale: true } : one)),
  };
}

function findingsIn(value: Payload | undefined): readonly Json[] {
  const findings = value?.['findings'];
  return Array.isArray(findings) ? findings : [];
}

function findingId(finding: Json): unknown {
  return isPlainObject(finding) ? finding['id'] : undefined;
}

function withoutRange({ id, props, value }: OverlaySpan): OverlaySpan {
  return { id, props: { ...props, stale: 'true' }, ...(value === undefined ? {} : { value }) };
}
