import type { ReactNode } from 'react';
import { describeFailure } from '../wire/gateway-error.js';

/** A word where a list would be: that it is empty, or still on its way. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return <p className="notice">{children}</p>;
}

/** Says that something went wrong, and nothing when it did not. */
export function FailureNotice({ failure }: { readonly failure: unknown }) {
  if (failure === undefined) return null;
  return (
    <p className="notice bad" role="alert">
      {describeFailure(failure)}
    </p>
  );
}
