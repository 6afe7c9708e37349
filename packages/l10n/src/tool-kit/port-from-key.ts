import { PortSource, PortTarget, type IOPort } from '@helve/flow';

const key = /^([^@#;]+)@(source|target)(?:#(.+))?$/;

/** Parses a port key such as `entity@source` or `segmentation@target#clauses`; returns undefined for any other text. */
export function portFromKey(text: string): IOPort | undefined {
  const [, type, side, layer] = key.exec(text) ?? [];
  if (type === undefined) return undefined;
  return { type, side: side === 'source' ? PortSource : PortTarget, ...(layer === undefined ? {} : { layer }) };
}
