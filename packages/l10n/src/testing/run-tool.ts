import type { JsonObject } from '@helve/core';
import {
  assertPlan,
  compileFlow,
  createBlock,
  FlowToolRegistry,
  registerAll,
  runFlow,
  type Block,
  type CallPort,
  type ErrorPolicy,
  type Layer,
  type Part,
  type Resources,
  type RunReport,
  type Step,
  type ToolEntry,
  type Vault,
} from '@helve/flow';

/** Options of a run in a test. */
export interface RunToolOptions {
  readonly config?: JsonObject;
  readonly source?: string;
  readonly targets?: readonly string[];
  readonly vault?: Vault;
  readonly resources?: Resources;
  readonly call?: CallPort['call'];
  readonly onError?: ErrorPolicy;
  readonly overwriteApproved?: boolean;
  readonly execTrusted?: boolean;
  readonly signal?: AbortSignal;
  /** Format of the document. */
  readonly format?: string;
}

/** Result of a run. */
export interface ToolRun {
  readonly parts: readonly Part[];
  readonly blocks: readonly Block[];
  /** The first block, for tests that have one. */
  readonly block: Block;
  readonly layer: Layer;
  readonly report: RunReport;
}

/** Runs one tool, as the engine would in a flow, over the blocks of one document. */
export async function runTool(
  entry: ToolEntry,
  blocks: readonly (Block | string)[],
  options: RunToolOptions = {},
): Promise<ToolRun> {
  const { config = {}, onError, overwriteApproved } = options;
  const step = {
    tool: entry.name,
    config,
    ...(onError === undefined ? {} : { onError }),
    ...(overwriteApproved === undefined ? {} : { overwriteApproved }),
  };
  return runSteps([entry], [step], toParts(blocks, options.source), options);
}

/** Runs steps over the parts of one document. */
export async function runSteps(
  entries: readonly ToolEntry[],
  steps: readonly Step[],
  parts: readonly Part[],
  options: RunToolOptions = {},
): Promise<ToolRun> {
  const registry = new FlowToolRegistry();
  registerAll(registry, entries);
  const { source = 'en', targets = ['de'], vault, execTrusted = true, signal } = options;
  const resources = options.resources ?? { get: () => undefined, ...(vault === undefined ? {} : { vault }) };
  const plan = assertPlan(
    compileFlow({ name: 'test', spec: { steps } }, registry, {
      sourceLocale: source,
      targetLocales: targets,
      source: { kind: 'store' },
      execTrusted,
    }),
  );
  const out: Part[] = [];
  const report = await runFlow(
    plan,
    {
      documents: [
        {
          id: 'test.txt',
          ...(options.format === undefined ? {} : { format: options.format }),
          async *read() {
            yield* parts;
          },
          outputs: [
            {
              async write(written) {
                for await (const part of written) out.push(part);
                return { bytes: 0, blocks: 0, changed: 0 };
              },
              commit: async () => undefined,
              discard: async () => undefined,
            },
          ],
        },
      ],
    },
    {
      tools: registry,
      resources,
      verifyStructure: true,
      ...(options.call === undefined ? {} : { call: options.call }),
      ...(signal === undefined ? {} : { signal }),
    },
  );
  const found = out.flatMap((part) => (part.kind === 'block' ? [part.block] : []));
  const [block = createBlock({ id: 'none', sourceLocale: source, source: '' })] = found;
  const layer = out.flatMap((part) => (part.kind === 'layer-start' ? [part.layer] : []))[0] ?? toLayer(source);
  return { parts: out, blocks: found, block, layer, report };
}

/** Creates a document of blocks; texts become blocks of their own. */
export function toParts(blocks: readonly (Block | string)[], locale = 'en'): readonly Part[] {
  const made = blocks.map((block, index) =>
    typeof block === 'string' ? createBlock({ id: `b${index + 1}`, sourceLocale: locale, source: block }) : block,
  );
  return [
    { kind: 'layer-start', layer: toLayer(locale) },
    ...made.map((block) => ({ kind: 'block', block }) as const),
    { kind: 'layer-end', id: 'doc' },
  ];
}

function toLayer(locale: string): Layer {
  return {
    id: 'doc',
    name: 'test.txt',
    locale,
    encoding: 'utf-8',
    mimeType: 'text/plain',
    lineBreak: 'lf',
    bom: false,
    multilingual: false,
    properties: {},
    overlays: [],
    annotations: {},
  };
}
