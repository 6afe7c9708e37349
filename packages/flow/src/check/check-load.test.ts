import { describe, expect, test } from 'vitest';
import type { Step } from '../contract/flow-document.js';
import type { Requirement } from '../contract/meta.js';
import { standInEntry, standInRegistry } from '../testing/stand-in-tools.js';
import type { CompileEnv } from './compile-env.js';
import { compileFlow } from './compile-flow.js';
import { buildGraph, checkGraph } from './flow-graph.js';
import { startPorts } from './start-ports.js';

const registry = standInRegistry([
  standInEntry({ id: 'needs-count', consumes: ['word-count@source'] }),
  standInEntry({ id: 'needs-findings', consumes: ['qa@target'] }),
  standInEntry({
    id: 'needs-clauses',
    resolve: () => ({ consumes: [{ type: 'segmentation', side: 'source', layer: 'clauses' }] }),
  }),
  standInEntry({ id: 'needs-target', requires: ['target-language'] }),
  standInEntry({ id: 'source-case', produces: ['source@source'], writesOutput: true }),
  standInEntry({ id: 'both-case', produces: ['source@source', 'target@target?'], writesOutput: true }),
]);
const rules = { rules: [{ term: 'x', category: 'y' }] };
const cloud = { provider: 'anthropic' };

function compile(steps: readonly Step[], env: Partial<CompileEnv> = {}) {
  return compileFlow({ name: 'x', spec: { steps } }, registry, {
    sourceLocale: 'en',
    targetLocales: ['de'],
    source: { kind: 'file' },
    ...env,
  });
}

function said(steps: readonly Step[], env: Partial<CompileEnv> = {}): string[] {
  return compile(steps, env).diagnostics.map(({ severity, rule, node }) => `${severity} ${rule} ${node ?? ''}`);
}

describe('checkDataFlow', () => {
  test.each([
    ['file', undefined, ['segmentation@source']],
    ['none', undefined, ['segmentation@source']],
    ['file', 'bilingual', ['segmentation@source', 'target@target']],
    ['file', 'multilingual', ['segmentation@source', 'target@target']],
    ['interchange', undefined, ['segmentation@source', 'target@target', 'alignment@source']],
  ] as const)('K101 %s of format %s starts with these ports', (kind, format, ports) => {
    expect(startPorts({ kind, format }).map(({ type, side }) => `${type}@${side}`)).toEqual(ports);
  });

  test('K101 a store has what earlier runs found, an unbound flow all but findings, matches and counts', () => {
    const types = (ports: ReturnType<typeof startPorts>) => new Set(ports.map(({ type }) => type));
    const store = types(startPorts({ kind: 'store' }));
    expect([...store]).toEqual([
      'segmentation',
      'target',
      'alignment',
      'term',
      'entity',
      'alt-translation',
      'qa',
      'tm-match',
      'word-count',
    ]);
    expect([...types(startPorts({}))]).toEqual([...store].slice(0, 6));
  });

  test('K101 a step that relies on a store gets a hint while the flow is not bound', () => {
    const [found] = compile([{ tool: 'needs-count' }], { source: {} }).diagnostics;
    expect(found).toMatchObject({ severity: 'hint', rule: 'port-missing', port: 'word-count@source' });
    expect(found?.hint).toBe('Put "word-count" before it, or read the store');
    expect(said([{ tool: 'needs-count' }])).toEqual(['error port-missing 1']);
    expect(said([{ tool: 'needs-count' }], { source: { kind: 'store' } })).toEqual([]);
  });

  test('K101 what the flow is meant for counts when nothing else is said', () => {
    const flow = { name: 'x', io: { source: 'store' }, spec: { steps: [{ tool: 'needs-count' }] } } as const;
    expect(compileFlow(flow, registry, { sourceLocale: 'en' }).diagnostics).toEqual([]);
  });

  test('K101 the hint names tools and bindings that give the port', () => {
    const [found] = compile([{ tool: 'qa-check' }]).diagnostics;
    expect(found?.message).toBe('"qa-check" needs target@target, which no step before it makes');
    expect(found?.hint).toBe(
      'Put "tm-leverage" or "ai-translate" or "pseudo-translate" before it, or read a file that has translations (`--existing` reads them from a file beside it) or the store',
    );
  });

  test('K75 rewriting targets makes none', () => {
    const replace = { tool: 'search-replace', config: { search: 'x' } };
    expect(said([replace, { tool: 'qa-check' }])).toEqual(['error port-missing 1', 'error port-missing 2']);
    expect(compile([replace]).diagnostics[0]?.hint).toMatch(
      /^Set "applySource" \(--apply-source\) to work on the source, or put "/,
    );
  });

  test('K75 a layer is a port of its own', () => {
    expect(said([{ tool: 'segmentation' }, { tool: 'needs-clauses' }])).toEqual(['error port-missing 2']);
    expect(said([{ tool: 'segmentation', config: { layer: 'clauses' } }, { tool: 'needs-clauses' }])).toEqual([]);
  });

  test('K75 a step that is bound to a locale needs that variant', () => {
    const german: Step = { tool: 'ai-translate', locales: ['de'] };
    expect(said([german, { tool: 'qa-check', locales: ['de'] }])).toEqual([]);
    expect(said([german, { tool: 'qa-check', locales: ['fr'] }])).toEqual(['error port-missing 2']);
    expect(said([{ tool: 'ai-translate' }, { tool: 'qa-check', locales: ['de'] }])).toEqual([]);
    expect(said([german, { tool: 'qa-check' }])).toEqual([]);
  });

  test('K75 who asks for findings takes those of any check', () => {
    expect(said([{ tool: 'ai-translate' }, { tool: 'term-check' }, { tool: 'needs-findings' }])).toEqual([]);
  });

  test('K98 a branch does not see what its siblings make, and after the join all of it is there', () => {
    const steps: Step[] = [{ parallel: [{ tool: 'word-count' }, { tool: 'needs-count' }] }];
    const { diagnostics } = compile(steps);
    expect(diagnostics.map(({ rule, node }) => `${rule} ${node}`)).toEqual(['port-missing 1.b2.1']);
    expect(diagnostics[0]?.message).toContain('runs beside it');
    expect(said([{ parallel: [{ tool: 'word-count' }, { tool: 'char-count' }] }, { tool: 'needs-count' }])).toEqual([]);
  });
});

describe('checkPlacement', () => {
  test('K102 a rewriter of the source after targets is refused unless it rewrites them too', () => {
    expect(said([{ tool: 'ai-translate' }, { tool: 'source-case' }])).toEqual(['error transformer-after-target 2']);
    expect(said([{ tool: 'ai-translate' }, { tool: 'both-case' }])).toEqual([]);
    expect(said([{ tool: 'source-case' }], { source: { kind: 'interchange' } })).toEqual([]);
  });

  test('K102 before and after follow the graph inside branches', () => {
    const beside: Step[] = [{ parallel: [{ tool: 'ai-translate' }, { tool: 'source-case' }] }];
    expect(said(beside)).toEqual(['error parallel-source-write 1.b2.1']);
    const after: Step[] = [{ parallel: [{ tool: 'ai-translate' }, { tool: 'word-count' }] }, { tool: 'source-case' }];
    expect(said(after)).toEqual(['error transformer-after-target 2']);
  });

  test('K76 only egress has force, a call alone has none', () => {
    const calls = standInEntry({ id: 'calls', sideEffects: ['api-call'] });
    const sends = standInEntry({ id: 'sends', sideEffects: ['remote-source-egress'] });
    const tools = standInRegistry([calls, sends]);
    const rulesOf = (tool: string) =>
      compileFlow({ name: 'x', spec: { steps: [{ tool }, { tool: 'redact', config: rules }] } }, tools, {
        sourceLocale: 'en',
      }).diagnostics.map(({ rule }) => rule);
    expect(rulesOf('calls')).toEqual([]);
    expect(rulesOf('sends')).toEqual(['transformer-after-remote-egress']);
  });

  test('K100 redaction that the project demands must cover every egress', () => {
    const demand = { redactionRequired: true };
    const remote = { tool: 'ai-translate', config: cloud };
    expect(said([remote], demand)).toEqual(['error redaction-coverage 1']);
    expect(said([{ tool: 'redact', config: rules }, remote, { tool: 'unredact' }], demand)).toEqual([]);
    expect(said([{ tool: 'ai-translate' }], demand)).toEqual([]);
    expect(said([{ tool: 'source-case' }, remote], demand)).toEqual(['error redaction-coverage 2']);
  });

  test('K100 what is taken out and not put back is a warning when a file is written', () => {
    const taken = [{ tool: 'redact', config: rules }];
    expect(said(taken, { sink: 'file' })).toEqual(['warning redaction-unrestored 1']);
    expect(said(taken, { sink: 'interchange' })).toEqual([]);
    expect(said([...taken, { tool: 'unredact' }], { sink: 'file' })).toEqual([]);
    expect(said([...taken, { tool: 'both-case' }], { sink: 'file' })).toEqual(['warning redaction-unrestored 1']);
  });

  test('K100 a rewriter is late only after marks that it does not read', () => {
    const late = 'warning transformer-late-placement 2';
    expect(said([{ tool: 'segmentation' }, { tool: 'source-case' }])).toEqual([late]);
    expect(said([{ tool: 'word-count' }, { tool: 'source-case' }])).toEqual([]);
    expect(said([{ tool: 'ai-entity-extract' }, { tool: 'redact', config: { entityTypes: ['date'] } }])).toEqual([]);
    expect(
      said([
        { tool: 'segmentation' },
        { tool: 'ai-entity-extract' },
        { tool: 'redact', config: { entityTypes: ['date'] } },
      ]),
    ).toEqual([]);
  });
});

describe('checkRequirements', () => {
  const all: readonly Requirement[] = ['tm', 'termbase', 'credentials', 'vault', 'exec', 'network'];

  test('K78 missing memories and termbases warn, anything else stops', () => {
    expect(said([{ tool: 'tm-leverage' }], { offers: [] })).toEqual(['warning requires-missing 1']);
    expect(said([{ tool: 'tm-leverage' }], { offers: [], strict: true })).toEqual(['error requires-missing 1']);
    expect(said([{ tool: 'ai-translate', config: cloud }], { offers: [] })).toEqual(['error requires-missing 1']);
    expect(said([{ tool: 'redact', config: rules }], { offers: [] })).toEqual(['error requires-missing 1']);
    expect(said([{ tool: 'ai-translate', config: cloud }, { tool: 'tm-leverage' }], { offers: all })).toEqual([]);
  });

  test('K78 a missing target language stops, and is told once', () => {
    expect(said([{ tool: 'needs-target' }], { targetLocales: [] })).toEqual(['error requires-missing 1']);
    expect(said([{ tool: 'ai-translate' }], { targetLocales: [], offers: all })).toEqual(['error locale-missing 1']);
    expect(said([{ tool: 'pseudo-translate' }], { targetLocales: [], offers: all })).toEqual([]);
    expect(said([{ tool: 'needs-target' }, { tool: 'ai-translate' }], { targetLocales: undefined })).toEqual([]);
  });

  test('K90 a local provider needs no credentials', () => {
    expect(said([{ tool: 'ai-translate', config: { provider: 'ollama' } }], { offers: [] })).toEqual([]);
  });

  test('K100 a step that runs programs needs consent', () => {
    const step = { tool: 'external-command', config: { applyTarget: false, applySource: true } };
    expect(said([step])).toEqual(['error exec-untrusted 1']);
    expect(said([step], { execTrusted: true })).toEqual([]);
  });
});

describe('buildGraph', () => {
  const step = (id: string) => ({ kind: 'step', id, pointer: '', tool: 't', variants: [], handles: [] }) as const;

  test('K94 lays steps, forks and joins out with one entry and one exit', () => {
    const graph = buildGraph([
      step('1'),
      { kind: 'fork', id: '2', pointer: '', branches: [[step('2.b1.1')], [step('2.b2.1'), step('2.b2.2')]] },
      step('3'),
    ]);
    expect(graph.nodes.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'step 1',
      'fork 2',
      'step 2.b1.1',
      'step 2.b2.1',
      'step 2.b2.2',
      'join 2.join',
      'step 3',
    ]);
    expect(graph.edges.map((edge) => edge.join(' → '))).toEqual([
      '1 → 2',
      '2 → 2.b1.1',
      '2 → 2.b2.1',
      '2.b2.1 → 2.b2.2',
      '2.b1.1 → 2.join',
      '2.b2.2 → 2.join',
      '2.join → 3',
    ]);
    expect(checkGraph(graph)).toEqual([]);
  });

  test('K94 a graph with two entries, two exits, a cycle or a loose edge is of no good form', () => {
    const nodes = [step('1'), step('2'), step('3')];
    expect(
      checkGraph({
        nodes,
        edges: [
          ['1', '3'],
          ['2', '3'],
        ],
      }),
    ).toEqual(['there is more than one entry']);
    expect(
      checkGraph({
        nodes,
        edges: [
          ['1', '2'],
          ['1', '3'],
        ],
      }),
    ).toEqual(['there is more than one exit']);
    expect(
      checkGraph({
        nodes,
        edges: [
          ['1', '2'],
          ['2', '3'],
          ['3', '2'],
        ],
      }),
    ).toContain('it has a cycle');
    expect(checkGraph({ nodes: [step('1')], edges: [['1', '9']] })).toContain('an edge leads nowhere');
    expect(checkGraph({ nodes: [step('1'), step('1')], edges: [] })).toContain('two nodes have one path');
  });
});
