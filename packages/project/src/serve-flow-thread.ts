/** The other door of this package: a thread of a run, started by the run itself. */
export async function serveFlowThread(): Promise<void> {
  const { serveThread } = await import('./run/serve-thread.js');
  serveThread();
}
