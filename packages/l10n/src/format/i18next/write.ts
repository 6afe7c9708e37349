import type { Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { encodeString, escapeChar } from '../json/json-string.js';
import { formText, pickMonolingual, spliceDocument, type SpliceRequest } from '../splice-document.js';
import { charEscaper } from '../text/escaper.js';
import { clusterFromJson, formName, type Cluster, type WrittenMember } from './cluster.js';
import { leafRuns, expectedForms, type ExpectedForm } from './forms.js';
import type { I18nextOptions } from './options.js';
import { createSuffixes, type Suffixes } from './suffix.js';
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
  const request: SpliceRequest = {
    parts,
    sink,
    skeleton,
    ctx,
    codec: {
      pick: pickMonolingual,
      encode: (runs, entry) => {
        const cluster = clusterFromJson(entry.form);
        if (!cluster) return encodeString(contentText(runs ?? [], false), formText(entry));
        return writeCluster(cluster, runs ?? [], suffixes);
      },
      escaper: charEscaper(escapeChar),
    },
  };
  return spliceDocument(request);
};

function writeCluster(cluster: Cluster, runs: Runs, suffixes: Suffixes): string {
  const wanted = expectedForms(runs);
  // Content without forms applies to every existing key.
  const forms = wanted.length === 0 ? cluster.members : wanted;
  const own = forms.filter((form) => belongsHere(form, cluster));
  const members = own.length === 0 ? cluster.members : own;
  const written = new Map<string, string>();
  for (const form of members) {
    const key = suffixes.write({
      base: cluster.base,
      context: form.context,
      plural: form.plural,
      ordinal: cluster.ordinal,
    });
    if (!written.has(key)) written.set(key, writeMember(form, key, cluster, runs));
  }
  return [...written.values()].join(cluster.separator);
}

/** True when a form is in this cluster, or in none yet and this is the last. */
function belongsHere(form: ExpectedForm, cluster: Cluster): boolean {
  if (cluster.members.some((member) => formName(member) === formName(form))) return true;
  return cluster.last && !cluster.elsewhere.includes(formName(form));
}

function writeMember(form: ExpectedForm, key: string, cluster: Cluster, runs: Runs): string {
  const member = cluster.members.find((one) => formName(one) === formName(form));
  const model: WrittenMember | undefined = member ?? cluster.members.at(-1);
  const text = contentText(leafRuns(runs, form), false);
  const head = headFor(key, member, model);
  if (member && member.value === text) return `${head}${member.raw}`;
  return `${head}${encodeString(text, model?.style ?? '')}`;
}

/** Returns the key with the file's text between it and the value. */
function headFor(key: string, member: WrittenMember | undefined, model: WrittenMember | undefined): string {
  const [, colon = ': '] = /^"(?:[^"\\]|\\.)*"([\s\S]*)$/u.exec(model?.head ?? '') ?? [];
  const [own = ''] = /^"(?:[^"\\]|\\.)*"/u.exec(member?.head ?? '') ?? [];
  // A key that keeps its name keeps its spelling.
  return `${own !== '' && JSON.parse(own) === key ? own : JSON.stringify(key)}${colon}`;
}
