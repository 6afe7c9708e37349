import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EditPlan } from '../contract/edit.js';
import { checkRuns } from '../content/run/check-runs.js';
import { textRun } from '../content/run/normalise-runs.js';
import { sideRuns, spansInBounds } from '../content/block/overlay.js';
import { unitText } from '../content/text/projection.js';
import { units } from '../content/run/units.js';
import { arbitraryBlock, arbitraryRuns, arbitraryText } from '../testing/content-kit.js';
import { editScene } from '../testing/edit-scene.js';
import { metaOf } from '../testing/meta-of.js';
import { applyPlan } from './apply-plan.js';
import { diffEdits } from './diff-edits.js';
import { editText } from './edit-text.js';

const ports = ['source@source', 'target@target'];

describe('applyPlan', () => {
  test('K46 a random plan is applied with every span in bounds, or refused with the block as it was', () => {
    const place = fc.integer({ min: -1, max: 12 });
    const edit = fc.record({ start: place, end: place, replacement: arbitraryRuns(), keepsMeaning: fc.boolean() });
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(arbitraryBlock(), fc.array(edit, { maxLength: 2 }), fc.boolean(), (block, edits, mayRemoveCodes) => {
        const before = JSON.stringify(block);
        const variant = Object.keys(block.targets)[0];
        const plan: EditPlan = variant === undefined ? { source: { edits } } : { targets: { [variant]: { edits } } };
        try {
          void applyPlan(
            block,
            plan,
            editScene(ports, { meta: metaOf(ports, { mayRemoveCodes }), overwriteApproved: true }).context,
          );
          outcomes.add('applied');
        } catch (error) {
          expect(error).toMatchObject({ code: 'FLOW_EDIT_REJECTED' });
          expect(JSON.stringify(block)).toBe(before);
          outcomes.add('refused');
        }
        for (const { variant: side, spans } of block.overlays) {
          expect(spansInBounds(sideRuns(block, side) ?? [], spans)).toBe(true);
        }
      }),
    );
    expect(outcomes).toEqual(new Set(['applied', 'refused']));
  });

  test('K48 random replacements give their text, keep overlays in bounds and the content well-formed', () => {
    fc.assert(
      fc.property(arbitraryBlock(), fc.nat(5), arbitraryText(), (block, choice, text) => {
        const all = units(block.source);
        const unit = all[choice % all.length] ?? { path: [], runs: [] };
        const edit = editText(block.source, unit.path, diffEdits(unitText(unit.runs), text));
        fc.pre(checkRuns([textRun(text)]).length === 0);
        const { context } = editScene(ports);
        void applyPlan(block, { source: edit }, context);
        expect(checkRuns(block.source)).toEqual([]);
        expect(units(block.source).map(({ runs }) => unitText(runs))).toContain(text);
        for (const { variant, spans } of block.overlays) {
          if (variant === null) expect(spansInBounds(block.source, spans)).toBe(true);
        }
      }),
    );
  });
});
