const count = String.raw`(?:\d+|\*(?:\d+\$)?)`;
const type = String.raw`(?:(?:hh|h|ll|l|L|q|j|z|Z|t|I64|I32|w\d+)?[diouxXeEfFgGaAcCsSpnm@]|<PRI[a-zA-Z0-9]+>)`;

/**
 * Matches the flags, width and precision of a printf directive: `-10.2` of `%-10.2f`, `.*2$` of `%3$.*2$s`. The flag that is
 * a space is left out, since "50 % of" is no directive.
 */
export const printfSize = String.raw`(?:[\-+0#']|I(?!\d))*${count}?(?:\.${count}?)?`;

/** Matches the size and the type of a printf directive: `d`, `lu`, `I64d`, `<PRIuMAX>`. */
export const printfType = type;

/** Matches the directive of Python that other languages lack: the value as `repr` shows it. */
export const pythonRepr = String.raw`%(?:\([^\(\)]+\))?[#\-+]*\d*(?:\.\d+)?r`;

/** Matches a printf directive after its percent sign and its position. */
export const printfShape = printfSize + printfType;
