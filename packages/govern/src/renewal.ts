/** A lease that is renewed periodically. */
export interface Renewal {
  /** True once it could not be renewed in time. */
  readonly lost: boolean;
  stop(): void;
}

/**
 * Renews a lease three times as often as needed. The timer keeps no process alive, and a dead process renews nothing.
 */
export function keepRenewed(leaseMs: number, renew: () => Promise<boolean>): Renewal {
  let lost = false;
  let renewedMs = performance.now();
  const lose = () => {
    lost = true;
    clearInterval(timer);
  };
  const renewNow = async () => {
    const askedMs = performance.now();
    try {
      if (await renew()) renewedMs = askedMs;
      else lose();
    } catch {
      // The store may be back by the next time; if not, the lease has expired.
      if (performance.now() - renewedMs >= leaseMs) lose();
    }
  };
  const timer = setInterval(() => void renewNow(), leaseMs / 3);
  timer.unref();
  return {
    // A suspended process has renewed nothing meanwhile.
    get lost() {
      return lost || performance.now() - renewedMs >= leaseMs;
    },
    stop: () => clearInterval(timer),
  };
}
