/** A JSON Schema that cannot be compiled; `pointer` leads to the broken place in the schema. */
export class JsonSchemaError extends Error {
  override readonly name = 'JsonSchemaError';
  readonly pointer: string;
  readonly keyword: string;

  constructor(pointer: string, keyword: string, message: string) {
    super(message);
    this.pointer = pointer;
    this.keyword = keyword;
  }
}
