/** Those who begin together wait for each other about so long at most. */
const togetherMs = 5;
const maxTogether = 64;

/** Some who begin when the sockets of this turn of the event loop have been read. */
class Group {
  size = 0;
  readonly begun: Promise<void>;

  constructor(onBegin: (group: Group) => void) {
    this.begun = new Promise((resolve) => {
      setImmediate(() => {
        onBegin(this);
        resolve();
      });
    });
  }
}

let group: Group | undefined;
let maxSize = 1;

/**
 * Resolves when a call may begin: together with others that arrived at the same time. What many do one after the other
 * the processor has at hand, where a whole request at a time makes it fetch everything anew for each: that takes twice
 * as long. Calls that keep the processor busy themselves begin one by one, so that none waits for the work of many.
 */
export function servedTogether(): Promise<void> {
  if (group === undefined || group.size >= maxSize) group = new Group(measure);
  group.size += 1;
  return group.begun;
}

function measure(begun: Group): void {
  if (group === begun) group = undefined;
  const began = performance.now();
  // Behind all that those have to do before they wait for something.
  void begun.begun.then(() => {
    const eachMs = (performance.now() - began) / begun.size;
    maxSize = Math.max(1, Math.min(maxTogether, Math.floor(togetherMs / eachMs)));
  });
}
