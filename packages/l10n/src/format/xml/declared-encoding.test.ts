import { describe, expect, test } from 'vitest';
import { declaredEncoding, redeclareXml } from './declared-encoding.js';

describe('redeclareXml', () => {
  test.each([
    ['<?xml version="1.0" encoding="UTF-8"?><a/>', 'windows-1252', '<?xml version="1.0" encoding="WINDOWS-1252"?><a/>'],
    ["<?xml version='1.0' encoding='x' ?><a/>", 'utf-16le', '<?xml version=\'1.0\' encoding="UTF-16" ?><a/>'],
    ['<?xml version="1.0"?><a/>', 'latin1', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>'],
    ['<a encoding="x"/>', 'koi8-r', '<?xml version="1.0" encoding="KOI8-R"?>\n<a encoding="x"/>'],
    ['<a/>', 'utf-8', '<a/>'],
  ])('T47 %s in %s', (head, encoding, expected) => {
    expect(redeclareXml(head, encoding)).toBe(expected);
    expect(declaredEncoding(expected)?.toLowerCase().slice(0, 5) ?? 'utf-8').toBe(
      encoding === 'latin1' ? 'iso-8' : encoding.slice(0, 5),
    );
  });

  test('T47 asks for more as long as the declaration may go on', () => {
    for (const head of ['', '<', '<?xm', '<?xml version="1.0"']) expect(redeclareXml(head, 'koi8-r')).toBeUndefined();
    const endless = `<?xml ${'x'.repeat(2000)}`;
    expect(redeclareXml(endless, 'koi8-r')).toBe(endless);
  });
});
