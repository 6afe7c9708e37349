import fc from 'fast-check';
import { stringify } from 'yaml';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../test/cpu-now.js';
import type { ParsedFlow } from './outline.js';
import { outlineSteps } from './outline.js';
import { parseFlow } from './parse-flow.js';

const enveloped = `apiVersion: v1
kind: FlowDefinition
metadata: { name: Production Pipeline, description: All of it }
spec:
  onError: fail
  steps:
    - tool: tm-leverage
      config: { fuzzyThreshold: 75 }
    - { tool: ai-translate, parallelBlocks: 8, onError: { retry: { attempts: 3 }, then: quarantine } }
    - parallel: [ { tool: word-count }, { steps: [ { tool: char-count }, { tool: chars-listing } ] } ]
`;

function said({ diagnostics }: ParsedFlow): string[] {
  return diagnostics.map(({ rule, pointer, line, column }) => `${rule} ${pointer} ${line ?? '-'}:${column ?? '-'}`);
}

describe('parseFlow', () => {
  test('K91 reads an enveloped document', () => {
    const flow = parseFlow(enveloped, { file: 'flows/all.yaml' });
    expect(said(flow)).toEqual([]);
    expect(flow.definition).toEqual({
      name: 'Production Pipeline',
      description: 'All of it',
      spec: {
        onError: 'fail',
        steps: [
          { tool: 'tm-leverage', config: { fuzzyThreshold: 75 } },
          { tool: 'ai-translate', parallelBlocks: 8, onError: { retry: { attempts: 3 }, then: 'quarantine' } },
          { parallel: [{ tool: 'word-count' }, { steps: [{ tool: 'char-count' }, { tool: 'chars-listing' }] }] },
        ],
      },
    });
    expect(outlineSteps(flow.outline).map(({ node, pointer }) => `${node} ${pointer}`)).toEqual([
      '1 /spec/steps/0',
      '2 /spec/steps/1',
      '3.b1.1 /spec/steps/2/parallel/0',
      '3.b2.1 /spec/steps/2/parallel/1/steps/0',
      '3.b2.2 /spec/steps/2/parallel/1/steps/1',
    ]);
  });

  test('K91 reads a bare document, named after its file', () => {
    const flow = parseFlow('steps:\n  - tool: word-count\n', { file: 'flows/My count.yaml' });
    expect(flow.definition).toEqual({ name: 'My count', spec: { steps: [{ tool: 'word-count' }] } });
  });

  test('K91 reads JSON, with tabs and escapes', () => {
    const json = '{\n\t"name": "A \\ud83d\\ude00 \\/",\n\t"steps": [\n\t\t{"tool": "x"}\n\t]\n}';
    expect(parseFlow(json).definition).toEqual({ name: 'A 😀 /', spec: { steps: [{ tool: 'x' }] } });
  });

  test('K91 reads what JSON.stringify and a YAML writer make of one document', () => {
    const name = fc.string({ minLength: 1 }).map((text) => `x${text}`);
    const step = fc.record(
      { tool: name, config: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })) },
      { requiredKeys: ['tool'] },
    );
    const flow = fc.record({ name, steps: fc.array(step, { maxLength: 4 }) });
    fc.assert(
      fc.property(flow, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        for (const text of [JSON.stringify(value), JSON.stringify(value, null, '\t'), stringify(plain)]) {
          const { definition } = parseFlow(text);
          expect({ name: definition?.name, steps: definition?.spec.steps }).toEqual(plain);
        }
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['a key twice', 'steps:\n  - tool: a\n    tool: b\n', 3, 5],
    ['a key twice in JSON', '{"steps": [],\n "steps": []}', 2, 2],
    ['two documents', 'steps: []\n---\nsteps: []\n', 2, 1],
    ['an unclosed list', 'steps: [\n', 2, 1],
    ['an alias without an anchor', 'steps: *nowhere\n', 1, 8],
    ['a tag', 'steps: !run []\n', 1, 8],
    ['a number that JSON lacks', 'steps:\n  - tool: x\n    config: { a: .nan }\n', 3, 18],
    ['another version of YAML', '%YAML 1.1\n---\nsteps: []\n', 1, 1],
  ])('K91 refuses %s and says where', (_, text, line, column) => {
    const flow = parseFlow(text, { file: 'x.yaml' });
    expect(flow.definition).toBeUndefined();
    expect(flow.diagnostics[0]).toMatchObject({ rule: 'flow-syntax', severity: 'error', file: 'x.yaml', line, column });
  });

  test('K91 stops when aliases stand for more than 10,000 values', () => {
    const rows = Array.from({ length: 8 }, (_, level) => `  - &a${level + 1} [${`*a${level},`.repeat(9)}*a${level}]`);
    const bomb = `steps: []\nio:\n  - &a0 [x]\n${rows.join('\n')}\n`;
    const started = cpuNow();
    expect(parseFlow(bomb).diagnostics[0]?.message).toBe('Its aliases expand to more than 10000 values');
    expect(cpuNow() - started).toBeLessThan(1000);
  });

  test('K91 an alias of itself and a document nested without end are refused', () => {
    expect(parseFlow('steps: &a [*a]\n').diagnostics[0]?.rule).toBe('flow-syntax');
    expect(parseFlow(`steps: ${'['.repeat(50_000)}`).diagnostics[0]?.rule).toBe('flow-syntax');
    expect(parseFlow(`{"steps": ${'['.repeat(400)}${']'.repeat(400)}}`).diagnostics[0]?.message).toBe(
      'It is nested too deeply',
    );
    expect(parseFlow(' '.repeat((1 << 20) + 1)).diagnostics[0]?.message).toBe('It has more than 1048576 characters');
  });

  test('K91 aliases within bounds are expanded', () => {
    const text = 'steps:\n  - &one { tool: a, config: &c { x: 1 } }\n  - { tool: b, config: *c }\n';
    expect(parseFlow(text).definition?.spec.steps).toEqual([
      { tool: 'a', config: { x: 1 } },
      { tool: 'b', config: { x: 1 } },
    ]);
  });

  test('K91 any text gives a flow or faults, never a throw', () => {
    const piece = fc.constantFrom(
      'steps:',
      '- ',
      'tool',
      ':',
      ' ',
      '\n',
      '{',
      '}',
      '[',
      ']',
      '&a',
      '*a',
      '"',
      'parallel',
      ',',
      '!',
      '|',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { definition, diagnostics } = parseFlow(pieces.join(''));
        expect(definition === undefined).toBe(diagnostics.length > 0);
      }),
    );
  });
});

describe('parseFlow on steps', () => {
  test('K92 an unknown key is named with the nearest known one and its place', () => {
    const flow = parseFlow('steps:\n  - tool: x\n    paralellBlocks: 2\n    colour: red\n');
    expect(said(flow)).toEqual(['unknown-key /steps/0/paralellBlocks 3:5', 'unknown-key /steps/0/colour 4:5']);
    expect(flow.diagnostics[0]?.hint).toBe('Did you mean "parallelBlocks"?');
    expect(flow.diagnostics[1]?.hint).toContain('"overwriteApproved"');
  });

  test.each([
    ['- { steps: [ { tool: x } ] }', ['unknown-key /steps/0/steps']],
    ['- { parallel: [ { tool: x } ], tool: y }', ['unknown-key /steps/0/tool']],
    ['- { parallel: [ { steps: [ { tool: x } ], id: y } ] }', ['unknown-key /steps/0/parallel/0/id']],
    ['- { tool: x, onError: { retry: { times: 3 } } }', ['unknown-key /steps/0/onError/retry/times']],
    ['- { tool: x, onError: ignore }', ['flow-syntax /steps/0/onError']],
    [
      '- { tool: x, onError: { retry: { attempts: 0, on: [BAD] }, then: stop } }',
      [
        'flow-syntax /steps/0/onError/retry/attempts',
        'flow-syntax /steps/0/onError/retry/on',
        'flow-syntax /steps/0/onError/then',
      ],
    ],
    ['- { tool: x, onError: { then: skip } }', ['flow-syntax /steps/0/onError/retry']],
    ['- { tool: "" }', ['flow-syntax /steps/0/tool']],
    ['- { tool: x, config: [] }', ['flow-syntax /steps/0/config']],
    ['- { tool: x, parallelBlocks: 0 }', ['flow-syntax /steps/0/parallelBlocks']],
    ['- { tool: x, overwriteApproved: yes }', ['flow-syntax /steps/0/overwriteApproved']],
    ['- { tool: x, locales: [de, en_US!] }', ['flow-syntax /steps/0/locales/1']],
    ['- { tool: x, locales: [] }', ['flow-syntax /steps/0/locales']],
    ['- { tool: x, id: a }\n  - { tool: y, id: a }', ['flow-syntax /steps/1/id']],
    ['- { label: x }', ['flow-syntax /steps/0']],
    ['- just text', ['flow-syntax /steps/0']],
    ['- { parallel: { tool: x } }', ['flow-syntax /steps/0/parallel']],
  ])('K92 refuses %s', (step, rules) => {
    const flow = parseFlow(`steps:\n  ${step}\n`);
    expect(flow.diagnostics.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(rules);
    expect(flow.definition).toBeUndefined();
  });

  test('K92 a broken step is left out and the others keep their paths', () => {
    const flow = parseFlow('steps: [ { tool: a }, 7, { tool: c } ]');
    expect(outlineSteps(flow.outline).map(({ node, step }) => `${node} ${step.tool}`)).toEqual(['1 a', '3 c']);
  });

  test('K92 a flow has at most 1000 steps', () => {
    const flow = parseFlow(`steps:\n${'- { tool: a }\n'.repeat(1200)}`);
    expect(flow.diagnostics.map(({ message }) => message)).toEqual(['A flow has at most 1000 steps']);
  });
});

describe('parseFlow on places', () => {
  test.each([
    ['io: { source: file, sink: store }\nsteps: []', []],
    ['io: { source: "./in.json" }\nsteps: []', ['flow-io-in-document /io/source']],
    ['io: { sink: "store:main" }\nsteps: []', ['flow-io-in-document /io/sink']],
    ['source: a.json\nsteps: []', ['flow-io-in-document /source']],
    ['steps: [ { tool: x, output: b.json } ]', ['flow-io-in-document /steps/0/output']],
    ['source_transforms: []\nsteps: []', ['flow-legacy /source_transforms']],
    ['apiVersion: v1\nkind: Flow\nspec: { steps: [] }', ['flow-kind /kind']],
    ['apiVersion: v2\nkind: FlowDefinition\nspec: { steps: [] }', ['flow-kind /apiVersion']],
    ['apiVersion: v1\nkind: FlowDefinition', ['flow-syntax ']],
    ['apiVersion: v1\nkind: FlowDefinition\nmetadata: x\nspec: { steps: [] }', ['flow-syntax /metadata']],
    ['name: "--"\nsteps: []', ['flow-syntax /name']],
    ['name: x', ['flow-syntax /steps']],
    ['- tool: x', ['flow-syntax ']],
  ])('K93 reads %s', (text, rules) => {
    expect(parseFlow(text).diagnostics.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(rules);
  });
});

describe('parseFlow on branches', () => {
  const nest = (depth: number) => `${'{ parallel: ['.repeat(depth)}{ tool: a }${'] }'.repeat(depth)}`;

  test('K99 branches nest to depth 8 and not deeper', () => {
    expect(said(parseFlow(`steps: [ ${nest(8)} ]`))).toEqual([]);
    expect(parseFlow(`steps: [ ${nest(9)} ]`).diagnostics.map(({ rule }) => rule)).toEqual(['parallel-depth']);
  });
});
