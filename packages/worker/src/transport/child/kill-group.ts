/** Sends a signal to a process group, or to its leader where there are no groups; false when nobody is left. */
export function killGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    // EPERM: members are left, and none of them may be signalled any more (they are ending).
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
