import type { Block } from '../../contract/block.js';
import type { Part } from '../../contract/part.js';
import type { Run, Runs } from '../../contract/run.js';

/** About how many bytes of text a part has: what batches and spools are measured by. */
export function partSize(part: Part): number {
  if (part.kind === 'block') return blockSize(part.block);
  if (part.kind === 'media') return part.media.data?.length ?? 0;
  if (part.kind === 'data') return part.data.skeleton?.length ?? 0;
  return 0;
}

function blockSize({ source, targets }: Block): number {
  let size = runsSize(source);
  for (const variant in targets) size += runsSize(targets[variant]?.runs ?? []);
  return size;
}

function runsSize(runs: Runs): number {
  let size = 0;
  // Every part comes by here: an iterator would be made for each.
  for (let at = 0; at < runs.length; at += 1) size += runSize(runs[at] as Run);
  return size;
}

function runSize(run: Run): number {
  switch (run.kind) {
    case 'text':
      return run.text.length;
    case 'plural':
      return formsSize(run.forms);
    case 'select':
      return formsSize(run.cases);
    case 'sub':
      return run.ref.length;
    default:
      return run.data.length;
  }
}

function formsSize(forms: { readonly [key: string]: Runs | undefined }): number {
  let size = 0;
  for (const key in forms) size += runsSize(forms[key] ?? []);
  return size;
}
