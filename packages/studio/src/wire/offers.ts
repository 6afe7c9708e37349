const parts = ['approvals', 'trail', 'workers', 'voice'] as const;

/** Parts of the API that a gateway may lack. */
export type Offer = (typeof parts)[number];

/** Reads the parts of the API that the gateway offers, which it writes into the page. */
export function readOffers(page: Document): ReadonlySet<Offer> {
  const content = page.querySelector<HTMLMetaElement>('meta[name="helve-offers"]')?.content ?? '';
  const offered = new Set(content.split(' '));
  return new Set(parts.filter((part) => offered.has(part)));
}
