/** Sends a signal to a process group, or to its leader where there are no groups; returns false when no member is left. */
export function killGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    // EPERM: members are left, but none may be signalled any more (they are ending).
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
