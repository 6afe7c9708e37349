import type { ReactNode } from 'react';
import { describeFailure } from '../wire/gateway-error.js';

/** Message in the place of a list that is empty or still loading. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return <p className="notice">{children}</p>;
}

/** Message about a failure; nothing when there is none. */
export function FailureNotice({ failure }: { readonly failure: unknown }) {
  if (failure === undefined) return null;
  return (
    <p className="notice bad" role="alert">
      {describeFailure(failure)}
    </p>
  );
}
