import { writesContent, type ToolInfo } from '@helve/flow';
import { markedKey } from '@helve/flow/engine';
import type { Project } from '@helve/project';

/** The flow tool of a name or alias, unless another tool of the project has that name. */
export function findFlowTool({ flow, tools }: Project, name: string): ToolInfo | undefined {
  const info = flow.tools.get(name);
  return info === undefined || info.name === name || tools.get(name) === undefined ? info : undefined;
}

/** The contract of a flow tool as rows for a person. */
export function describeContract({ meta, stepMeta, hasShortForm }: ToolInfo): string[][] {
  const {
    category,
    aliases = [],
    cardinality,
    defaultLocale,
    consumes,
    produces,
    sideEffects = [],
    requires = [],
  } = meta;
  return [
    ['category', category],
    ...listRow('aliases', aliases),
    ['works with', defaultLocale === undefined ? cardinality : `${cardinality}, ${defaultLocale} by default`],
    ...listRow('needs', consumes.map(markedKey)),
    ...listRow('gives', produces.map(markedKey)),
    ...listRow('effects', sideEffects),
    ...listRow('requires', requires),
    ['writes files', writesContent(meta) ? 'yes' : 'no'],
    ...(stepMeta === undefined
      ? []
      : [['from', `${stepMeta.system} ${stepMeta.step} ${stepMeta.version ?? ''}`.trim()]]),
    ...(hasShortForm ? [['run it', `helve ${meta.id} FILES`]] : []),
  ];
}

/** The contract of a flow tool as JSON, for lists of tools. */
export function toFlowJson({ meta, stepMeta }: ToolInfo): object {
  const { category, aliases = [], cardinality, consumes, produces, sideEffects = [], requires = [] } = meta;
  return {
    category,
    aliases,
    cardinality,
    consumes: consumes.map(markedKey),
    produces: produces.map(markedKey),
    sideEffects,
    requires,
    writesOutput: writesContent(meta),
    ...(stepMeta === undefined ? {} : { stepMeta }),
  };
}

function listRow(name: string, values: readonly string[]): string[][] {
  return values.length === 0 ? [] : [[name, values.join(' ')]];
}
