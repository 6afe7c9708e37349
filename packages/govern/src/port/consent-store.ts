/** Store of standing consents to the use of a tool for a subject, by default an owner in the form of `ownerOf`. */
export interface ConsentStore {
  isGranted(subject: string, toolId: string): Promise<boolean>;
  grant(subject: string, toolId: string, by: string, nowMs: number): Promise<void>;
  /** Revokes a consent; false if there was none. */
  revoke(subject: string, toolId: string, by: string, nowMs: number): Promise<boolean>;
}
