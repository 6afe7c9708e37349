import { createCaller, ToolRegistry } from '@helve/core';
import { createGateway } from '@helve/gateway';
import { expect, test } from 'vitest';
import { checkServerAuth } from './server-keys.js';

const jwt = { issuer: 'https://id.example', audience: 'helve', jwksUrl: 'https://id.example/jwks' };
const caller = createCaller({ tools: new ToolRegistry() });

function isServed(given: object): boolean {
  try {
    createGateway({ caller, auth: { jwt: given as never } });
    return true;
  } catch {
    return false;
  }
}

const algorithms = ['EdDSA', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'];
const addresses = [
  'http://localhost/jwks',
  'http://localhost:4000',
  'http://127.0.0.1:1/x',
  'http://[::1]/x',
  'http://id.example/jwks',
  'http://localhost.example/x',
  'ftp://id.example',
  'id.example',
];

test.each([
  ...[...algorithms, 'HS256', 'none', 'RS1'].map((algorithm) => ({ ...jwt, algorithms: [algorithm] })),
  ...addresses.map((jwksUrl) => ({ ...jwt, jwksUrl })),
  { ...jwt, rolesClaim: 'groups', tenantClaim: 'org' },
  { ...jwt, roleClaim: 'groups' },
  { issuer: jwt.issuer, audience: jwt.audience },
  { ...jwt, issuer: 'helve:keys' },
])('the config takes exactly the tokens that the gateway takes: %j', (given) => {
  expect(checkServerAuth({ jwt: given }, 'server.auth').length === 0).toBe(isServed(given));
});
