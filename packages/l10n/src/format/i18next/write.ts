import { contentText } from '../code/content-text.js';
import { encodeString, escapeChar } from '../json/json-string.js';
import { clusterFromJson } from '../json/member-cluster.js';
import { writeCluster } from '../json/write-cluster.js';
import { formText, pickMonolingual, spliceDocument, type SpliceRequest } from '../splice-document.js';
import { charEscaper } from '../text/escaper.js';
import { expectedForms } from './forms.js';
import type { I18nextOptions } from './options.js';
import { createSuffixes } from './suffix.js';
import type { FormatDefinition } from '../define-format.js';

/** Writes an i18next file around the changes; forms are added and removed as the target's language requires. */
export const writeI18next: FormatDefinition<I18nextOptions>['write'] = async ({
  parts,
  sink,
  skeleton,
  options,
  ctx,
}) => {
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const suffixes = createSuffixes(options, ctx.targetLocale ?? ctx.sourceLocale);
  // Numbered keys have an order of their own.
  const locale = options.version === 4 ? ctx.targetLocale : undefined;
  const request: SpliceRequest = {
    parts,
    sink,
    skeleton,
    ctx,
    codec: {
      pick: pickMonolingual,
      encode: (runs, entry, block) => {
        const cluster = clusterFromJson(entry.form);
        if (!cluster) return encodeString(contentText(runs ?? [], false), formText(entry));
        const { forms, lost } = expectedForms(runs ?? [], locale);
        if (cluster.last && lost.length > 0) {
          ctx.lose({ kind: 'form-lost', block: block.id, detail: { reason: 'not-in-format', forms: [...lost] } });
        }
        const { base, ordinal } = cluster;
        return writeCluster(cluster, forms, ({ context, plural }) =>
          suffixes.write({ base, context, plural, ordinal }),
        );
      },
      escaper: charEscaper(escapeChar),
    },
  };
  return spliceDocument(request);
};
