/**
 * Milliseconds of processor time that this process has used. Between two of them lies what the work between took, and
 * nothing of what a busy machine did meanwhile: so a test bounds how work grows without bounding the machine.
 */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
