import { isPlainObject } from '@helve/core';
import { isForeignIssuer, jwtAlgorithms } from './jwt-user.js';

const known: ReadonlySet<string> = new Set(['keys', 'jwt', 'perMinute']);
const jwtKnown: ReadonlySet<string> = new Set([
  'issuer',
  'audience',
  'jwksUrl',
  'algorithms',
  'rolesClaim',
  'tenantClaim',
]);

/** True for options with keys or JWT; without either, no request could be accepted. */
export function isAuthOptions(value: unknown): boolean {
  if (!isPlainObject(value) || !Object.keys(value).every((name) => known.has(name))) return false;
  const { keys, jwt, perMinute } = value;
  if (keys === undefined && jwt === undefined) return false;
  if (keys !== undefined && !isKeyStore(keys)) return false;
  if (jwt !== undefined && !isJwtOptions(jwt)) return false;
  return perMinute === undefined || (Number.isSafeInteger(perMinute) && Number(perMinute) > 0);
}

/** True for whose tokens can be checked: keys come over TLS, or from this machine. */
function isJwtOptions(value: unknown): boolean {
  if (!isPlainObject(value) || !Object.keys(value).every((name) => jwtKnown.has(name))) return false;
  const { issuer, audience, jwksUrl, algorithms, rolesClaim, tenantClaim } = value;
  if (typeof issuer !== 'string' || !isForeignIssuer(issuer)) return false;
  if (!isText(audience) || !isKeyUrl(jwksUrl)) return false;
  if (![rolesClaim, tenantClaim].every((claim) => claim === undefined || isText(claim))) return false;
  return (
    algorithms === undefined || (Array.isArray(algorithms) && algorithms.length > 0 && algorithms.every(isAllowed))
  );
}

function isKeyUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

function isAllowed(value: unknown): boolean {
  return jwtAlgorithms.some((algorithm) => algorithm === value);
}

function isKeyStore(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ['get', 'touch'].every((name) => typeof Reflect.get(value, name) === 'function');
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
