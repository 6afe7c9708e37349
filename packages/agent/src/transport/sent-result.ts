import type { ProjectResult, ProviderCall, ToolResultMessage } from '../contract/transport.js';
import { takeMedia } from './media.js';
import type { SentResult } from './protocol.js';

/** Prepares a response for a provider's form. Takes the media out first, since a projection may cut long texts. */
export function toSentResult(call: ProviderCall, message: ToolResultMessage, project: ProjectResult): SentResult {
  const { response, media } = takeMedia(message.result);
  return { call, ok: response.ok, text: JSON.stringify(project(response)), media, scheduling: message.scheduling };
}

/** Lists the media that a provider has no form for. */
export function mediaLosses(results: readonly SentResult[], takes: (mimeType: string) => boolean, provider: string) {
  const lost = results.flatMap(({ media }) => media).filter(({ $media }) => !takes($media));
  return lost.map(({ $media }) => ({
    what: 'media',
    note: `${provider} does not accept ${$media} in a result: a note replaces it`,
  }));
}
