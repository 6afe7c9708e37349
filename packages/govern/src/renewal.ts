/** Something that ends by itself unless it is renewed, and is. */
export interface Renewal {
  /** True once it could not be renewed in time. */
  readonly lost: boolean;
  stop(): void;
}

/** Renews a lease three times as often as it needs. The timer keeps no process alive, and a dead one renews nothing. */
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
      // The store may be back by the next time; if not, the lease has run out.
      if (performance.now() - renewedMs >= leaseMs) lose();
    }
  };
  const timer = setInterval(() => void renewNow(), leaseMs / 3);
  timer.unref();
  return {
    // A process that was stopped has renewed nothing meanwhile.
    get lost() {
      return lost || performance.now() - renewedMs >= leaseMs;
    },
    stop: () => clearInterval(timer),
  };
}
