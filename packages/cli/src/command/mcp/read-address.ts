import { cliErrors } from '../../cli-errors.js';
import { flagText } from '../command.js';
import type { ServerAddress } from '@helve/project/mcp';

/** The address that a command line gives: words of a command, or a URL, never both. */
export function readAddress(command: readonly string[], flags: Readonly<Record<string, unknown>>): ServerAddress {
  const url = flagText(flags, 'url');
  if ((url === undefined) === (command.length === 0)) throw usage('name either a command after "--" or a --url');
  if (url === undefined) {
    refuse(flags, 'a server with a command', 'header', 'allowPrivate', 'trusted');
    return { command, ...readTable(flags, 'env') };
  }
  refuse(flags, 'a server with a --url', 'env');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw usage(`--url must be a web address, got "${url}"`);
  return {
    url,
    ...readTable(flags, 'header'),
    ...(flags['allowPrivate'] === true ? { allowPrivate: true } : {}),
    ...(flags['trusted'] === true ? { trusted: true } : {}),
  };
}

/** `NAME=VALUE` as often as it was given, under the name that the file has for it. */
function readTable(flags: Readonly<Record<string, unknown>>, flag: 'env' | 'header') {
  const words = flags[flag];
  if (!Array.isArray(words)) return {};
  const pairs = words.map((pair): [string, string] => {
    const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(String(pair)) ?? [];
    if (name === undefined || value === undefined) throw usage(`--${flag} must be NAME=VALUE, got "${String(pair)}"`);
    return [name, value];
  });
  return { [flag === 'env' ? 'env' : 'headers']: Object.fromEntries(pairs) };
}

function refuse(flags: Readonly<Record<string, unknown>>, what: string, ...names: readonly string[]): void {
  const stray = names.find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  throw usage(`--${stray.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)} says nothing about ${what}`);
}

function usage(problem: string): Error {
  return cliErrors.create('CLI_USAGE', { problem });
}
