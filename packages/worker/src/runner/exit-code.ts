/** Exit codes of a worker. */
export const exitCode = Object.freeze({
  done: 0,
  /** The capability could not be loaded; the reason was sent in reply to `boot`. */
  notLoaded: 69,
  /** An uncaught error. */
  uncaught: 70,
  /** The host speaks another protocol. */
  protocol: 76,
});
