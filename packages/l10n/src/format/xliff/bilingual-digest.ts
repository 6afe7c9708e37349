import {
  AnnoAltTranslation,
  AnnoNote,
  textRun,
  units,
  type Overlay,
  type Run,
  type RunRange,
  type Runs,
} from '@helve/flow';
import { plainText } from '@helve/flow/content';
import { runsDigest } from '../runs-digest.js';
import type { UnitFields } from './block-fields.js';

/** Encodes everything of a block that a bilingual file holds as one short content: equal for equal parts. */
export function bilingualContent(block: UnitFields, variant: string): Runs {
  const target = block.targets[variant];
  const written = target ? `${target.status} ${sideText(target.runs)}` : '';
  return [
    textRun(
      `${sideText(block.source)}\u0000${written}\u0000${segmentsText(block.overlays, variant)}\u0000${remarksText(block)}`,
    ),
  ];
}

/** Encodes one side; most content is one text, and lengths keep the parts of other content apart. */
function sideText(runs: Runs): string {
  const only = plainText(runs);
  if (only !== undefined) return only;
  let text = '\u0000';
  for (const run of runs) {
    if (run.kind === 'text') text += `${run.text.length}:${run.text}`;
    else if ('data' in run) {
      text += `${run.kind} ${run.id.length}:${run.id}${run.data.length}:${run.data}${shownText(run)}`;
    } else {
      text += runsDigest([run]);
      for (const unit of units([run])) for (const inner of unit.runs) text += shownText(inner);
    }
  }
  return text;
}

/** Returns the visible text of a code, which may be in the file apart from the code. */
function shownText(run: Run): string {
  return 'disp' in run && run.disp !== undefined ? `${run.disp.length}:${run.disp}` : '';
}

/** Returns the segmentation of one side. */
export function findSegmentation(overlays: readonly Overlay[], variant: string | null): Overlay | undefined {
  return overlays.find(
    (overlay) => overlay.type === 'segmentation' && overlay.layer === '' && overlay.variant === variant,
  );
}

function segmentsText(overlays: readonly Overlay[], variant: string): string {
  if (overlays.length === 0) return '';
  const text = (overlay: Overlay | undefined): string =>
    (overlay?.spans ?? [])
      .map(({ id, range, props: { ignorable, status } }) =>
        JSON.stringify([id, range && rangeNumbers(range), ignorable, status]),
      )
      .join();
  return `${text(findSegmentation(overlays, null))}\n${text(findSegmentation(overlays, variant))}`;
}

function remarksText({ annotations }: UnitFields): string {
  const remarks = [annotations[AnnoNote], annotations[AnnoAltTranslation]].filter((remark) => remark !== undefined);
  return remarks.length === 0 ? '' : JSON.stringify(remarks);
}

function rangeNumbers({ startRun, startOffset, endRun, endOffset }: RunRange): readonly number[] {
  return [startRun, startOffset, endRun, endOffset];
}
