import { expect, test } from 'vitest';
import { readRate, toBase64, toFloats } from './pcm.js';

test('sound keeps its samples on the way over the line', () => {
  const samples = Int16Array.from([0, 16_384, -16_384, 32_767, -32_768]);
  expect([...toFloats(toBase64(samples))].map((value) => Math.round(value * 32_768))).toEqual([...samples]);
  expect(toFloats(btoa('abc'))).toHaveLength(1);
});

test('a rate is read from the type of a sound', () => {
  expect(['audio/pcm;rate=22050', 'audio/pcm'].map(readRate)).toEqual([22_050, 24_000]);
});
