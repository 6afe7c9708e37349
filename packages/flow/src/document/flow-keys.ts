/** The keys that each part of a flow document may have. */
export const flowKeys = Object.freeze({
  envelope: Object.freeze(['$schema', 'apiVersion', 'kind', 'metadata', 'spec'] as const),
  metadata: Object.freeze(['name', 'description', 'io'] as const),
  io: Object.freeze(['source', 'sink'] as const),
  spec: Object.freeze(['onError', 'steps'] as const),
  bare: Object.freeze(['$schema', 'name', 'description', 'io', 'onError', 'steps'] as const),
  tool: Object.freeze([
    'tool',
    'id',
    'label',
    'config',
    'locales',
    'onError',
    'parallelBlocks',
    'overwriteApproved',
  ] as const),
  parallel: Object.freeze(['parallel', 'id', 'label'] as const),
  branch: Object.freeze(['steps'] as const),
  policy: Object.freeze(['retry', 'then'] as const),
  retry: Object.freeze(['attempts', 'baseMs', 'factor', 'maxMs', 'on'] as const),
});

/** Keys of earlier drafts, with their replacements. */
export const legacyKeys: Readonly<Record<string, string>> = Object.freeze({
  source_transforms: 'Write them as the first steps of the flow',
  sourceTransforms: 'Write them as the first steps of the flow',
});

/** Keys that would bind a flow to a place; that is done from outside. */
export const bindingKeys: ReadonlySet<string> = new Set(['source', 'sink', 'input', 'output']);

/** Policies for a block on which a step keeps failing. */
export const endPolicies = Object.freeze(['fail', 'skip', 'quarantine'] as const);
