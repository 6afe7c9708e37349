import type { Json } from '@helve/core';
import { toFields, toList } from '../read-field.js';
import type { CutAudio } from '../playback-clock.js';
import { cutItem, replayable, userItem } from './request.js';

/** The items of a conversation that can be created again in a new session, in the order in which they were said. */
export class RealtimeHistory {
  #items: Json[] = [];
  /** Places of what the person said aloud, until its transcript comes: that may be after the model's answer. */
  readonly #unwritten = new Map<string, Json>();

  clear(): void {
    this.#items = [];
    this.#unwritten.clear();
  }

  add(item: Json): void {
    this.#items.push(item);
  }

  /** Keeps the place of an utterance whose transcript is still to come. */
  heard(itemId: string): void {
    const place = userItem({ text: '' });
    this.#unwritten.set(itemId, place);
    this.#items.push(place);
  }

  transcribed(itemId: string, text: string): void {
    const at = this.#items.indexOf(this.#unwritten.get(itemId) ?? '');
    this.#unwritten.delete(itemId);
    if (at === -1) this.add(userItem({ text }));
    else this.#items[at] = userItem({ text });
  }

  /** Keeps what a finished response consists of. */
  finished(response: unknown): void {
    this.#items.push(...toList(toFields(response)['output']).flatMap(replayable));
  }

  /** Cuts the text of an item to what the person has heard of it. */
  cut({ itemId, heard }: CutAudio): void {
    this.#items = this.#items.map((item) => (toFields(item)['id'] === itemId ? cutItem(item, heard) : item));
  }

  all(): readonly Json[] {
    const unwritten = new Set(this.#unwritten.values());
    return this.#items.filter((item) => !unwritten.has(item));
  }
}
