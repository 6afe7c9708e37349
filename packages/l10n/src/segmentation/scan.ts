const closers = new Set('"\'”’»›)]');
const sentenceEnds = new Set('.!?…。！？।۔:։');

/** Returns the start of the white space that ends before `at`, or `at` itself; no text before `floor` is looked at. */
export function backOverSpace(text: string, at: number, floor = 0): number {
  let index = at;
  while (index > floor && isSpace(text.charAt(index - 1))) index -= 1;
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

/** True for each of some rising positions when the text before it looks like the end of a sentence, in one pass over the text. */
export function sentencesEndAt(text: string, positions: readonly number[]): readonly boolean[] {
  let [index, ends] = [0, false];
  return positions.map((at) => {
    for (; index < at; index += 1) {
      const character = text.charAt(index);
      if (!isSpace(character) && !closers.has(character)) ends = sentenceEnds.has(character);
    }
    return ends;
  });
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}
