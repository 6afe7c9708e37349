/** A person's standing agreement that a tool may be used for them. */
export interface ConsentStore {
  isGranted(userId: string, toolId: string): Promise<boolean>;
  grant(userId: string, toolId: string, by: string, nowMs: number): Promise<void>;
  /** False if there was nothing to take back. */
  revoke(userId: string, toolId: string, by: string, nowMs: number): Promise<boolean>;
}
