// Decorators store their metadata under this symbol; it must exist before the first decorated class is evaluated.
const symbols: { metadata?: symbol } = Symbol;
symbols.metadata ??= Symbol.for('Symbol.metadata');
