/** One line of the table. A package is born with a row here. */
export interface Row {
  readonly packages: readonly string[];
  readonly values: readonly string[] | 'everything';
  /** Packages of which `import type` is fine as well. */
  readonly types?: readonly string[];
}

/** Who may import whom. Tests, examples and benches may import every public entry, and tests the `./testing` ones. */
export const importTable: readonly Row[] = [
  { packages: ['core'], values: [] },
  { packages: ['govern', 'build', 'agent', 'worker', 'flow'], values: ['core'] },
  { packages: ['l10n'], values: ['core', 'flow'] },
  { packages: ['store'], values: ['core'], types: ['govern', 'agent', 'worker', 'flow', 'l10n'] },
  { packages: ['gateway'], values: ['core', 'govern', 'agent'] },
  { packages: ['studio'], values: [], types: ['gateway'] },
  { packages: ['cli'], values: 'everything' },
];

/** The folders of core, each of which may import those before it and none after it. */
export const coreOrder = [
  'async',
  'contract',
  'errors',
  'envelope',
  'schema',
  'tool',
  'registry',
  'invoke',
  'artifact',
  'testing',
] as const;
