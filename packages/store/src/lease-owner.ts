import { isGone, ownIdentity, type ProcessIdentity } from './process-identity.js';

/** Returns this process as the text that rows store. */
export function leaseOwner(): string {
  return (text ??= JSON.stringify(ownIdentity()));
}

let text: string | undefined;

/** Filters the owners whose process is known to have ended. */
export function goneOwners(owners: readonly string[]): readonly string[] {
  return owners.filter((owner) => isGone(JSON.parse(owner) as ProcessIdentity));
}
