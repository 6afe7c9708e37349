import type { JsonSchemaObject } from '@helve/core';
import type { JwtOptions } from '@helve/gateway';
import type { ProblemDetail } from '../project-errors.js';
import {
  called,
  checkedElsewhere,
  checkMembers,
  flag,
  listShape,
  membersSchema,
  choiceShape,
  text,
  integerShape,
  type Members,
} from './shape.js';

/** Ways in which callers over HTTP show who they are. */
export interface ServerAuth {
  /** With keys of `helve keys`. */
  readonly keys?: boolean;
  readonly jwt?: JwtOptions;
  readonly perMinute?: number;
}

/** Number of jobs that a server works on at once. */
export interface JobSlots {
  readonly calls?: number;
  readonly flows?: number;
}

export const defaultSlots: Required<JobSlots> = Object.freeze({ calls: 16, flows: 1 });

const slotMembers: Members = {
  calls: integerShape('a whole number above 0', 1, Number.MAX_SAFE_INTEGER),
  flows: integerShape('a whole number above 0', 1, Number.MAX_SAFE_INTEGER),
};

export const slotsSchema: JsonSchemaObject = membersSchema(slotMembers);

export function checkSlots(value: unknown, where: string): readonly ProblemDetail[] {
  return checkMembers(value, where, slotMembers);
}

const algorithms = ['EdDSA', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'];

const jwtMembers: Members = {
  issuer: {
    wanted: 'the issuer of tokens, whose name does not begin with "helve:"',
    holds: (value) => text.holds(value) && !String(value).startsWith('helve:'),
    schema: { type: 'string', pattern: '\\S', not: { pattern: '^helve:' } },
    required: true,
  },
  audience: { ...called('whom tokens are for', text), required: true },
  jwksUrl: {
    wanted: 'an address that begins with https://, or one of this machine',
    holds: isKeyUrl,
    schema: { type: 'string', pattern: '^https://|^http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$)' },
    required: true,
  },
  algorithms: listShape(
    `a list of which each item is ${choiceShape(...algorithms).wanted}`,
    choiceShape(...algorithms),
  ),
  rolesClaim: called('the name of a claim', text),
  tenantClaim: called('the name of a claim', text),
};

const authMembers: Members = {
  keys: flag,
  jwt: checkedElsewhere(membersSchema(jwtMembers)),
  perMinute: integerShape('a whole number above 0', 1, Number.MAX_SAFE_INTEGER),
};

export const serverAuthSchema: JsonSchemaObject = membersSchema(authMembers);

export function checkServerAuth(value: unknown, where: string): readonly ProblemDetail[] {
  const findings = checkMembers(value, where, authMembers);
  const jwt: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'jwt') : undefined;
  return jwt === undefined ? findings : [...findings, ...checkMembers(jwt, `${where}.jwt`, jwtMembers)];
}

function isKeyUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}
