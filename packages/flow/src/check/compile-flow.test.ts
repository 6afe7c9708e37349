import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Branch, FlowDefinition, Step } from '../contract/flow-document.js';
import type { PlanNode } from '../contract/plan.js';
import { planSteps } from '../binding/plan-steps.js';
import { parseFlow } from '../document/parse-flow.js';
import { FlowError } from '../flow-errors.js';
import { standInEntry, standInRegistry } from '../testing/stand-in-tools.js';
import { fingerprintOf } from '../tool/fingerprint.js';
import { checkPresets } from './check-presets.js';
import { assertPlan, compileFlow } from './compile-flow.js';
import type { CompileEnv } from './compile-env.js';
import { buildGraph, checkGraph, type GraphTree } from './flow-graph.js';

const chain = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['steps'],
    properties: { steps: { type: 'array', items: {}, 'x-steps': true } },
  },
  default: {},
  description: 'The chain of each format.',
} as const;
const layers = standInEntry({ id: 'layer-processor', properties: { layers: chain } });
const registry = standInRegistry([layers]);
const env: CompileEnv = { sourceLocale: 'en', targetLocales: ['de', 'fr'] };

function compile(steps: readonly Step[], more: Partial<CompileEnv> = {}, spec: Partial<FlowDefinition['spec']> = {}) {
  return compileFlow({ name: 'My Flow', spec: { ...spec, steps } }, registry, { ...env, ...more });
}

function said(steps: readonly Step[], more: Partial<CompileEnv> = {}): string[] {
  return compile(steps, more).diagnostics.map(
    ({ severity, rule, node, pointer }) => `${severity} ${rule} ${node ?? '-'} ${pointer}`,
  );
}

describe('compileFlow', () => {
  test('K94 gives a frozen, serialisable, hashed plan with paths as nodes', () => {
    const { plan } = compile([
      { tool: 'segment', label: 'Cut' },
      { parallel: [{ tool: 'word-count' }, { steps: [{ tool: 'char-count' }, { tool: 'ai-translate' }] }] },
    ]);
    expect(plan).toMatchObject({
      schema: 'helve.plan/v1',
      flow: 'my-flow',
      name: 'My Flow',
      sourceLocale: 'en',
      targetLocales: ['de', 'fr'],
    });
    expect(
      plan === undefined ? [] : planSteps(plan).map(({ node, tool, pointer }) => `${node} ${tool} ${pointer}`),
    ).toEqual([
      '1 segmentation /spec/steps/0',
      '2.b1.1 word-count /spec/steps/1/parallel/0',
      '2.b2.1 char-count /spec/steps/1/parallel/1/steps/0',
      '2.b2.2 ai-translate /spec/steps/1/parallel/1/steps/1',
    ]);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    expect(Object.isFrozen(plan?.nodes[0])).toBe(true);
    expect(plan?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('K94 the hash changes with the plan and with nothing else', () => {
    const one = compile([{ tool: 'word-count' }]).plan?.hash;
    expect(compile([{ tool: 'word-count' }]).plan?.hash).toBe(one);
    expect(compile([{ tool: 'word-count' }], { parallelBlocks: 2 }).plan?.hash).not.toBe(one);
    expect(compile([{ tool: 'char-count' }]).plan?.hash).not.toBe(one);
  });

  test('K94 there is no plan when there is an error, and there is one when there are warnings', () => {
    const rules = { rules: [{ term: 'x', category: 'y' }] };
    const warned = compile([{ tool: 'redact', config: rules }], { sink: 'file' });
    expect([warned.plan === undefined, warned.diagnostics.map(({ severity }) => severity)]).toEqual([
      false,
      ['warning'],
    ]);
    const refused = compile([{ tool: 'no-such-tool' }]);
    expect(refused.plan).toBeUndefined();
    expect(() => assertPlan(refused)).toThrow(FlowError);
    expect(() => assertPlan(refused)).toThrow(
      'Cannot load the flow "My Flow": problems found: 1; first: There is no tool "no-such-tool"',
    );
  });

  test('K94 a step takes its policy and its number of blocks from the nearest that says so', () => {
    const spec = { onError: 'skip' } as const;
    const [own, flow] = stepsIn(
      compile(
        [
          { tool: 'ai-translate', onError: 'quarantine', parallelBlocks: 9 },
          { tool: 'ai-translate', overwriteApproved: true },
        ],
        {},
        spec,
      ),
    );
    expect([own?.onError, own?.parallelBlocks, own?.overwriteApproved]).toEqual(['quarantine', 9, false]);
    expect([flow?.onError, flow?.parallelBlocks, flow?.overwriteApproved]).toEqual(['skip', 4, true]);
    const [run, plain] = stepsIn(
      compile([{ tool: 'ai-translate' }, { tool: 'word-count' }], { parallelBlocks: 2, onError: 'skip' }),
    );
    expect([run?.parallelBlocks, run?.onError, plain?.parallelBlocks]).toEqual([2, 'skip', 2]);
    expect(stepsIn(compile([{ tool: 'word-count' }]))[0]).toMatchObject({ onError: 'fail', parallelBlocks: 1 });
  });

  test('K83 a step has every default and the project preset under its own config', () => {
    const presets = { 'pseudo-translate': { prefix: '<', suffix: '>' } };
    const [step] = stepsIn(compile([{ tool: 'pseudo', config: { suffix: '!' } }], { presets }));
    expect(step?.config).toEqual({ expansionPercent: 0, prefix: '<', suffix: '!' });
    expect(step?.fingerprint).toBe(fingerprintOf({ expansionPercent: 0, prefix: '<', suffix: '!' }));
    const bad = compile([{ tool: 'pseudo-translate' }], { presets: { 'pseudo-translate': { prefx: '' } } });
    expect(bad.diagnostics.map(({ rule, hint }) => [rule, hint])).toEqual([
      ['config-invalid', 'Did you mean "prefix"?'],
    ]);
  });

  test('K73 what else shapes a result is in the fingerprint of its step', () => {
    const plain = stepsIn(compile([{ tool: 'ai-translate' }]))[0]?.fingerprint;
    const digestsOf = (tool: string) => ({ prompt: `digest of ${tool}` });
    expect(stepsIn(compile([{ tool: 'ai-translate' }], { digestsOf }))[0]?.fingerprint).not.toBe(plain);
  });

  test('K100 diagnostics come in the order of the lines, whichever check found them', () => {
    const text = 'steps:\n  - tool: no-such-tool\n  - tool: word-count\n    cofnig: {}\n  - tool: nor-this-one\n';
    const { diagnostics } = compileFlow(parseFlow(text, { file: 'a.yaml' }), registry, env);
    expect(diagnostics.map(({ rule, line }) => [rule, line])).toEqual([
      ['unknown-tool', 2],
      ['unknown-key', 4],
      ['unknown-tool', 5],
    ]);
  });

  test('K85 checks every step, nested step and layer chain, with the place of each fault', () => {
    const text = `steps:
  - parallel:
      - tool: pseudo-translate
        config: { prefix: 7 }
  - tool: layer-processor
    config:
      layers:
        html: { steps: [ { tool: tm-leverage, config: { fuzzyThreshold: 300 } }, { tool: wordcount2 }, { tol: x } ] }
`;
    const { diagnostics } = compileFlow(parseFlow(text, { file: 'a.yaml' }), registry, env);
    expect(
      diagnostics.map(({ rule, node, pointer, line, file }) => `${file}:${line} ${rule} ${node ?? '-'} ${pointer}`),
    ).toEqual([
      'a.yaml:4 config-invalid 1.b1.1 /steps/0/parallel/0/config/prefix',
      'a.yaml:8 unknown-key - /steps/1/config/layers/html/steps/2/tol',
      'a.yaml:8 flow-syntax - /steps/1/config/layers/html/steps/2',
      'a.yaml:8 config-invalid 2.c1.1 /steps/1/config/layers/html/steps/0/config/fuzzyThreshold',
      'a.yaml:8 unknown-tool 2.c1.2 /steps/1/config/layers/html/steps/1/tool',
    ]);
  });

  test('K100 layer chains are checked where they stand in the flow', () => {
    const inside = (tool: string): Step => ({
      tool: 'layer-processor',
      config: { layers: { html: { steps: [{ tool }] } } },
    });
    const file = { source: { kind: 'file' } } as const;
    expect(said([inside('qa-check')], file)).toEqual([
      'error port-missing 1.c1.1 /spec/steps/0/config/layers/html/steps/0',
    ]);
    expect(said([{ tool: 'ai-translate' }, inside('qa-check')], file)).toEqual([]);
    expect(said([inside('qa-check'), { tool: 'ai-translate' }], file)).toEqual([
      'error port-late 1.c1.1 /spec/steps/0/config/layers/html/steps/0',
    ]);
  });

  test('K85 a secret is not read from a flow or a preset and is in no plan', () => {
    const secret = { provider: 'demo', apiKey: 'canary-123' };
    const results = [
      compile([{ tool: 'ai-translate', config: secret }]),
      compile([{ tool: 'ai-translate' }], { presets: { 'ai-translate': secret } }),
    ];
    for (const result of results) {
      expect(result.diagnostics.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
        'config-invalid /spec/steps/0/config/apiKey',
      ]);
      expect(JSON.stringify(result)).not.toContain('canary-123');
    }
  });

  test('K85 presets are checked without a flow, and need not be whole', () => {
    const presets = {
      'tm-leverage': { fuzzyThreshold: 7 },
      'ai-translate': { apiKey: 'canary-123' },
      pseudo: {},
      'qa-chek': {},
    };
    const found = checkPresets(presets, registry);
    expect(found.map(({ rule, pointer, hint }) => `${rule} ${pointer} ${hint ?? '-'}`)).toEqual([
      'config-invalid /tools/tm-leverage/fuzzyThreshold -',
      'config-invalid /tools/ai-translate/apiKey Name a stored one instead (credential: NAME)',
      'unknown-tool /tools/qa-chek Did you mean "qa-check"?',
    ]);
  });

  test('K85 a secret of a wrong type is not repeated in what is said about it', () => {
    const result = compile([{ tool: 'ai-translate', config: { apiKey: ['canary-123'] } }]);
    expect(result.diagnostics.map(({ rule }) => rule)).toEqual(['config-invalid']);
    expect(JSON.stringify(result)).not.toContain('canary-123');
  });

  test('K88 what a resolver finds is told like any other fault', () => {
    expect(said([{ tool: 'search-replace', config: { applyTarget: false } }])).toEqual([
      'error config-invalid 1 /spec/steps/0',
    ]);
    expect(said([{ tool: 'redact' }])).toEqual(['error config-invalid 1 /spec/steps/0']);
  });

  test('K110 a path with an unknown variable or resource is refused at load', () => {
    expect(said([{ tool: 'segmentation', config: { srx: '${home}/x.srx' } }])).toEqual([
      'error config-invalid 1 /spec/steps/0/config/srx',
    ]);
    expect(said([{ tool: 'tm-leverage', config: { tm: ['tm:main', 'ftp:x'] } }])).toEqual([
      'error config-invalid 1 /spec/steps/0/config/tm/1',
    ]);
  });

  test('K104 a parameter that names no locale is refused', () => {
    expect(said([{ tool: 'ai-translate', config: { targetLocale: 'not a tag' } }])).toEqual([
      'error config-invalid 1 /spec/steps/0/config/targetLocale',
    ]);
  });

  test('K100 every load path gives all findings at once, with a hint', () => {
    const text =
      'steps:\n  - { tool: qa-check, colour: red }\n  - { tool: ai-translat }\n  - { tool: tm-leverage, config: { fuzzyThreshold: 1 } }\n';
    const { diagnostics } = compileFlow(parseFlow(text), registry, { ...env, source: { kind: 'file' } });
    expect(diagnostics.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      'unknown-key 2',
      'port-late 2',
      'unknown-tool 3',
      'config-invalid 4',
    ]);
    for (const { hint, rule } of diagnostics) if (rule !== 'config-invalid') expect(hint).toBeDefined();
  });

  test('K94 a definition that a program holds is read by the same rules', () => {
    const flow = { name: 'x', spec: { steps: [{ tol: 'x' }] } } as unknown as FlowDefinition;
    expect(compileFlow(flow, registry, env).diagnostics.map(({ rule }) => rule)).toEqual([
      'unknown-key',
      'flow-syntax',
    ]);
  });

  test('K94 random flows fail the checks or have a plan of good form', () => {
    const names = registry.list().map(({ name }) => name);
    const tool = fc.record(
      {
        tool: fc.oneof(
          { weight: 12, arbitrary: fc.constantFrom(...names) },
          { weight: 1, arbitrary: fc.constant('nobody') },
        ),
        locales: fc.constantFrom(['de'], ['fr'], ['de', 'fr'], ['de', 'fr', 'ja']),
        config: fc.constantFrom(
          {},
          { presets: ['email'] },
          { acrossLocales: true },
          { applySource: true },
          { provider: 'anthropic' },
        ),
      },
      { requiredKeys: ['tool'] },
    );
    const { step } = fc.letrec<{ step: Step; branch: Branch }>((tie) => ({
      step: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        tool,
        fc.record({ parallel: fc.array(tie('branch'), { minLength: 1, maxLength: 3 }) }),
      ),
      branch: fc.oneof(
        { depthSize: 'small' },
        tie('step'),
        fc.record({ steps: fc.array(tie('step'), { minLength: 1, maxLength: 2 }) }),
      ),
    }));
    const kind = fc.constantFrom('file', 'interchange', 'store', undefined);
    let plans = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), kind, (flow, source) => {
        const { plan, diagnostics } = compile(flow, { source: { kind: source }, execTrusted: true });
        expect(plan === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
        if (plan === undefined) return;
        plans += 1;
        expect(checkGraph(buildGraph(plan.nodes.map(toTree)))).toEqual([]);
        const passes = plan.passes.map((pass) => pass.join(' '));
        expect(passes).toEqual([...new Set(passes)]);
        for (const { localeSets, contract } of planSteps(plan)) {
          for (const set of localeSets)
            expect(contract.cardinality === 'monolingual' || passes.includes(set.join(' '))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    expect(plans).toBeGreaterThan(20);
  });
});

function stepsIn({ plan }: ReturnType<typeof compileFlow>) {
  return plan === undefined ? [] : planSteps(plan);
}

function toTree(node: PlanNode): GraphTree {
  const { pointer } = node;
  if (node.kind === 'fork')
    return { kind: 'fork', id: node.node, pointer, branches: node.branches.map((branch) => branch.map(toTree)) };
  return { kind: 'step', id: node.node, pointer, tool: node.tool, variants: [], handles: [] };
}
