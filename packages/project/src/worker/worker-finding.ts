/** One thing that keeps a worker from running, or is only unwise. */
export interface WorkerFinding {
  readonly level: 'problem' | 'warning';
  readonly where: string;
  readonly message: string;
}

export function problem(where: string, message: string): WorkerFinding {
  return { level: 'problem', where, message };
}

export function warning(where: string, message: string): WorkerFinding {
  return { level: 'warning', where, message };
}
