/** Says whether a cancel was asked for elsewhere, even while this thread is busy: one read of shared memory in a worker. */
export interface CancelFlag {
  isSet(): boolean;
}
