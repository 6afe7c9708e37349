import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OutputFile } from './output-file.js';

test.skipIf(!existsSync('/dev/full'))('a full disk is told with the file that did not fit', async () => {
  const file = new OutputFile('/dev/full');
  await file.write(new Uint8Array(1024));
  await expect(file.finish()).rejects.toMatchObject({
    code: 'FLOW_OUTPUT_PATH',
    message: expect.stringMatching(/^Cannot write "\/dev\/full": ENOSPC/),
  });
  const large = new OutputFile('/dev/full');
  await expect(large.write(new Uint8Array(1024 * 1024))).rejects.toMatchObject({ code: 'FLOW_OUTPUT_PATH' });
  await large.discard();
});
