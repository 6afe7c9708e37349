/** The other door of this package: a thread of a run, started by the run itself. */
export async function serveFlowThread(): Promise<void> {
  const { serveRunThread } = await import('./run/serve-run-thread.js');
  serveRunThread();
}
