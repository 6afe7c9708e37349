/** Something that a format does not do, and why. */
export interface FormatException {
  /** Id of the requirement. */
  readonly check: 'X9' | 'X10' | 'X13' | 'X15' | 'X30' | 'X31';
  /** Name of the case, or of the hostile input; absent stands for all. */
  readonly of?: string;
  /** Names of the blocks that it is about; absent stands for the whole document. */
  readonly blocks?: readonly string[];
  readonly reason: string;
}

/** Finds the exception of a case, or of one of its blocks, from a requirement. */
export function exceptionOf(
  { exceptions = [] }: { readonly exceptions?: readonly FormatException[] },
  check: FormatException['check'],
  { name }: { readonly name: string },
  block?: string,
): FormatException | undefined {
  return exceptions.find(
    (one) =>
      one.check === check &&
      (one.of === undefined || one.of === name) &&
      (one.blocks === undefined || (block !== undefined && one.blocks.includes(block))),
  );
}
