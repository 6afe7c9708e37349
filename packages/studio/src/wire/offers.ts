/** Parts that a door may or may not have. */
export type Offer = 'approvals' | 'trail' | 'workers';

/** What the door that served this page offers: it says so in the page itself, so that nobody has to knock and be refused. */
export function readOffers(page: Document): ReadonlySet<Offer> {
  const content = page.querySelector<HTMLMetaElement>('meta[name="helve-offers"]')?.content ?? '';
  return new Set(content.split(' ').filter((word): word is Offer => ['approvals', 'trail', 'workers'].includes(word)));
}
