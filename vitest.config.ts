import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { reservedFlags } from './packages/flow/src/tool/reserved-names.js';
import { lowerDecorators } from './scripts/lower-decorators.mjs';

const root = import.meta.dirname;

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly default?: string }>>;
}

/** Tests see the sources behind every public entry, so that a failure points at the line one would edit. */
function sourceAliases() {
  return ['packages', 'examples']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
      return Object.entries(exports).map(([entry, target]) => ({
        find: new RegExp(`^${name}${entry.slice(1)}$`),
        replacement: join(folder, String(target.default).replace('./dist/', 'src/').replace(/\.js$/, '.ts')),
      }));
    })
    .filter(({ replacement }) => existsSync(replacement));
}

const shared = {
  root,
  plugins: [lowerDecorators()],
  resolve: { alias: sourceAliases() },
  define: { CALL_FLAGS: [...reservedFlags.call] },
};

const setupFiles = ['./test/symbol-metadata.ts', './test/property-runs.ts'];

/** A poll ends when it is so; how long that takes is for the machine to say. */
const expect = { poll: { timeout: 30_000 } };

/** The modules of packages keep nothing between two test files: these share their imports, which are half of the time. */
const sharing = 'packages/!(studio)/src/**/*.test.ts';

/** Tests beside their source that start processes; `npm run loop` leaves them out. */
const processTests = '{packages,examples}/*/src/**/*.process.test.ts';

/** Whole stories through the built front door. */
const journeys = [
  'test/{journeys,attack,scripts}/**/*.test.ts',
  'test/{publish,publish-types.process,docs-snippets}.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: '100%',
    // Projects share what one of them has transformed, and so does the next run.
    experimental: { fsModuleCache: true },
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['{packages,examples}/*/src/**/*.test.ts'],
          exclude: [sharing, processTests],
          setupFiles,
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          typecheck: {
            enabled: true,
            checker: 'tsc',
            include: ['packages/*/src/**/*.test-d.ts'],
            tsconfig: './tsconfig.tests.json',
            // The type check of `npm test` reports those of all other files.
            ignoreSourceErrors: true,
          },
        },
      },
      {
        ...shared,
        test: {
          name: 'sharing',
          include: [sharing],
          exclude: [processTests],
          setupFiles,
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', ...journeys, '**/node_modules/**'],
          setupFiles,
          expect,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'process',
          include: [processTests, ...journeys],
          globalSetup: './test/postgres-server.ts',
          setupFiles,
          expect,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Built packages are loaded as a user's Node loads them.
          server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
        },
      },
      {
        ...shared,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: './test/browser/prepare.ts',
          setupFiles,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect,
        },
      },
    ],
  },
});
