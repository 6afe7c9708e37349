import { PortTarget, units, type RunRange, type Unit } from '@helve/flow';
import { sidePorts } from '../../check/check-port.js';
import { severitiesProperty, type CheckRules } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { runRangeIn, textRangeIn, wholeUnit } from '../../check/unit-range.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { chooseSides, type ChosenSide } from '../../tool-kit/side-edits.js';
import { findXmlFault } from './find-xml-fault.js';

const rules = {
  'xml.not-well-formed': { severity: 'major', description: 'The text with its codes is not well-formed XML.' },
} as const satisfies CheckRules;

/** Finds content that is not well-formed XML. */
export const xmlValidation = flowToolEntry({
  meta: {
    id: 'xml-validation',
    version: '1.0.0',
    category: 'validate',
    displayName: 'XML validation',
    description: 'Finds texts that are not well-formed XML together with their inline codes.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
  },
  properties: {
    checkSource: { type: 'boolean', default: true, description: 'Check the source.' },
    checkTarget: { type: 'boolean', default: false, description: 'Check every target of the run.' },
    wrapRoot: {
      type: 'boolean',
      default: true,
      description: 'Treat the text as the content of an element instead of a whole document.',
    },
    severities: severitiesProperty(rules),
  },
  resolve: ({ checkSource, checkTarget }) => ({
    consumes: checkTarget ? [{ type: 'target', side: PortTarget, optional: checkSource }] : [],
    produces: sidePorts(checkSource, checkTarget),
    diagnostics: checkSource || checkTarget ? [] : [nothingToDo],
  }),
  create: ({ checkSource, checkTarget, wrapRoot, severities }) => ({
    annotate(view) {
      if (!view.translatable) return;
      const sides = chooseSides(view, { applySource: checkSource, applyTarget: checkTarget });
      const drafts = sides.flatMap((side) => faultsOn(side, wrapRoot));
      reportFindings(view, 'xml-validation', drafts, { variant: checkTarget ? view.variants : [], severities });
    },
  }),
});

const nothingToDo = Object.freeze({
  severity: 'error',
  message: '"checkSource" and "checkTarget" are both off, so the step would do nothing',
  hint: 'Turn one of them on',
} as const);

function faultsOn({ side, runs }: ChosenSide, wrapRoot: boolean): readonly FindingDraft[] {
  return units(runs).flatMap((unit) => {
    const text = unitData(unit);
    const fault = findXmlFault(text, wrapRoot);
    if (fault === undefined) return [];
    return [
      {
        rule: 'xml.not-well-formed',
        severity: rules['xml.not-well-formed'].severity,
        message: `The text is not well-formed XML: ${fault.problem}`,
        side,
        range: toRange(unit, fault.index),
        subject: fault.problem,
      },
    ];
  });
}

/** Returns the data of a unit; forms are units of their own. */
function unitData({ runs }: Unit): string {
  return runs.map(runData).join('');
}

function runData(run: Unit['runs'][number]): string {
  if (run.kind === 'text') return run.text;
  return 'data' in run ? run.data : '';
}

/** Returns the range of the character at an index of the data, or of the code that contains it. */
function toRange(unit: Unit, index: number): RunRange {
  let [before, text] = [0, 0];
  for (const [at, run] of unit.runs.entries()) {
    const length = runData(run).length;
    if (index < before + length) {
      if (run.kind !== 'text') return runRangeIn(unit, at);
      const start = text + index - before;
      return textRangeIn(unit, start, start + charLength(run.text, index - before));
    }
    before += length;
    if (run.kind === 'text') text += length;
  }
  return wholeUnit(unit);
}

function charLength(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
