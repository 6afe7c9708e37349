import { visibleText } from '@helve/core';
import type { Approval, Approvals } from '@helve/gateway';
import { cliErrors } from '../../cli-errors.js';

/** The question of this id, whatever has become of it. */
export async function findApproval(approvals: Approvals, id: string): Promise<Approval> {
  const found = await approvals.get(id);
  if (found === undefined) throw cliErrors.create('CLI_APPROVAL_NOT_FOUND', { id });
  return found;
}

/** Refuses to decide what is decided already, or too late. */
export function alreadyOver({ id, state, decidedBy, reason }: Approval): Error {
  const by = decidedBy === undefined ? '' : `Decided by ${visibleText(ownerLabel(decidedBy))}`;
  const why = reason === undefined ? '' : `Reason: ${visibleText(reason)}`;
  const explanation = [by, why].filter((text) => text !== '').join('. ');
  const details = explanation === '' ? {} : { reason: explanation };
  return cliErrors.create('CLI_APPROVAL_OVER', { id, state }, { details });
}

/** Whoever shows the start token: at the door they have no other name. */
const starter = 'helve:start';
const issuers: { readonly [issuer: string]: string } = { 'helve:keys': 'key' };

/** An owner as people read it: the tenant, if there is one, the user, and who vouches for them. */
export function ownerLabel(owner: string): string {
  const [issuer = '', tenant = '', user = ''] = owner.split('/');
  if (issuer === starter) return 'who started the server';
  const by = issuers[issuer] ?? issuer;
  return `${tenant === '' ? '' : `${tenant}/`}${user}${by === '' ? '' : ` (${by})`}`;
}
