import type { TestProject } from 'vitest/node';
import { needs } from './needs.js';
import { startPostgres } from './postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the shared server answers; empty where Postgres is missing. */
    readonly postgres: string;
  }
}

/** Starts one Postgres for all tests of a project, before the first and until after the last of them. */
export async function setup(project: TestProject) {
  if (!needs('postgres').ok) {
    project.provide('postgres', '');
    return undefined;
  }
  const server = await startPostgres();
  project.provide('postgres', await server.createDatabase());
  return () => server.stop();
}
