import type { ExportReport, ExportRequest } from './export-tmx.js';
import { chooseLanguages } from './language-choice.js';
import { entryLine, memoryHeader, sessionLine } from './memory-lines.js';

const chunkChars = 64 * 1024;

/** Writes a memory as lines: its sessions, then its entries. */
export async function exportLines(request: ExportRequest): Promise<ExportReport> {
  const { storage, sink, languages = {}, signal } = request;
  let text = memoryHeader + (await storage.sessions()).map(sessionLine).join('');
  let [entries, skipped] = [0, 0];
  for await (const entry of storage.entries(request.filter)) {
    signal?.throwIfAborted();
    const all = Object.entries(entry.variants).map(([locale, runs]) => ({ locale, runs }));
    const chosen = chooseLanguages(all, languages);
    if (chosen.length === 0) {
      skipped += 1;
      continue;
    }
    const variants = Object.fromEntries(chosen.map(({ variant }) => [variant.locale, variant.runs]));
    text += entryLine(chosen.length === all.length ? entry : { ...entry, variants });
    entries += 1;
    if (text.length < chunkChars) continue;
    await sink.write(Buffer.from(text));
    text = '';
    request.progress?.(entries);
  }
  await sink.write(Buffer.from(text));
  return { entries, skipped, losses: {} };
}
