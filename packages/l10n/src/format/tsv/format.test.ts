import { describeFormat } from '../../testing/describe-format.js';
import { tsvFormat } from './format.js';

describeFormat(tsvFormat, {
  cases: [
    {
      name: 'languages side by side',
      input: 'key\ten\tde\na\tHi, you; I | we\t"Hallo\tdu"\nb\tx\t\n',
      blocks: [
        { name: 'a', text: 'Hi, you; I | we', target: 'Hallo\tdu' },
        { name: 'b', text: 'x' },
      ],
    },
  ],
  testedApart: Object.keys(tsvFormat.options.properties),
  exceptions: [
    { check: 'X9', reason: 'the tests of csv do' },
    { check: 'X13', reason: 'a table has no references' },
    { check: 'X15', reason: 'a table has texts' },
  ],
  malformed: [{ name: 'a record that is too short', input: 'key\ten\tde\na\tb\n', line: 2, column: 1 }],
  readBack: (text) => text.replaceAll('\r\n', '\n'),
});
