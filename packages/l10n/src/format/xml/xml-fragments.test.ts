import { bytesSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { openXml } from './open-xml.js';
import { splitChildren } from './split-children.js';
import { XmlFragments } from './xml-fragments.js';
import type { XmlElement } from './xml-node.js';

const limits = { file: 'a.xml', format: 'xml', maxDepth: 100, maxExpansion: 100, keepsEntities: true };

/** Parses a file piece by piece, and returns its root and the children of the root. */
async function parse(file: string): Promise<readonly XmlElement[]> {
  const text = await openXml(bytesSource(Buffer.from(file)), 'a.xml', { maxBytes: 1e6, encoding: 'auto' });
  const fragments = new XmlFragments(text, limits);
  const elements: XmlElement[] = [];
  try {
    const request = { file: 'a.xml', isContainer: (_: string, depth: number) => depth === 0 };
    for await (const pieces of splitChildren(text, request)) {
      for (const piece of pieces) {
        if (piece.kind === 'head') elements.push(fragments.head(piece));
        else if (piece.kind === 'element') elements.push(fragments.element(piece));
        else if (piece.kind === 'tail') fragments.tail(piece);
        else fragments.check(piece);
      }
    }
  } catch (error) {
    throw await fragments.toError(error);
  }
  return elements;
}

describe('XmlFragments', () => {
  test('XmlFragments knows the namespaces of the root in every child', async () => {
    const [, child] = await parse('<r xmlns="urn:r" xmlns:x="urn:x"><x:a/></r>');
    expect(child).toMatchObject({ local: 'a', uri: 'urn:x' });
  });

  test('X12 XmlFragments gives references to declared entities as nodes, and never opens a file', async () => {
    const doctype = '<!DOCTYPE r [<!ENTITY b "B &amp; Co"><!ENTITY file SYSTEM "file:///etc/passwd">]>';
    const [, child] = await parse(`${doctype}<r><a>x&amp;&b;&file;&#65;</a></r>`);
    expect(child?.children).toMatchObject([
      { kind: 'text', text: 'x&' },
      { kind: 'reference', name: 'b', value: 'B &amp; Co' },
      { kind: 'reference', name: 'file', value: undefined },
      { kind: 'text', text: 'A' },
    ]);
  });

  test.each([
    ['an undeclared prefix', '<r>\n <x:a/></r>', 2, 2],
    ['an undeclared entity', '<r>\n <a>&amp;\n  &b;</a></r>', 3, 3],
    ['a wrong end tag', '<r>\n <a>\n  <b></a></r>', 3, 6],
    ['a comment with dashes', '<r>\n <!-- a -- b --></r>', 2, 9],
    ['an entity between children', '<r>\n x &b;</r>', 2, 4],
    ['no end', '<r>\n <a/>\n', 3, 1],
    ['a wrong end', '<r>\n</s>', 2, 1],
    ['a second root', '<r/>\n<s/>', 2, 1],
    ['a second root after content', '<r></r>\n<s/>', 2, 1],
    ['nothing', '', 1, 1],
    ['half a root', '<r a="', 1, 6],
  ])('X8 XmlFragments refuses a file with %s at its place', async (_, file, line, column) => {
    await expect(parse(file)).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line, column } });
  });

  test('T105 entities of all fragments together are limited', async () => {
    const doctype = '<!DOCTYPE r [<!ENTITY b "0123456789">]>';
    await parse(`${doctype}<r>${'<a b="&b;"/>'.repeat(10)}</r>`);
    await expect(parse(`${doctype}<r>${'<a b="&b;"/>'.repeat(11)}</r>`)).rejects.toMatchObject({ code: 'L10N_LIMIT' });
  });
});
