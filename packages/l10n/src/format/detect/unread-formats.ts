import type { UnreadFormat } from './unread-format.js';
import { unreadJson } from './unread-json.js';
import { unreadPackages } from './unread-packages.js';
import { unreadText } from './unread-text.js';
import { unreadXml } from './unread-xml.js';

/** Every kind of file that Helve knows by name and refuses, because it has no reader for it yet. */
export const unreadFormats: readonly UnreadFormat[] = Object.freeze([
  ...unreadPackages,
  ...unreadXml,
  ...unreadJson,
  ...unreadText,
]);
