/** Parts of the API that a gateway may lack. */
export type Offer = 'approvals' | 'trail' | 'workers';

/** Reads the parts of the API that the gateway offers, which it writes into the page. */
export function readOffers(page: Document): ReadonlySet<Offer> {
  const content = page.querySelector<HTMLMetaElement>('meta[name="helve-offers"]')?.content ?? '';
  return new Set(content.split(' ').filter((word): word is Offer => ['approvals', 'trail', 'workers'].includes(word)));
}
