/** Serves a thread of a run, which the run itself has started. */
export async function serveFlowThread(): Promise<void> {
  const { serveRunThread } = await import('./run/serve-run-thread.js');
  serveRunThread();
}
