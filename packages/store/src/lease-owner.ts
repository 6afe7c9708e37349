import { isGone, ownIdentity, type ProcessIdentity } from './process-identity.js';

/** This process, as a row names it. */
export function leaseOwner(): string {
  return (text ??= JSON.stringify(ownIdentity()));
}

let text: string | undefined;

/** Of the owners of rows, those whose process is known to be gone. */
export function goneOwners(owners: readonly string[]): readonly string[] {
  return owners.filter((owner) => isGone(JSON.parse(owner) as ProcessIdentity));
}
