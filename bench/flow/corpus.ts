import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the files of this bench are; each is made when it is first asked for, and is the same on every machine. */
const folder = join(tmpdir(), 'helve-bench-flow');

const MEBIBYTE = 1024 * 1024;
export const PO_MESSAGES = 100_000;

const latin =
  'the file folder window cannot open save close server network password account message user settings update version select delete language of for with from this that every another while remote';
const greek =
  'το αρχείο φάκελος παράθυρο δεν μπορεί να ανοίξει αποθήκευση κλείσιμο διακομιστής δίκτυο κωδικός λογαριασμός μήνυμα χρήστης ρυθμίσεις ενημέρωση έκδοση επιλογή διαγραφή γλώσσα του για με από αυτό κάθε άλλο';
const cyrillic =
  'файл папка окно нельзя открыть сохранить закрыть сервер сеть пароль учётная запись сообщение пользователь настройки обновление версия выбор удалить язык для с из этот каждый другой пока удалённый';
const words = { latin: latin.split(' '), greek: greek.split(' '), cyrillic: cyrillic.split(' ') };
export type Script = keyof typeof words;
export const scripts: readonly Script[] = ['latin', 'greek', 'cyrillic'];

/** Numbers that look random and are the same every time. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A sentence of so many words. */
export function sentence(next: (below: number) => number, count: number, script: Script = 'latin'): string {
  const list = words[script];
  let text = list[next(list.length)] ?? '';
  text = `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
  for (let at = 1; at < count; at += 1) text += `${at % 7 === 6 ? ', ' : ' '}${list[next(list.length)]}`;
  return `${text}.`;
}

/** Sentences until the text has about so many characters. */
export function prose(characters: number, script: Script, seed = 5): string {
  const next = numbers(seed);
  let text = '';
  while (text.length < characters) text += `${sentence(next, 4 + next(14), script)} `;
  return text;
}

/** Sentences of one script, one in a line, about a million characters of them. */
export function proseFile(script: Script): string {
  return made(`prose-${script}.txt`, (write) => {
    for (const line of prose(1_000_000, script).match(/.{60,200}? /g) ?? []) write(`${line}\n`);
  });
}

const poHead = `msgid ""
msgstr ""
"Project-Id-Version: bench 1\\n"
"Language: el\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

`;

/** A catalog of so many messages, translated into words of three scripts: 100,000 of them are 18 MB. */
export function poFile(messages = PO_MESSAGES): string {
  return made(`catalog-${messages}.po`, (write) => {
    const next = numbers(11);
    write(poHead);
    for (let at = 1; at <= messages; at += 1) write(poMessage(at, next));
  });
}

function poMessage(at: number, next: (below: number) => number): string {
  const script = scripts[at % scripts.length] ?? 'latin';
  const [source, target] = [sentence(next, 4 + next(8)), sentence(next, 4 + next(7), script)];
  const place = `#: src/module-${at % 97}/view.c:${at}\n`;
  if (at % 20 === 0) {
    const forms = `msgstr[0] "%d ${target}"\nmsgstr[1] "%d ${target}"\n\n`;
    return `${place}#, c-format\nmsgid "%d ${source} (${at})"\nmsgid_plural "%d ${source} (${at}), all"\n${forms}`;
  }
  if (at % 5 === 0) return `${place}#, c-format\nmsgid "${source} (%s, ${at})"\nmsgstr "${target} (%s, ${at})"\n\n`;
  return `${place}msgid "${source} (${at})"\nmsgstr "${target} (${at})"\n\n`;
}

/** Messages for an application, two levels deep, so many MiB of them. */
export function jsonFile(mebibytes: number): string {
  return made(`app-${mebibytes}.json`, (write) => {
    const next = numbers(13);
    write('{\n');
    let size = 2;
    for (let at = 0; size < mebibytes * MEBIBYTE; at += 1) {
      const text = `${at === 0 ? '' : ',\n'}  "screen${at}": {\n    "title": "${sentence(next, 3 + next(4))}",\n    "text": "${sentence(next, 8 + next(12), scripts[at % 3])}"\n  }`;
      size += Buffer.byteLength(text);
      write(text);
    }
    write('\n}\n');
  });
}

/** Strings of a program, so many MiB of them. */
export function propertiesFile(mebibytes: number): string {
  return repeated(`strings-${mebibytes}.properties`, mebibytes, propertyLine);
}

function propertyLine(at: number, next: (below: number) => number): string {
  return at % 9 === 0 ? `# Part ${at}\n` : `screen.${at}.text=${sentence(next, 5 + next(9))}\n`;
}

/** A manual, so many MiB of it. */
export function markdownFile(mebibytes: number): string {
  return repeated(`manual-${mebibytes}.md`, mebibytes, markdownPiece);
}

function markdownPiece(at: number, next: (below: number) => number): string {
  if (at % 12 === 0) return `## ${sentence(next, 4)}\n\n`;
  if (at % 5 === 0) return `- ${sentence(next, 6)}\n- **${sentence(next, 3)}** ${sentence(next, 5)}\n\n`;
  return `${sentence(next, 12)} See [${sentence(next, 2)}](https://example.com/${at}) and \`code${at}\`.\n${sentence(next, 9)}\n\n`;
}

const xliffHead = `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="app" source-language="en" target-language="el" datatype="plaintext">\n<body>\n`;
const xliffTail = '</body>\n</file>\n</xliff>\n';

/** A hand-off in XLIFF 1.2, so many MiB of it. */
export function xliffFile(mebibytes: number): string {
  return repeated(`hand-off-${mebibytes}.xlf`, mebibytes, xliffUnit, xliffHead, xliffTail);
}

function xliffUnit(at: number, next: (below: number) => number): string {
  const code = at % 4 === 0 ? `<x id="1"/> ` : '';
  return `<trans-unit id="u${at}">\n<source>${code}${sentence(next, 5 + next(9))}</source>\n<target>${code}${sentence(next, 5 + next(7), scripts[at % 3])}</target>\n</trans-unit>\n`;
}

/** A folder of files of half a MiB each. */
export function jsonFolder(files: number): readonly string[] {
  return Array.from({ length: files }, (_, index) => repeated(`many-${index}.json`, 0.5, jsonPair, '{\n', '\n}\n'));
}

function jsonPair(at: number, next: (below: number) => number): string {
  return `${at === 0 ? '' : ',\n'}"k${at}": "${sentence(next, 10)}"`;
}

/** A folder of files of five formats, 75 KB each: 844 of them are 63 MB. */
export function mixedFolder(files = 844): readonly string[] {
  const mebibytes = 63e6 / 844 / MEBIBYTE;
  const kinds = [
    (name: string) => repeated(`${name}.json`, mebibytes, jsonPair, '{\n', '\n}\n'),
    (name: string) => repeated(`${name}.md`, mebibytes, markdownPiece),
    (name: string) => repeated(`${name}.po`, mebibytes, (at, next) => poMessage(at + 1, next), poHead),
    (name: string) => repeated(`${name}.properties`, mebibytes, propertyLine),
    (name: string) => repeated(`${name}.xlf`, mebibytes, xliffUnit, xliffHead, xliffTail),
  ];
  return Array.from({ length: files }, (_, index) => kinds[index % kinds.length]?.(`mixed-${index}`) ?? '');
}

/** A file of a few lines. */
export function smallFile(): string {
  return made('small.json', (write) =>
    write('{\n  "title": "Welcome back",\n  "text": "You have {count} messages"\n}\n'),
  );
}

/** A path for what is written. */
export function outputOf(name: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `out-${process.pid}-${name}`);
}

export function bytesOf(path: string): number {
  return statSync(path).size;
}

/** Takes everything away. */
export function clearCorpus(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A file of pieces, so many MiB of them. */
export function repeated(
  name: string,
  mebibytes: number,
  piece: (at: number, next: (below: number) => number) => string,
  head = '',
  tail = '',
): string {
  return made(name, (write) => {
    const next = numbers(name.length + mebibytes);
    write(head);
    let size = 0;
    for (let at = 0; size < mebibytes * MEBIBYTE; at += 1) {
      const text = piece(at, next);
      size += Buffer.byteLength(text);
      write(text);
    }
    write(tail);
  });
}

function made(name: string, fill: (write: (text: string) => void) => void): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const file = openSync(`${path}.part`, 'w');
  let held: string[] = [];
  let length = 0;
  const flush = () => {
    writeSync(file, held.join(''));
    held = [];
    length = 0;
  };
  fill((text) => {
    held.push(text);
    length += text.length;
    if (length > MEBIBYTE) flush();
  });
  flush();
  closeSync(file);
  renameSync(`${path}.part`, path);
  return path;
}
