import type { BlockView } from '@helve/flow';
import { DOCUMENT_ID, topPath } from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { wholeUnit } from '../../check/unit-range.js';
import { qaRules } from './qa-rules.js';

/** Formats whose ids are keys of the whole file; in others, such as XLIFF, parts of a file may have equal ones. */
const keyed: ReadonlySet<string> = new Set(['po', 'json', 'i18next', 'properties', 'arb', 'applestrings']);

/** Adds a finding about an entry whose key the file has before. */
export function checkRepeated(view: BlockView, format: string | undefined, found: FindingDraft[]): void {
  if (view.property(DOCUMENT_ID) === undefined || format === undefined || !keyed.has(format)) return;
  const rule = 'qa.repeated-key';
  const isRefused = format === 'po';
  found.push({
    rule,
    severity: isRefused ? 'critical' : qaRules[rule].severity,
    message: isRefused
      ? 'An earlier message of the catalog has the same key, and gettext refuses that'
      : 'An earlier entry of the file has the same key',
    side: null,
    range: wholeUnit({ runs: view.source, path: topPath }),
    suggestion: 'Remove one of them',
  });
}
