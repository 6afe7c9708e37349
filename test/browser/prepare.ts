import { findChromium } from './find-chromium.js';
import { needs } from '../needs.js';

/** Unpacks the browser once, before files that run side by side would all do it. */
export async function setup(): Promise<void> {
  if (needs('chromium').ok) await findChromium();
}
