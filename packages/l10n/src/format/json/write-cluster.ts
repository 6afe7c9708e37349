import type { Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { encodeString } from './json-string.js';
import { formName, type Cluster, type ExpectedForm, type WrittenMember } from './member-cluster.js';

/** Writes the members of a cluster that content requires; members that stay keep their spelling. */
export function writeCluster(
  cluster: Cluster,
  forms: readonly ExpectedForm[],
  keyOf: (form: Omit<ExpectedForm, 'runs'>) => string,
): string {
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
    const key = keyOf(form);
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
