import { AnnoNote, newPayload, payloadOf, type Block, type LocaleId, type Note, type Runs } from '@helve/flow';
import { formsOf, pluralCategories } from '@helve/flow/content';
import { planMembers } from '../../plural/plan-members.js';
import { withCase } from '../../plural/plural-reading.js';
import { parseXml, type XmlRequest } from '../../xml/parse-xml.js';
import { applyEdits, setAttribute, type RawEdit } from '../../xml/raw-edit.js';
import { attributeValue, childElements } from '../../xml/xml-node.js';
import { dialects } from '../dialect/dialect.js';
import { encodeUnit, type UnitEncoding } from '../encode-unit.js';
import { plainReading } from '../read-inline.js';
import { readUnit, type XliffUnit } from '../read-unit.js';
import type { UnitForm } from '../unit-form.js';
import type { UnitRequest } from '../write-bilingual.js';
import { distinctNotes } from './variation-facts.js';
import { parseVariationId, variationId, type VariationKind } from './variation-group.js';

/** One unit of a text with forms, in the raw text of all of them. */
interface RawMember {
  readonly key: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly unit: XliffUnit;
}

/** Writes the units of one text: those of forms that the target has, and new ones for forms that no unit is there for. */
export function encodeVariation(request: UnitRequest, kind: VariationKind, encoding: UnitEncoding): string {
  const { form, block, variant } = request;
  const members = parseMembers(form, encoding);
  const target = block.targets[variant];
  const names = members.map(({ name }) => name);
  const wanted = target && formsFor(kind, target.runs, names, variant);
  const sources = formsFor(kind, block.source, names, undefined);
  const notes = distinctNotes(members.map(({ unit }) => unit.notes));
  const encode = (member: RawMember, raw: string, runs: Runs | undefined): string => {
    const own = memberBlock(block, member, { variant, runs, source: sources.get(member.name), notes });
    return encodeUnit({ ...request, block: own, form: { ...form, raw } }, encoding);
  };
  const edits = members.map((member): RawEdit => {
    const kept = target === undefined ? undefined : member.unit.target?.runs;
    return { start: member.start, end: member.end, text: encode(member, member.raw, wanted?.get(member.name) ?? kept) };
  });
  const missing = [...(wanted ?? [])].filter(([name]) => !names.includes(name));
  const added = missing.flatMap(([name, runs]) =>
    newMember(members, name, form, (member, raw) => encode(member, raw, runs)),
  );
  return applyEdits(form.raw, [...added, ...edits]);
}

function parseMembers(form: UnitForm, encoding: UnitEncoding): readonly RawMember[] {
  const open = '<x>';
  const text = `${open}${form.raw}</x>`;
  const reading = { ...plainReading, dialect: dialects[form.dialect ?? 'plain'] };
  const find = encoding.finderOf(reading.dialect.id);
  return childElements(parseXml(text, limitsOf(form))).flatMap((element) => {
    const id = parseVariationId(attributeValue(element, 'id') ?? '');
    const unit = readUnit(element, text, find, form.variant, reading);
    if (id === undefined || unit === undefined) return [];
    const [start, end] = [element.start - open.length, element.end - open.length];
    return [{ key: id.key, name: id.name, start, end, raw: form.raw.slice(start, end), unit }];
  });
}

function limitsOf({ namespaces }: UnitForm): XmlRequest {
  return { file: '', format: 'xliff', maxDepth: 5000, maxExpansion: 0, namespaces };
}

/** Content of each form: for numbers those of the language, for devices those of the content and of the units. */
function formsFor(
  kind: VariationKind,
  runs: Runs,
  names: readonly string[],
  locale: LocaleId | undefined,
): ReadonlyMap<string, Runs> {
  const plan = kind === 'plural' ? planMembers(runs, { locale, zeroIsExact: true }) : undefined;
  if (plan !== undefined) return plan.members;
  const select = runs.find((run) => run.kind === 'select');
  const cases = kind === 'device' && select !== undefined ? formsOf(select).map(([name]) => name) : [];
  return new Map([...new Set([...names, ...cases])].map((name) => [name, withCase(runs, name)]));
}

/** The block of one form; its notes are those of its unit, as the block has them now. */
function memberBlock(
  block: Block,
  { unit }: RawMember,
  {
    variant,
    runs,
    source,
    notes,
  }: {
    readonly variant: string;
    readonly runs: Runs | undefined;
    readonly source: Runs | undefined;
    readonly notes: readonly Note[];
  },
): Block {
  const now = payloadOf(block.annotations[AnnoNote], 'note')?.items ?? [];
  const keys = notes.map((note) => JSON.stringify(note));
  const items = unit.notes.map((note) => now[keys.indexOf(JSON.stringify(note))] ?? note);
  const status = block.targets[variant]?.status ?? 'new';
  return {
    ...block,
    source: source ?? unit.source,
    targets: runs === undefined ? {} : { [variant]: { runs, status } },
    overlays: [],
    annotations: items.length === 0 ? {} : { [AnnoNote]: newPayload('note', { items }) },
  };
}

/** Writes a unit for another form, as a copy of that of `other`, in the order of the forms. */
function newMember(
  members: readonly RawMember[],
  name: string,
  form: UnitForm,
  encode: (model: RawMember, raw: string) => string,
): readonly RawEdit[] {
  const { raw, variation, indent = '' } = form;
  const model = members.find((member) => member.name === 'other') ?? members.at(-1);
  const [first, second] = members;
  if (model === undefined || first === undefined || variation === undefined) return [];
  const id = variationId({ key: model.key, kind: variation }, name);
  const renamed = applyEdits(model.raw, setAttribute(model.raw, parseXml(model.raw, limitsOf(form)), 'id', id));
  const text = encode({ ...model, name }, renamed);
  const between = second === undefined ? indent : raw.slice(first.end, second.start);
  const gap = between.trim() === '' ? between : indent;
  const next = members.find((member) => rank(member.name) > rank(name));
  if (next !== undefined) return [{ start: next.start, end: next.start, text: text + gap }];
  const end = members.at(-1)?.end ?? 0;
  return [{ start: end, end, text: gap + text }];
}

/** Order of forms: categories as CLDR has them, devices by their names, and `other` last. */
function rank(name: string): number {
  const at = (pluralCategories as readonly string[]).indexOf(name);
  return at < 0 ? 0 : at;
}
