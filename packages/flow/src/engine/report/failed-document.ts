import type { FlowDocument } from '../io/flow-io.js';
import { toStatus } from './document-report.js';
import type { DocumentResult, ErrorFacts } from './run-report.js';

/** The result of a document that ended where nobody could report on it. */
export function failedDocument(
  { id, path, format }: Pick<FlowDocument, 'id' | 'path' | 'format'>,
  error: ErrorFacts,
): DocumentResult {
  return {
    report: {
      document: id,
      ...(path === undefined ? {} : { path }),
      ...(format === undefined ? {} : { format }),
      status: toStatus(error, 0),
      error,
      parts: 0,
      blocks: 0,
      outputs: [],
      lossCounts: {},
      findings: { total: 0, suppressed: 0, bySeverity: {} },
      ms: 0,
    },
    steps: [],
    reports: [],
    losses: [],
    log: { total: 0, lines: [] },
    quarantine: [],
  };
}
