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
    ...tableOf(
      leavesOf(facts).map(({ path, text }) => [path.join('.'), text]),
      look,
    ),
    ...lists.flatMap(([, items]) => (isObjects(items) ? listTables(items, look) : [])),
  ].join('\n\n');
}

/** Counts that lie deeper than two levels get a row each; others are columns of their document. */
function countTables(totals: JsonObject, documents: readonly JsonObject[], look: Look): readonly string[] {
  const rows = [
    ...documents.map(({ file, ...counts }) => ({ name: textOf(file), leaves: leavesOf(counts) })),
    { name: 'total', leaves: leavesOf(totals) },
  ];
  const all = rows.flatMap(({ leaves }) => leaves);
  if (all.length === 0) return [];
  if (all.every(({ path }) => path.length <= 2)) {
    const columns = distinct(all.map(({ path }) => path.join('.')));
    const cells = rows.map(({ name, leaves }) => [name, ...cellsOf(leaves, columns, 0)]);
    return tableOf(cells, look, ['FILE', ...columns]);
  }
  const columns = distinct(all.map(({ path }) => path.at(-1) ?? ''));
  const cells = rows.flatMap(({ name, leaves }) => {
    const groupOf = ({ path }: Leaf) => path.slice(0, -1).join(' ');
    return distinct(leaves.map(groupOf)).map((group) => {
      const members = leaves.filter((leaf) => groupOf(leaf) === group);
      return [name, group, ...cellsOf(members, columns, -1)];
    });
  });
  return tableOf(cells, look, ['FILE', 'WHAT', ...columns]);
}

function cellsOf(leaves: readonly Leaf[], columns: readonly string[], from: number): readonly string[] {
  const texts = new Map(leaves.map(({ path, text }) => [path.slice(from).join('.'), text]));
  return columns.map((column) => texts.get(column) ?? '-');
}

/** Items as rows; what an item lists itself stands in a table below its name. */
function listTables(items: readonly JsonObject[], look: Look): readonly string[] {
  const nested = items.some((item) => Object.values(item).some(isObjects));
  if (!nested) return [listTable(items, look)];
  return items.map((item) => {
    const own = leavesOf(item).map(({ text }) => text);
    const lists = Object.values(item).flatMap((value) => (isObjects(value) ? [listTable(value, look)] : []));
    return [`  ${own.join('  ')}`, ...lists].join('\n');
  });
}

function listTable(items: readonly JsonObject[], look: Look): string {
  const rows = items.map(leavesOf);
  const columns = distinct(rows.flatMap((leaves) => leaves.map(({ path }) => path.join('.'))));
  return tableOf(
    rows.map((leaves) => cellsOf(leaves, columns, 0)),
    look,
    columns,
  ).join('');
}

function tableOf(rows: readonly (readonly string[])[], look: Look, header?: readonly string[]): readonly string[] {
  if (rows.length === 0) return [];
  const { style, width } = look;
  return [toTable(rows, { style, width, indent: 2, ...(header === undefined ? {} : { header }) })];
}

/** The single values of an object; a list of objects is a table of its own. */
function leavesOf(value: JsonObject): readonly Leaf[] {
  return Object.entries(value).flatMap(([name, member]): readonly Leaf[] => {
    if (isObject(member)) return leavesOf(member).map(({ path, text }) => ({ path: [name, ...path], text }));
    if (isObjects(member)) return [];
    return [{ path: [name], text: textOf(member) }];
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(' ') : JSON.stringify(value);
}

function toRows(value: unknown): readonly JsonObject[] {
  return Array.isArray(value)
    ? value.map((item: unknown) => (isObject(item) ? item : { value: textOf(item) }))
    : [{ value: textOf(value) }];
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
