/** True once another thread has requested a cancel, readable while this thread is busy: one read of shared memory in a worker. */
export interface CancelFlag {
  isSet(): boolean;
}
