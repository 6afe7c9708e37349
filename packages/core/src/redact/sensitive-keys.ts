/** Names of fields that hold credentials, whatever their spelling: `apiKey`, `api_key`, `API-Key`. */
export const sensitiveKeys: readonly string[] = Object.freeze([
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'clientSecret',
  'token',
  'accessToken',
  'refreshToken',
  'idToken',
  'authToken',
  'sessionToken',
  'bearer',
  'apiKey',
  'xApiKey',
  'accessKey',
  'secretKey',
  'privateKey',
  'authorization',
  'proxyAuthorization',
  'cookie',
  'setCookie',
  'credential',
  'credentials',
]);

/** A name without what spellings differ in. */
export function plainName(name: string): string {
  return name.replaceAll(/[-_.\s]/g, '').toLowerCase();
}
