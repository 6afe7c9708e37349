/** Ends this process and all that it started, at once and whatever they are doing. */
export function killOwnGroup(): void {
  try {
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
  } catch {
    // Not the leader of a group: then nothing but this process is known to be its own.
    process.kill(process.pid, 'SIGKILL');
  }
}
