import type { Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { encodeString, escapeChar } from '../json/json-string.js';
import { formText, pickMonolingual, spliceDocument, type SpliceRequest } from '../splice-document.js';
import { charEscaper } from '../text/escaper.js';
import { clusterFromJson, formName, type Cluster, type WrittenMember } from './cluster.js';
import { expectedForms, type ExpectedForm } from './forms.js';
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
        return writeCluster(cluster, forms, suffixes);
      },
      escaper: charEscaper(escapeChar),
    },
  };
  return spliceDocument(request);
};

function writeCluster(cluster: Cluster, forms: readonly ExpectedForm[], suffixes: Suffixes): string {
  const [only] = forms;
  // Content without forms applies to every existing key.
  const isPlain = forms.length === 1 && only?.plural === undefined && only?.context === '';
  const expected = isPlain ? cluster.members.map((member) => ({ ...member, runs: only.runs })) : forms;
  const here = expected.filter((form) => belongsHere(form, cluster));
  // Keys that stand apart stay where the language has no use for them, since others are written around them.
  const own =
    here.length > 0 ? here : cluster.members.map((member) => ({ ...member, runs: nearestRuns(member, forms) }));
  const written = new Map<string, string>();
  for (const form of own) {
    const { base, ordinal } = cluster;
    const key = suffixes.write({ base, context: form.context, plural: form.plural, ordinal });
    if (!written.has(key)) written.set(key, writeMember(form, key, cluster));
  }
  return [...written.values()].join(cluster.separator);
}

/** Returns the value for a key that content does not require. */
function nearestRuns({ context }: WrittenMember, forms: readonly ExpectedForm[]): Runs {
  const near = forms.findLast((form) => form.context === context) ?? forms.findLast((form) => form.context === '');
  return near?.runs ?? [];
}

/** True when a form is in this cluster, or in none yet and this is the last. */
function belongsHere(form: ExpectedForm, cluster: Cluster): boolean {
  if (cluster.members.some((member) => formName(member) === formName(form))) return true;
  return cluster.last && !cluster.elsewhere.includes(formName(form));
}

function writeMember(form: ExpectedForm, key: string, cluster: Cluster): string {
  const member = cluster.members.find((one) => formName(one) === formName(form));
  const model: WrittenMember | undefined = member ?? cluster.members.at(-1);
  const text = contentText(form.runs, false);
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
