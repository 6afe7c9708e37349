import { expectTypeOf, test } from 'vitest';
import type { BlockHandler, StepContext } from '../contract/tool.js';
import type { BlockView, TargetView } from '../contract/view.js';
import { textRun } from '../content/run/normalise-runs.js';
import { metaOf, noParameters } from '../testing/meta-of.js';
import { BaseTool } from './base-tool.js';
import { flowTool } from './flow-tool.js';

const [meta, schema] = [metaOf(), noParameters];

test('K57 content cannot be written through a view', () => {
  flowTool({
    meta,
    schema,
    annotate(view) {
      // @ts-expect-error -- content is read only
      view.source.push(textRun('x'));
      // @ts-expect-error -- runs are read only
      view.source[0].text = 'x';
      // @ts-expect-error -- the source is assigned by the applier only
      view.source = [];
      // @ts-expect-error -- a target is frozen
      view.target('fr').status = 'new';
      // @ts-expect-error -- spans are replaced, not changed
      view.overlays('term', null)[0].props['x'] = 'y';
      // @ts-expect-error -- only a TargetView writes targets
      view.setTarget('fr', [], { status: 'draft', origin: { kind: 'mt' } });
    },
  });
});

test('K57 a translate handler writes targets and no source', () => {
  flowTool({
    meta,
    schema,
    translate(view) {
      expectTypeOf(view).toEqualTypeOf<TargetView>();
      view.setTarget('fr', view.source, { status: 'draft', origin: { kind: 'mt' } });
      // @ts-expect-error -- a target always states its origin
      view.setTarget('fr', view.source, { status: 'draft' });
      // @ts-expect-error -- content is read only
      view.source.push(textRun('x'));
    },
  });
});

test('K57 a tool has one block handler, and only a transform gives a plan', () => {
  // @ts-expect-error -- two handlers
  flowTool({ meta, schema, annotate: () => {}, transform: () => null });
  // @ts-expect-error -- two handlers
  const both: BlockHandler = { annotate: () => {}, translate: () => {} };
  // @ts-expect-error -- a plan from annotate
  const planning: BlockHandler = { annotate: async () => ({ replaceAll: 'x' }) };
  // @ts-expect-error -- a transform says what to do, or null
  const silent: BlockHandler = { transform: () => {} };
  void [both, planning, silent];
});

test('K63 handlers of a literal and of a class know their config', () => {
  flowTool<{ max: number }>({
    meta,
    schema,
    annotate: (_, ctx) => void expectTypeOf(ctx.config.max).toEqualTypeOf<number>(),
  });
  class Own extends BaseTool<{ max: number }> {
    readonly meta = meta;
    schema() {
      return schema;
    }
    override annotate(view: BlockView, ctx: StepContext<{ max: number }>): void {
      expectTypeOf(view.text).returns.toEqualTypeOf<string>();
      expectTypeOf(ctx.config).toEqualTypeOf<{ max: number }>();
    }
  }
  void Own;
});
