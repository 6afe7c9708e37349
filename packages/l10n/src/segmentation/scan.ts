const closers = new Set('"\'”’»›)]');
const sentenceEnds = new Set('.!?…。！？।۔:։');

/** Returns the start of the white space that ends before `at`, or `at` itself. */
export function backOverSpace(text: string, at: number): number {
  let index = at;
  while (index > 0 && isSpace(text.charAt(index - 1))) index -= 1;
  return index;
}

/** True when only white space is between a position and the start of its line. */
export function opensLine(text: string, at: number): boolean {
  const end = backOverSpace(text, at);
  return end === 0 || text.slice(end, at).includes('\n');
}

/** True when the text before a position looks like the end of a sentence, ignoring closing quotes and brackets. */
export function endsLikeSentence(text: string, at: number): boolean {
  let index = at;
  while (index > 0 && (isSpace(text.charAt(index - 1)) || closers.has(text.charAt(index - 1)))) index -= 1;
  return index > 0 && sentenceEnds.has(text.charAt(index - 1));
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}
