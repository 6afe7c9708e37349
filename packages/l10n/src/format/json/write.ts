import { contentText } from '../code/content-text.js';
import { formText, pickMonolingual, spliceWriter } from '../splice-document.js';
import { charEscaper } from '../text/escaper.js';
import { encodeString, escapeChar, icuForm } from './json-string.js';
import { clusterFromJson } from './member-cluster.js';
import { writeTable } from './plural-table.js';

/** Writes a JSON document around the changed values. */
export const writeJson = spliceWriter({
  pick: pickMonolingual,
  encode: (runs, entry, block, ctx) => {
    const cluster = clusterFromJson(entry.form);
    if (cluster) return writeTable(cluster, runs ?? [], block.id, ctx);
    const form = formText(entry);
    const isIcu = form.startsWith(icuForm);
    return encodeString(contentText(runs ?? [], isIcu), isIcu ? form.slice(icuForm.length) : form);
  },
  encodeText: (text, entry) => encodeString(text, formText(entry)),
  escaper: charEscaper(escapeChar),
});
