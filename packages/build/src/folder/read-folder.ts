import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of one tool folder: the relevant texts, and a digest of all files. */
export interface FolderFiles {
  /** Returns the text of a file at the top of the folder; undefined where there is none. */
  textOf(name: string): string | undefined;
  /** Names at the top of the folder. */
  readonly names: ReadonlySet<string>;
  /** Names of files that could not be read as text. */
  readonly unreadable: readonly string[];
  /** Digest of every path and its bytes. */
  readonly digest: string;
  /** Digest without the files of the code: names at the top, and the bytes of what is read as text. */
  readonly folderDigest: string;
}

const readable = ['schema.json', 'doc_summary.md', 'doc.md', 'guide.md'];

/** Reads a tool folder once; everything after works on the result. */
export function readFolder(folder: string): FolderFiles {
  const digests: string[] = [];
  const folderLines: string[] = [];
  const texts = new Map<string, string>();
  const unreadable: string[] = [];
  const paths = filesBelow(folder, '');
  for (const path of paths) {
    const bytes = tryRead(join(folder, path));
    const line = `${JSON.stringify(path)} ${bytes === undefined ? 'unreadable' : hash('sha256', bytes)}`;
    digests.push(line);
    if (!path.includes('/')) folderLines.push(readable.includes(path) ? line : JSON.stringify(path));
    if (!readable.includes(path)) continue;
    const text = bytes === undefined ? undefined : toText(bytes);
    if (text === undefined) unreadable.push(path);
    else texts.set(path, text);
  }
  return {
    textOf: (name) => texts.get(name),
    names: new Set(paths.filter((path) => !path.includes('/'))),
    unreadable,
    digest: hash('sha256', digests.join('\n')),
    folderDigest: hash('sha256', folderLines.join('\n')),
  };
}

function filesBelow(folder: string, prefix: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`;
      return entry.isDirectory() ? filesBelow(join(folder, entry.name), `${path}/`) : [path];
    });
}

function tryRead(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes text and normalises its line ends. */
function toText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}
