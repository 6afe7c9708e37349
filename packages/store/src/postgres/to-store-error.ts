import { isToolError } from '@helve/core';
import { storeErrors } from '../store-errors.js';

/** Converts an error of Postgres or its driver; the result never contains the connection string with its password. */
export function toStoreError(thrown: unknown, database: string): unknown {
  if (isToolError(thrown) || !(thrown instanceof Error)) return thrown;
  const code = readCode(thrown);
  const cause = { cause: thrown };
  if (code.startsWith('53')) {
    return code === '53100'
      ? storeErrors.create('STORE_DISK_FULL', { database }, cause)
      : storeErrors.create('STORE_BUSY', { database }, cause);
  }
  if (code.startsWith('28') || code === '3D000') return storeErrors.create('STORE_LOGIN_REFUSED', { database }, cause);
  if (code === '42501') return storeErrors.create('STORE_FORBIDDEN', { database }, cause);
  if (code === 'XX001' || code === 'XX002') return storeErrors.create('STORE_DAMAGED', { database }, cause);
  if (isClash(thrown) || code === '55P03') return storeErrors.create('STORE_BUSY', { database }, cause);
  if (/after calling end on the pool/.test(thrown.message))
    return storeErrors.create('STORE_CLOSED', { database }, cause);
  if (isConnectionLoss(thrown, code)) {
    return storeErrors.create('STORE_UNREACHABLE', { database, problem: toProblem(thrown, code) }, cause);
  }
  return storeErrors.create('STORE_FAILED', { database, reason: code === '' ? thrown.name : code }, cause);
}

/** True when two transactions conflicted and this one only has to begin again. */
export function isClash(thrown: unknown): boolean {
  return thrown instanceof Error && ['40001', '40P01'].includes(readCode(thrown));
}

function isConnectionLoss(error: Error, code: string): boolean {
  return (
    code.startsWith('08') ||
    code.startsWith('57P') ||
    /^E[A-Z]+$/.test(code) ||
    /connection|timeout expired|client was closed/i.test(error.message)
  );
}

function toProblem(error: Error, code: string): string {
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code.startsWith('57P')) return 'the server is shutting down or starting up';
  return /timeout/i.test(error.message) ? 'it does not answer' : 'the connection was lost';
}

function readCode(error: Error): string {
  // When all addresses of a host refuse, the error has no code of its own.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const code = (error as { code?: unknown }).code ?? (first as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
