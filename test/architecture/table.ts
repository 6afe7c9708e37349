/** One line of the table. A package is born with a row here. */
export interface Row {
  readonly packages: readonly string[];
  readonly values: readonly string[];
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
  {
    packages: ['project'],
    values: ['core', 'govern', 'build', 'agent', 'worker', 'flow', 'l10n', 'store', 'gateway'],
  },
  {
    packages: ['cli'],
    // Content, formats and the errors of workers are printed and typed as they are: going through project would only pass them on.
    values: ['core', 'project', 'flow', 'l10n', 'worker'],
    types: ['govern', 'build', 'agent', 'store', 'gateway'],
  },
];

/** The folders of core, each of which may import those before it and none after it. */
export const coreOrder = [
  'async',
  'contract',
  'json',
  'time',
  'redact',
  'errors',
  'options',
  'access',
  'envelope',
  'schema',
  'tool',
  'registry',
  'provider',
  'invoke',
  'artifact',
  'testing',
] as const;

/** Folders with more than 30 source files that are still to be grouped. */
export const ungroupedFolders: readonly string[] = [];

/** Packages in which a comment still begins with "The same". */
export const packagesWithRiddles: readonly string[] = [];
