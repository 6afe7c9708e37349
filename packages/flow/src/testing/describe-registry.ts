import { frozenCopy, type JsonObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { annotationPayloads } from '../content/payload/annotation-key.js';
import { cloneBlock } from '../content/block/block.js';
import { payloadTypes } from '../content/payload/payload.js';
import type { Block } from '../contract/block.js';
import { OverlayType } from '../contract/overlay.js';
import type { ResolvedContract } from '../contract/plan.js';
import type { StepContext } from '../contract/tool.js';
import { applyConfig, validateConfig } from '../tool/apply-config.js';
import { findBlockHandlers, overridesProcess } from '../tool/base-tool.js';
import { checkGroups, checkRegistration, handledParts } from '../tool/check-registration.js';
import type { FlowToolRegistry } from '../tool/flow-tool-registry.js';
import { isPseudoPort, isSourcePort, isTargetPort, writesContent } from '../tool/port.js';
import type { ToolInfo } from '../tool/tool-info.js';
import { configFaults } from './config-faults.js';
import { hardBlocks } from './hard-blocks.js';
import { blockText, codeNames, runTool, type ToolRunResult } from './run-tool.js';

/** Facts about tools that the suite cannot derive. */
export interface RegistrySuiteOptions {
  /** The config to run a tool with, where its defaults are not enough. */
  readonly configs?: { readonly [tool: string]: JsonObject };
  /** Gives the calls and resources that a tool needs. */
  readonly contextFor?: (tool: string) => Partial<StepContext>;
  /** Tools that are not run over hard blocks, each with the reason. */
  readonly notRun?: { readonly [tool: string]: string };
}

const source = 'en';
const target = 'fr';
const sentence = /^[\p{Lu}\p{N}`"].*\.$/su;

/** A tool as one row of the suite. */
interface Row {
  readonly name: string;
  readonly info: ToolInfo;
  /** The config it is run with, and its contract under that. */
  readonly config: JsonObject;
  readonly contract: ResolvedContract;
}

/** Describes the behavior of every tool of a filled registry, as seen from outside. */
export function describeRegistry(registry: FlowToolRegistry, options: RegistrySuiteOptions = {}): void {
  const rows = registry.list().map((info): Row => {
    const config = appliedOr(info, options.configs?.[info.name] ?? {});
    return { name: info.name, info, config, contract: info.resolve(config).contract };
  });
  describe('every tool as it is declared', () => {
    describeDeclared(registry, rows);
  });
  describe('every tool at work', () => {
    const run = async (row: Row, blocks: readonly Block[]) =>
      runTool(registry.create(row.name, options.configs?.[row.name]), blocks, {
        source,
        target,
        config: row.config,
        context: {
          step: { node: '1', tool: row.name, contract: row.contract },
          ...options.contextFor?.(row.name),
        },
      });
    const atWork = rows.filter(({ name }) => options.notRun?.[name] === undefined);
    describeAtWork(atWork, run, (name) => registry.entry(name)?.notIdempotent !== undefined);
  });
}

function describeDeclared(registry: FlowToolRegistry, rows: readonly Row[]): void {
  const ports = new Set<string>([...payloadTypes(), ...Object.keys(annotationPayloads), ...Object.values(OverlayType)]);

  test.each(rows)(
    'K87 $name handles blocks in one way, reads the stream, or handles other parts only',
    ({ name, info }) => {
      const tool = registry.create(name);
      const handlers = findBlockHandlers(tool);
      expect(handlers.length).toBeLessThanOrEqual(1);
      expect(handlers.length === 1 || overridesProcess(tool) || handledParts(tool).length > 0).toBe(true);
      if (handlers.length === 0 && overridesProcess(tool)) expect(info.meta.capability).toBeDefined();
    },
  );

  test.each(rows)('K83 $name is built from its defaults when no config is given', ({ name, info }) => {
    const applied = applyConfig(info.schema, {});
    const tool = applied.ok ? registry.create(name, applied.config) : registry.create(name);
    expect(registry.create(name)).toEqual(tool);
  });

  test.each(rows)(
    'K87 $name has names, effects, requirements and parameters that may be registered',
    ({ name, info }) => {
      expect(checkRegistration(name, info.meta, info.schema)).toEqual([]);
    },
  );

  test.each(rows)('K87 $name says that it writes content when it does', ({ info, contract }) => {
    const writes = contract.produces.some((port) => isTargetPort(port) || isSourcePort(port));
    expect(writes && !writesContent(info.meta)).toBe(false);
  });

  test.each(rows)(
    'K87 $name has only ports that are known payloads or pseudo-ports',
    ({ info: { meta }, contract }) => {
      const all = [...meta.consumes, ...meta.produces, ...contract.consumes, ...contract.produces];
      expect(all.filter((port) => !isPseudoPort(port) && !ports.has(port.type))).toEqual([]);
    },
  );

  test.each(rows)('K87 $name is described in whole sentences', ({ info: { meta, schema } }) => {
    expect(meta.description).toMatch(sentence);
    for (const [parameter, property] of Object.entries(schema.properties)) {
      expect(property.description ?? '', parameter).toMatch(sentence);
    }
  });

  test.each(rows)('S46 $name has groups that name each parameter once, if there are more than six', ({ info }) => {
    const { 'ui:groups': groups, properties } = info.schema;
    expect(checkGroups(info.schema)).toEqual([]);
    expect(groups !== undefined || Object.keys(properties).length <= 6).toBe(true);
    for (const { id, title } of groups ?? [])
      expect([id, title]).toEqual([expect.stringMatching(/^[a-z][a-z-]*$/), expect.stringMatching(/^\p{Lu}[^.]*$/u)]);
  });

  test.each(rows)('KV19 $name is told every fault of every parameter', ({ info: { schema }, config }) => {
    for (const { raw, pointer, message } of configFaults(schema, config)) {
      const issues = validateConfig(schema, raw).filter((issue) => issue.pointer === pointer);
      expect(issues.map((issue) => issue.message)).toEqual([message]);
    }
  });

  test('K87 only internal tools are hidden', () => {
    const shown = registry.list({ shown: true }).map(({ name }) => name);
    expect(shown).toEqual(rows.filter(({ info }) => info.meta.internal !== true).map(({ name }) => name));
  });

  test('K87 every name and alias belongs to one tool', () => {
    const names = rows.flatMap(({ name, info }) => [name, ...(info.meta.aliases ?? [])]);
    expect(names).toEqual([...new Set(names)]);
  });
}

function describeAtWork(
  rows: readonly Row[],
  run: (row: Row, blocks: readonly Block[]) => Promise<ToolRunResult>,
  isExcused: (name: string) => boolean,
): void {
  test.each(rows)('K87 $name runs over hard blocks and accounts for every code', async (row) => {
    const { meta } = row.info;
    const before = hardBlocks(source, target);
    const result = await run(row, before.map(cloneBlock));
    expect(result.failures).toEqual([]);
    for (const block of before) {
      const after = result.blocks.find(({ id }) => id === block.id);
      if (after === undefined) expect(row.contract.shape ?? 'one-to-one').not.toBe('one-to-one');
      else expectCodesKept(block, after, meta.mayRemoveCodes === true || result.losses.length > 0);
    }
  });

  test.each(rows)('K87 $name leaves what it does not declare untouched', async (row) => {
    const before = hardBlocks(source, target);
    const declared = new Set(row.contract.produces.map(({ type }) => type));
    const { blocks } = await run(row, before.map(cloneBlock));
    const changed = before.flatMap((block) => {
      const after = blocks.find(({ id }) => id === block.id);
      return after === undefined ? [] : changedTypes(block, after);
    });
    expect(changed.filter((type) => !declared.has(type))).toEqual([]);
  });

  const validating = rows.filter(({ info }) => info.meta.category === 'validate');
  test.each(validating)('K79 $name never changes content', async (row) => {
    const before = hardBlocks(source, target);
    const { blocks } = await run(row, before.map(cloneBlock));
    expect(blocks.map(readContent)).toEqual(before.map(readContent));
  });

  const repeatable = rows.filter(({ name, info }) => repeatableCategories.has(info.meta.category) && !isExcused(name));
  test.each(repeatable)('K87 $name gives the same result when it is run twice', async (row) => {
    const once = await run(row, hardBlocks(source, target));
    const texts = once.blocks.map(blockText);
    const twice = await run(row, once.blocks.map(cloneBlock));
    expect(twice.blocks.map(blockText)).toEqual(texts);
  });

  const bilingual = rows.filter(({ contract }) => contract.cardinality === 'bilingual');
  test.each(bilingual)('K87 $name is reached by the locale of the run', async (row) => {
    const { readsTarget } = await run(row, hardBlocks(source, target));
    expect(readsTarget).toBe(true);
  });
}

const repeatableCategories: ReadonlySet<string> = new Set(['validate', 'enrich', 'convert']);

function appliedOr({ schema }: ToolInfo, config: JsonObject): JsonObject {
  const result = applyConfig(schema, config);
  return result.ok ? result.config : frozenCopy(config);
}

function expectCodesKept(before: Block, after: Block, excused: boolean): void {
  if (excused) return;
  expect(codeNames(after.source), before.id).toEqual(codeNames(before.source));
  for (const [variant, { runs }] of Object.entries(before.targets)) {
    const now = after.targets[variant];
    if (now !== undefined && now.runs !== runs) expect(codeNames(now.runs), before.id).toEqual(codeNames(after.source));
  }
}

function changedTypes(before: Block, after: Block): string[] {
  const overlays = new Set([...before.overlays, ...after.overlays].map(({ type }) => type));
  const annotations = new Set([...Object.keys(before.annotations), ...Object.keys(after.annotations)]);
  const properties = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  const ofType = (block: Block, type: string) => block.overlays.filter((overlay) => overlay.type === type);
  // Marks move with the content under them, which is no writing of marks.
  const moved = differs(readContent(before), readContent(after));
  return [
    ...[...overlays].filter((type) => !moved && differs(ofType(before, type), ofType(after, type))),
    ...[...annotations].filter((key) => differs(before.annotations[key], after.annotations[key])),
    ...[...properties]
      .filter((key) => before.properties[key] !== after.properties[key])
      .map((key) => `property:${key}`),
  ];
}

function readContent({ source: runs, targets }: Block): unknown {
  return { runs, targets };
}
