import { createStructureCheck } from '../../content/part/structure-check.js';
import type { Block } from '../../contract/block.js';
import { OverlayType } from '../../contract/overlay.js';
import type { DocumentContext, FlowOutput } from './flow-io.js';
import { readFindings } from '../stage/join-findings.js';
import { createMachineTextList } from './machine-text-list.js';
import { Channel, stopped, type Batch, type BatchSource } from '../channel/channel.js';
import { PartIterator } from '../channel/part-iterator.js';
import type { FindingCounts, OutputReport } from '../report/run-report.js';

/** Summary of the parts that left the last step. */
export interface Written {
  readonly outputs: readonly OutputReport[];
  readonly parts: number;
  readonly blocks: number;
  readonly findings: FindingCounts;
}

/** Hands every batch to every output, and waits for the slowest: the document is read once for all of them. */
export async function writeOutputs(
  input: BatchSource,
  outputs: readonly FlowOutput[],
  contextOf: (output: number) => DocumentContext,
): Promise<Written> {
  const counts = new OutputCounts();
  const links = outputs.map(() => new Channel());
  const lists = outputs.map((output) => createMachineTextList(output));
  const failures: unknown[] = [];
  const writing = outputs.map((output, index) =>
    write(output, links[index] ?? new Channel(), contextOf(index), failures),
  );
  // A writer may fail while the steps are at work: its error is met at the next batch, and until then it is nobody's.
  for (const one of writing) one.catch(() => undefined);
  const structure = createStructureCheck('the last step');
  try {
    for (;;) {
      const batch = await input.take();
      if (batch === undefined) break;
      for (const part of batch) structure.take(part);
      counts.see(batch);
      for (const list of lists) list?.see(batch);
      await Promise.all(links.map((link) => putUnlessDone(link, batch)));
      if (failures.length > 0) throw failures[0];
    }
    structure.end();
    for (const link of links) link.close();
    const written = await Promise.all(writing);
    return { outputs: written.map((one, at) => ({ ...one, ...lists[at]?.facts() })), ...counts.toCounts() };
  } catch (error) {
    for (const link of links) link.abort(error);
    await Promise.allSettled(writing);
    throw error;
  }
}

async function write(
  output: FlowOutput,
  link: Channel,
  ctx: DocumentContext,
  failures: unknown[],
): Promise<OutputReport> {
  const { path, locale } = output;
  try {
    const { bytes, blocks, changed, sha256 } = await output.write(new PartIterator(link), ctx);
    return {
      ...(path === undefined ? {} : { path }),
      ...(locale === undefined ? {} : { locale }),
      bytes,
      blocks,
      changed,
      ...(sha256 === undefined ? {} : { sha256 }),
    };
  } catch (error) {
    failures.push(error);
    throw error;
  } finally {
    // Whoever has all that is wanted need not read on.
    link.cancel();
  }
}

async function putUnlessDone(link: Channel, batch: Batch): Promise<void> {
  try {
    await link.put(batch);
  } catch (reason) {
    if (reason !== stopped) throw reason;
  }
}

class OutputCounts {
  #parts = 0;
  #blocks = 0;
  #findings = 0;
  #suppressed = 0;
  readonly #bySeverity: Record<string, number> = {};

  see(batch: Batch): void {
    this.#parts += batch.length;
    for (const part of batch) if (part.kind === 'block') this.#seeBlock(part.block);
  }

  toCounts(): Omit<Written, 'outputs'> {
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
