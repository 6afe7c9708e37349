/** A tagged value that does not hold what its kind needs. */
export class MalformedValueError extends TypeError {
  constructor(kind: string) {
    super(`Cannot read a value of the kind "${kind}": its data does not fit`);
    this.name = 'MalformedValueError';
  }
}
