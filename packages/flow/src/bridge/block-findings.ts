import type { JsonObject } from '@helve/core';
import type { Block } from '../contract/block.js';
import { OverlayType } from '../contract/overlay.js';
import { readFindings } from '../engine/stage/join-findings.js';

/** All findings of some blocks, each with the block it is about. */
export function blockFindings(blocks: readonly Block[]): JsonObject[] {
  return blocks.flatMap(({ id, overlays }) =>
    overlays
      .filter(({ type }) => type === OverlayType.OverlayQA)
      .flatMap(({ value }) => readFindings(value))
      .map((finding) => ({ block: id, ...(JSON.parse(JSON.stringify(finding)) as JsonObject) })),
  );
}
