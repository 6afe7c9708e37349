import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectedError, SoundMessage } from '@helve/l10n/testing';

/** Tells for each error whether a check of pofilter fails for the broken message and not for the sound one. */
export function pofilterErrors(errors: readonly InjectedError[]): readonly boolean[] {
  const before = failedChecks(errors.map(({ sound }) => sound));
  const after = failedChecks(errors.map(({ sound, broken }) => ({ ...sound, target: broken })));
  return errors.map((_, index) => [...(after[index] ?? [])].some((check) => !(before[index]?.has(check) ?? false)));
}

function failedChecks(messages: readonly SoundMessage[]): readonly ReadonlySet<string>[] {
  const failed = messages.map(() => new Set<string>());
  const folder = mkdtempSync(join(tmpdir(), 'helve-pofilter-'));
  try {
    for (const locale of new Set(messages.map((message) => message.locale)))
      filterLocale(messages, locale, folder, failed);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return failed;
}

function filterLocale(
  messages: readonly SoundMessage[],
  locale: string,
  folder: string,
  failed: readonly Set<string>[],
): void {
  const entries = messages.flatMap((message, index) => (message.locale === locale ? [toEntry(message, index)] : []));
  const head = `msgid ""\nmsgstr ""\n"Language: ${locale.replace('-', '_')}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n`;
  const [input, output] = [join(folder, 'in.po'), join(folder, 'out.po')];
  writeFileSync(input, head + entries.join('\n'));
  rmSync(output, { force: true });
  spawnSync('pofilter', ['--language', locale.replace('-', '_'), '-i', input, '-o', output, '--progress', 'none']);
  if (!existsSync(output)) return;
  for (const entry of readFileSync(output, 'utf8').split('\n\n')) {
    const index = Number(/^msgctxt "m(\d+)"/m.exec(entry)?.[1] ?? NaN);
    for (const [, check = ''] of entry.matchAll(/^# \(pofilter\) (\w+)/gm)) failed[index]?.add(check);
  }
}

function toEntry({ source, target, flags }: SoundMessage, index: number): string {
  const flagged = flags === undefined ? '' : `#, ${flags}\n`;
  return `${flagged}msgctxt "m${index}"\nmsgid ${JSON.stringify(source)}\nmsgstr ${JSON.stringify(target)}\n`;
}
