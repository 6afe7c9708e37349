import { isPlainObject, type Json } from '@helve/core';
import { contentText } from '../code/content-text.js';
import type { FormatDefinition } from '../define-format.js';
import { pickBilingual, pickMonolingual, spliceDocument } from '../splice-document.js';
import type { YamlOptions } from './options.js';
import { membersFromJson, writeMembers } from './plural-map.js';
import { encodeScalar, type ScalarStyle } from './scalar-style.js';
import { writeLanguages } from './write-languages.js';

/** Writes YAML around the changed values; a map of plural categories gets those of the target's language. */
export const writeYaml: FormatDefinition<YamlOptions>['write'] = async (request) => {
  if (request.options.rootLocales === 'all') return writeLanguages(request, spliceYaml);
  return spliceYaml(request);
};

/** Writes the values that changed into their places. */
const spliceYaml: FormatDefinition<YamlOptions>['write'] = async ({ parts, sink, skeleton, options, ctx }) => {
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  return spliceDocument({
    parts,
    sink,
    skeleton,
    ctx,
    codec: {
      pick: options.rootLocales === 'all' ? pickBilingual : pickMonolingual,
      encode: (runs = [], entry, block) => {
        const members = membersFromJson(entry.form);
        if (members === undefined) return encodeScalar(contentText(runs, isIcu(entry.form)), styleFrom(entry.form));
        const { text, lost } = writeMembers(members, runs, entry.variant ?? ctx.targetLocale);
        if (lost.length > 0)
          ctx.lose({ kind: 'form-lost', block: block.id, detail: { reason: 'not-in-format', forms: [...lost] } });
        return text;
      },
      encodeText: (text, entry) => encodeScalar(text, styleFrom(entry.form)),
    },
  });
};

function isIcu(form: Json | undefined): boolean {
  return isPlainObject(form) && form['icu'] === true;
}

/** Reads the style that the reader put into the skeleton. */
function styleFrom(form: Json | undefined): ScalarStyle {
  // The reader wrote it.
  return form as unknown as ScalarStyle;
}
