import { describe, expect, test } from 'vitest';
import { assertPlan, compileFlow } from '../check/compile-flow.js';
import { standInRegistry } from '../testing/stand-in-tools.js';
import { drawFlow } from './draw-flow.js';
import { explainPlan } from './explain-plan.js';
import { resolveBinding } from './resolve-binding.js';
import { toMermaid } from './to-mermaid.js';

const plan = assertPlan(
  compileFlow(
    {
      name: 'My Flow',
      spec: {
        steps: [
          { tool: 'tm-leverage', config: { tm: ['tm:main'] }, label: 'Reuse "old" work' },
          { tool: 'ai-translate', config: { provider: 'anthropic' } },
          { parallel: [{ tool: 'qa-check' }, { steps: [{ tool: 'word-count' }, { tool: 'char-count' }] }] },
        ],
      },
    },
    standInRegistry(),
    { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'file' } },
  ),
);

describe('explainPlan', () => {
  test('K109 says bindings with reasons, passes, steps with their contracts, resources and files', () => {
    const source = resolveBinding('source', { inputs: ['a.json'] });
    const sink = resolveBinding('sink', { inputs: ['a.json'], writesOutput: true });
    const files = [{ input: 'a.json', format: 'json', outputs: ['a_de.json'] }];
    const explained = explainPlan(plan, { source, sink, files });
    expect(explained).toMatchObject({
      schema: 'helve.explain/v1',
      flow: 'my-flow',
      planHash: plan.hash,
      locales: { source: 'en', targets: ['de'] },
      bindings: { source: { kind: 'file', reason: 'detected by the extensions of the files' }, sink: { kind: 'file' } },
      passes: [['en', 'de']],
      resources: ['tm:main'],
      files,
    });
    expect(explained.steps[1]).toEqual({
      node: '2',
      tool: 'ai-translate',
      version: '1.0.0',
      config: { provider: 'anthropic' },
      cardinality: 'bilingual',
      capability: 'translate',
      consumes: [
        'term@source?',
        'entity@source?',
        'alt-translation@source?',
        'protected@source?',
        'segmentation@source?',
      ],
      produces: ['target@target', 'alt-translation@source'],
      requires: ['credentials', 'target-language'],
      effects: ['api-call', 'remote-source-egress'],
      localeSets: [['en', 'de']],
      onError: 'fail',
      parallelBlocks: 4,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(explained.annotations).toEqual([
      { type: 'tm-match', kind: 'match', side: 'source', steps: ['1'] },
      { type: 'alt-translation', kind: 'proposal', side: 'source', steps: ['1', '2'] },
      { type: 'qa', kind: 'finding', side: 'target', steps: ['3.b1.1'] },
      { type: 'word-count', kind: 'words', side: 'source', steps: ['3.b2.1'] },
      { type: 'char-count', kind: 'characters', side: 'source', steps: ['3.b2.2'] },
    ]);
    expect(explained.steps.map(({ node }) => node)).toEqual(['1', '2', '3.b1.1', '3.b2.1', '3.b2.2']);
    expect(Object.isFrozen(explained.steps)).toBe(true);
  });

  test('K88 the resolved contract is what is explained', () => {
    const local = assertPlan(
      compileFlow({ name: 'x', spec: { steps: [{ tool: 'ai-translate' }] } }, standInRegistry(), {
        sourceLocale: 'en',
        targetLocales: ['de'],
      }),
    );
    expect(explainPlan(local).steps[0]).toMatchObject({ effects: [], requires: ['target-language'] });
  });
});

test('K109 drawFlow draws steps, ports, passes and effects for the terminal', () => {
  expect(drawFlow(plan)).toBe(`My Flow (en → de)
│ passes [en de]
● 1 tm-leverage · Reuse "old" work
│   runs for [en de]
│   needs    segmentation@source? entity@source?
│   gives    tm-match@source alt-translation@source target@target
│   touches  tm-read
│   requires tm target-language
● 2 ai-translate
│   runs for [en de]
│   needs    term@source? entity@source? alt-translation@source? protected@source? segmentation@source?
│   gives    target@target alt-translation@source
│   touches  api-call remote-source-egress
│   requires credentials target-language
◆ 3 side by side
├─┐ 3.b1
│ ● 3.b1.1 qa-check
│ │   runs for [en de]
│ │   needs    target@target
│ │   gives    qa@target
│ │   requires target-language
│ ╵
├─┐ 3.b2
│ ● 3.b2.1 word-count
│ │   runs for [en]
│ │   gives    word-count@source
│ ● 3.b2.2 char-count
│ │   runs for [en]
│ │   gives    char-count@source
│ ╵
◆ 3 joined
○`);
});

test('K109 drawFlow breaks long lists of ports at the width of the terminal, and the line goes on beside them', () => {
  const drawn = drawFlow(plan, 60).split('\n');
  expect(drawn.every((line) => line.length <= 60)).toBe(true);
  expect(drawn.join('\n')).toContain(`
│   needs    term@source? entity@source?
│            alt-translation@source? protected@source?
│            segmentation@source?
`);
});

test('K109 toMermaid draws the same graph, with nothing that Mermaid would take for its own', () => {
  expect(toMermaid(plan)).toBe(`---
title: "My Flow (en → de), passes [en de]"
---
flowchart TD
  n1["1 tm-leverage · Reuse #34;old#34; work<br/>runs for [en de]<br/>needs segmentation@source? entity@source?<br/>gives tm-match@source alt-translation@source target@target<br/>touches tm-read<br/>requires tm target-language"]
  n2["2 ai-translate<br/>runs for [en de]<br/>needs term@source? entity@source? alt-translation@source? protected@source? segmentation@source?<br/>gives target@target alt-translation@source<br/>touches api-call remote-source-egress<br/>requires credentials target-language"]
  n3{"fork"}
  n3_b1_1["3.b1.1 qa-check<br/>runs for [en de]<br/>needs target@target<br/>gives qa@target<br/>requires target-language"]
  n3_b2_1["3.b2.1 word-count<br/>runs for [en]<br/>gives word-count@source"]
  n3_b2_2["3.b2.2 char-count<br/>runs for [en]<br/>gives char-count@source"]
  n3_join{"join"}
  n1 --> n2
  n2 --> n3
  n3 --> n3_b1_1
  n3 --> n3_b2_1
  n3_b2_1 --> n3_b2_2
  n3_b1_1 --> n3_join
  n3_b2_2 --> n3_join
`);
});
