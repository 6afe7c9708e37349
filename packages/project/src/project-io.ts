/** Variables of the environment, as whoever opens a project hands them in: this package reads none itself. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The surroundings of a project, which the terminal or another host supplies. */
export interface ProjectIo {
  readonly cwd: string;
  readonly env: Environment;
  /** The account that runs the process: the user of calls that nobody else is named for. */
  readonly user: string;
  /** Aborts when the host is asked to stop. */
  readonly signal: AbortSignal;
}

/** Shows a person one line about what happens; results never go this way. */
export type Notify = (line: string) => void;
