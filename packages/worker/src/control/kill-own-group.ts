/** Kills this process and all of its descendants at once. */
export function killOwnGroup(): void {
  try {
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
  } catch {
    // Not a group leader: only this process is known to be its own.
    process.kill(process.pid, 'SIGKILL');
  }
}
