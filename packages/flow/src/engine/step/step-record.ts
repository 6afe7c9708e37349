import type { Json } from '@helve/core';
import type { LocaleId } from '../../contract/block.js';
import type { PlanStep } from '../../contract/plan.js';
import { LogList } from '../report/log-list.js';
import { LossList } from '../report/loss-list.js';
import type { QuarantinedBlock, StepReport } from '../report/run-report.js';

/** Record of one step on one document. */
export class StepRecord {
  readonly step: PlanStep;
  readonly locales: readonly LocaleId[];
  readonly lost: LossList;
  readonly log = new LogList();
  readonly reports: Json[] = [];
  /** Makes one entry of two, where the tool knows how. */
  joinReports: ((one: Json, other: Json) => Json) | undefined;
  readonly quarantine: QuarantinedBlock[] = [];
  in = 0;
  out = 0;
  skipped = 0;
  failed = 0;
  cached = 0;
  uncached = 0;
  calls = 0;
  ms = 0;

  constructor(step: PlanStep, locales: readonly LocaleId[], document: string) {
    this.step = step;
    this.locales = locales;
    this.lost = new LossList(document, step.node);
  }

  report(entry: Json): void {
    const [last] = this.reports;
    if (this.joinReports === undefined || last === undefined) this.reports.push(entry);
    else this.reports[0] = this.joinReports(last, entry);
  }

  toReport(): StepReport {
    const { step, in: blocksIn, out, skipped, failed, cached, uncached, calls, ms } = this;
    return { node: step.node, tool: step.tool, in: blocksIn, out, skipped, failed, cached, uncached, calls, ms };
  }
}
