import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens the input of a program, as a file that is unlinked before anything is in it. Node's pipes are sockets, which
 * programs that open `/dev/stdin`, such as Apertium's, cannot open.
 */
export async function openInput(text: string): Promise<FileHandle> {
  const path = join(tmpdir(), `helve-input-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    await writeAll(file, Buffer.from(text));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes by position, so that the program starts to read at the start. */
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, done)).bytesWritten;
  }
}
