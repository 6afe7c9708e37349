import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

export interface WireFileFields {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** The id of the call for which it is there; whoever made the file removes it when that call has ended. */
  readonly owner: string;
}

/** A handle for data too large for a frame: the bytes stay in a file that both sides can read. */
export class WireFile implements WireFileFields {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly owner: string;

  constructor({ path, size, sha256, owner }: WireFileFields) {
    this.path = path;
    this.size = size;
    this.sha256 = sha256;
    this.owner = owner;
  }

  /** Measures and hashes a file that is already there. */
  static async of(path: string, owner: string): Promise<WireFile> {
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
    const { size } = await stat(path);
    return new WireFile({ path, size, sha256: hash.digest('hex'), owner });
  }
}
