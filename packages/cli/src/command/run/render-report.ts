import { isPlainObject, type JsonObject } from '@helve/core';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';

type Look = Pick<Terminal, 'style' | 'width'>;

/** One value of a report, with the way to it. */
interface Leaf {
  readonly path: readonly string[];
  readonly text: string;
}

/** Writes the counts of a tool for a person: a row for each document and for all of them, and a table for each list. */
export function renderReport(report: unknown, look: Look): string {
  if (!isObject(report)) return listTable(toRows(report).map(summed), look);
  const { totals, documents, ...rest } = report;
  const counted = isObject(totals) && isObjects(documents) ? countTables(totals, documents, look) : [];
  const others = counted.length === 0 ? report : rest;
  const lists = Object.entries(others).filter(([, value]) => isObjects(value));
  const listed = new Set(lists.map(([name]) => name));
  const facts = Object.fromEntries(Object.entries(others).filter(([name]) => !listed.has(name)));
  return [
    ...counted,
    ...renderTable(
      listLeaves(facts).map(({ path, text }) => [path.join('.'), text]),
      look,
    ),
    ...lists.flatMap(([, items]) => (isObjects(items) ? listTables(items, look) : [])),
  ].join('\n\n');
}

/** Counts that lie deeper than two levels get a row each; others are columns of their document. */
function countTables(totals: JsonObject, documents: readonly JsonObject[], look: Look): readonly string[] {
  const rows = [
    ...documents.map(({ file, ...counts }) => ({ name: renderValue(file), leaves: listLeaves(counts) })),
    { name: 'total', leaves: listLeaves(totals) },
  ];
  const all = rows.flatMap(({ leaves }) => leaves);
  if (all.length === 0) return [];
  if (all.every(({ path }) => path.length <= 2)) {
    const columns = distinct(all.map(({ path }) => path.join('.')));
    const cells = rows.map(({ name, leaves }) => [name, ...toCells(leaves, columns, 0)]);
    return renderTable(cells, look, ['FILE', ...columns]);
  }
  const columns = distinct(all.map(({ path }) => path.at(-1) ?? ''));
  const cells = rows.flatMap(({ name, leaves }) => {
    const groupOf = ({ path }: Leaf) => path.slice(0, -1).join(' ');
    return distinct(leaves.map(groupOf)).map((group) => {
      const members = leaves.filter((leaf) => groupOf(leaf) === group);
      return [name, group, ...toCells(members, columns, -1)];
    });
  });
  return renderTable(cells, look, ['FILE', 'WHAT', ...columns]);
}

function toCells(leaves: readonly Leaf[], columns: readonly string[], from: number): readonly string[] {
  const texts = new Map(leaves.map(({ path, text }) => [path.slice(from).join('.'), text]));
  return columns.map((column) => texts.get(column) ?? '-');
}

/** Items as rows; what an item lists itself stands in a table below its name. */
function listTables(items: readonly JsonObject[], look: Look): readonly string[] {
  const nested = items.some((item) => Object.values(item).some(isObjects));
  if (!nested) return [listTable(items, look)];
  return items.map((item) => {
    const own = listLeaves(item).map(({ text }) => text);
    const lists = Object.values(item).flatMap((value) => (isObjects(value) ? [listTable(value, look)] : []));
    return [`  ${own.join('  ')}`, ...lists].join('\n');
  });
}

function listTable(items: readonly JsonObject[], look: Look): string {
  const rows = items.map(listLeaves);
  const columns = distinct(rows.flatMap((leaves) => leaves.map(({ path }) => path.join('.'))));
  return renderTable(
    rows.map((leaves) => toCells(leaves, columns, 0)),
    look,
    columns,
  ).join('');
}

function renderTable(rows: readonly (readonly string[])[], look: Look, header?: readonly string[]): readonly string[] {
  if (rows.length === 0) return [];
  const { style, width } = look;
  return [toTable(rows, { style, width, indent: 2, ...(header === undefined ? {} : { header }) })];
}

/** The single values of an object; a list of objects is a table of its own. */
function listLeaves(value: JsonObject): readonly Leaf[] {
  return Object.entries(value).flatMap(([name, member]): readonly Leaf[] => {
    if (isObject(member)) return listLeaves(member).map(({ path, text }) => ({ path: [name, ...path], text }));
    if (isObjects(member)) return [];
    return [{ path: [name], text: renderValue(member) }];
  });
}

function renderValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(renderValue).join(' ') : JSON.stringify(value);
}

function toRows(value: unknown): readonly JsonObject[] {
  return Array.isArray(value)
    ? value.map((item: unknown) => (isObject(item) ? item : { value: renderValue(item) }))
    : [{ value: renderValue(value) }];
}

/** Adds up the entries of single blocks, where the tool does not do so itself. */
function summed({ entries, ...item }: JsonObject): JsonObject {
  if (!isObjects(entries)) return entries === undefined ? item : { ...item, entries };
  const sums: { [name: string]: number } = {};
  for (const [name, value] of entries.flatMap((entry) => Object.entries(entry))) {
    if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
  }
  return { ...item, entries: entries.length, ...sums };
}

function isObject(value: unknown): value is JsonObject {
  return isPlainObject(value);
}

function isObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
