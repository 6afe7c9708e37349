import { expect, test } from 'vitest';
import { linkTo, parseRoute } from './route.js';

test('parseRoute reads back what linkTo writes', () => {
  for (const name of ['plain', 'a/b', 'ü ?&#%', '..']) {
    expect(parseRoute(linkTo('tools', name, 'req 1'))).toEqual({ view: 'tools', name, from: 'req 1' });
  }
  expect(parseRoute(linkTo('trail'))).toEqual({ view: 'trail', name: undefined, from: undefined });
});

test('parseRoute shows the tools for an address that means nothing', () => {
  for (const hash of ['', '#', '#/', '#nope', '#/nope/x']) expect(parseRoute(hash).view).toBe('tools');
  expect(parseRoute('#/tools/100%')).toMatchObject({ name: '100%' });
});
