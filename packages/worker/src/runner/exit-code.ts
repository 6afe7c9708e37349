/** Why a worker ended by itself. */
export const exitCode = Object.freeze({
  done: 0,
  /** The capability could not be loaded; the reason went to the host as the answer to `boot`. */
  notLoaded: 69,
  /** An error that nobody caught. */
  uncaught: 70,
  /** The host speaks another protocol. */
  protocol: 76,
});
