import { LayerPrimary, OverlayType } from '../contract/overlay.js';
import { PortSource, PortTarget, type IOPort, type ToolMeta } from '../contract/meta.js';

/** The committed target. */
export const targetPort: IOPort = Object.freeze({ type: 'target', side: PortTarget });
/** A rewritten source. */
export const sourcePort: IOPort = Object.freeze({ type: 'source', side: PortSource });

/** True for a tool that changes content, so that its files are written: it says so, or produces a source or a target. */
export function writesContent({ writesOutput, produces }: Pick<ToolMeta, 'writesOutput' | 'produces'>): boolean {
  return writesOutput ?? produces.some((port) => isTargetPort(port) || isSourcePort(port));
}

/** Restriction of a port beyond its type, side and layer. */
export interface PortScope {
  readonly variant?: string | undefined;
  readonly check?: string | undefined;
}

/** A port of one step: what it speaks of, and how far it reaches. */
export interface ScopedPort extends PortScope {
  readonly port: IOPort;
}

const overlayTypes: ReadonlySet<string> = new Set(Object.values(OverlayType));

/** The one spelling of a port: `qa@target:term-check`, `segmentation@source#clauses`, `target@target;de`. */
export function portKey(port: IOPort, { variant, check }: PortScope = {}): string {
  const layer = port.layer === undefined || port.layer === LayerPrimary ? '' : `#${port.layer}`;
  return `${port.type}@${port.side}${layer}${check === undefined ? '' : `:${check}`}${variant === undefined ? '' : `;${variant}`}`;
}

/** True when what one step produces is what another asks for; who names no variant or check takes any. */
export function portMatches(wanted: ScopedPort, provided: ScopedPort): boolean {
  return (
    samePort(wanted.port, provided.port) &&
    (wanted.check === undefined || wanted.check === provided.check) &&
    sharesVariant(wanted, provided)
  );
}

/** True when two steps would write the same thing. */
export function portsCollide(one: ScopedPort, other: ScopedPort): boolean {
  return samePort(one.port, other.port) && one.check === other.check && sharesVariant(one, other);
}

/** True when two reaches have a variant in common: who names none works on all of the run. */
export function sharesVariant(one: PortScope, other: PortScope): boolean {
  return one.variant === undefined || other.variant === undefined || one.variant === other.variant;
}

/** True when two ports agree in type, side and layer. */
export function samePort(one: IOPort, other: IOPort): boolean {
  return (
    one.type === other.type && one.side === other.side && (one.layer ?? LayerPrimary) === (other.layer ?? LayerPrimary)
  );
}

/** True when a port is no annotation or overlay but content, a property or the fields of a layer. */
export function isPseudoPort({ type }: IOPort): boolean {
  return type === 'target' || type === 'source' || type === 'layer' || type.startsWith('property:');
}

/** True when a port is a mark over text, which moves when the text is rewritten. */
export function isStandOffPort({ type }: IOPort): boolean {
  return overlayTypes.has(type);
}

/** True when a port is the committed target. */
export function isTargetPort(port: IOPort): boolean {
  return samePort(port, targetPort);
}

/** True when a port is the source itself. */
export function isSourcePort(port: IOPort): boolean {
  return samePort(port, sourcePort);
}
