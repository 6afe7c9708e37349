import type { Block } from '../../contract/block.js';
import { OverlayType } from '../../contract/overlay.js';
import type { Batch } from '../channel/channel.js';
import { readFindings } from '../stage/join-findings.js';
import type { FindingCounts } from './run-report.js';

/** Counts the parts, blocks and findings that leave the last step. */
export class OutputCounts {
  #parts = 0;
  #blocks = 0;
  #findings = 0;
  #suppressed = 0;
  readonly #bySeverity: Record<string, number> = {};

  see(batch: Batch): void {
    this.#parts += batch.length;
    for (const part of batch) if (part.kind === 'block') this.#seeBlock(part.block);
  }

  toCounts(): { readonly parts: number; readonly blocks: number; readonly findings: FindingCounts } {
    const findings = { total: this.#findings, suppressed: this.#suppressed, bySeverity: this.#bySeverity };
    return { parts: this.#parts, blocks: this.#blocks, findings };
  }

  #seeBlock({ overlays }: Block): void {
    this.#blocks += 1;
    for (const { type, value } of overlays) {
      if (type !== OverlayType.OverlayQA) continue;
      for (const { severity, suppressed } of readFindings(value)) {
        this.#findings += 1;
        if (suppressed === true) this.#suppressed += 1;
        else this.#bySeverity[severity] = (this.#bySeverity[severity] ?? 0) + 1;
      }
    }
  }
}
