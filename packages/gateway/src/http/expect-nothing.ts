import { gatewayErrors } from '../gateway-errors.js';
import { readJsonBody } from './read-json-body.js';

/** For addresses that are told everything by their path: the body is `{}`, so that no foreign page can send it by a form. */
export async function expectNothing(request: Request, maxBytes: number): Promise<void> {
  const body = await readJsonBody(request, maxBytes);
  if (Object.keys(body).length > 0) throw gatewayErrors.create('GATEWAY_BODY_NOT_EXPECTED', { expected: '{}' });
}
