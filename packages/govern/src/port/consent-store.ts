/** Standing agreements that a tool may be used for a subject: for an owner, as `ownerOf` says it, unless told otherwise. */
export interface ConsentStore {
  isGranted(subject: string, toolId: string): Promise<boolean>;
  grant(subject: string, toolId: string, by: string, nowMs: number): Promise<void>;
  /** False if there was nothing to take back. */
  revoke(subject: string, toolId: string, by: string, nowMs: number): Promise<boolean>;
}
