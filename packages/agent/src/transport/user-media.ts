import type { UserInput } from '../contract/transport.js';
import type { MediaContent } from './media.js';
import type { TransportLoss } from './protocol.js';

/** The media of an input that a provider takes, and the losses for the rest. */
export function toUserMedia(
  { media = [] }: UserInput,
  takes: (mimeType: string) => boolean,
  provider: string,
): { readonly media: readonly MediaContent[]; readonly losses: readonly TransportLoss[] } {
  return {
    media: media.filter(({ $media }) => takes($media)),
    losses: media
      .filter(({ $media }) => !takes($media))
      .map(({ $media }) => ({ what: 'media', note: `${provider} does not accept ${$media}: it was not sent` })),
  };
}
