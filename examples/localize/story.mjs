// The whole story with one command: what is known comes from the memory, the rest from an engine that sees nothing
// private, terms are put right, everything is checked, and what people are to review is there as XLIFF.
import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { helve } from './helve.mjs';
import { tellNextWeek } from './next-week.mjs';

const here = import.meta.dirname;
const target = 'de';

mkdirSync(join(here, 'out'), { recursive: true });
helve('tm import memory/shop.tmx --quiet');
helve(`terms import terms/shop.csv --from en --to ${target} --quiet`);
const answer = helve(
  `run release app docs catalog handoff --target ${target} -o out/{name}.{lang}{ext} --trace out/trace.ndjson --json`,
);

const report = JSON.parse(answer);
const trace = readLines('out/trace.ndjson');
const rows = report.documents.map(toRow);
console.log(`\n${toTable([...rows, totalOf(rows)])}\n`);
for (const { severity, location, message } of report.check.findings) {
  console.log(`${severity}: ${location.file}:${location.line}:${location.column}: ${message}`);
}
console.log(`The gate ${report.check.pass ? 'lets it pass' : 'says no'}; to be reviewed: out/tour.${target}.xlf`);
process.exitCode = report.check.pass ? 0 : 3;
tellNextWeek(join(here, 'out', 'next-week'), join(here, 'app/en.json'), join(here, `out/en.${target}.json`));

/** What became of one file: from the report of the run, and what only single blocks know from the trace of its steps. */
function toRow({ document, blocks, outputs, findings }) {
  const counted = (tool) => report.reports[tool]?.documents.find(({ file }) => file === document) ?? {};
  const { exact = 0, fuzzy = 0 } = counted('tm-leverage');
  const states = (tool, time) => statesAfter(tool, time, document);
  const overlays = (tool, time) => states(tool, time).flatMap((state) => state.overlays);
  const unused = (time) =>
    overlays('term-enforce', time)
      .flatMap(({ value }) => value?.findings ?? [])
      .filter(({ rule }) => rule === 'term.not-used').length;
  return {
    file: document,
    blocks,
    exact,
    fuzzy,
    engine: states('ai-translate', 0).filter(({ targets }) => targets[target]?.origin?.tool === 'ai-translate').length,
    secrets: counted('unredact').surfaces?.targets ?? 0,
    terms: sum(overlays('term-lookup', 0).map(({ type, spans }) => (type === 'term' ? spans.length : 0))),
    enforced: unused(0) - unused(1),
    findings: findings.total,
    output: outputs.map(({ path }) => relative(here, path)).join(' '),
  };
}

/** The blocks of a file as a step left them: the first with its tool, or a later one. */
function statesAfter(tool, time, document) {
  const node = report.steps.filter((step) => step.tool === tool)[time]?.node;
  return trace.flatMap((event) =>
    event.kind === 'after' && event.node === node && event.document === document ? [event.state] : [],
  );
}

function readLines(file) {
  const lines = readFileSync(join(here, file), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function totalOf(all) {
  const names = Object.keys(all[0]).filter((name) => typeof all[0][name] === 'number');
  return {
    file: 'total',
    ...Object.fromEntries(names.map((name) => [name, sum(all.map((row) => row[name]))])),
    output: '',
  };
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}

function toTable(all) {
  const columns = Object.keys(all[0]);
  const lines = [
    columns.map((name) => name.toUpperCase()),
    ...all.map((row) => columns.map((name) => String(row[name]))),
  ];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
