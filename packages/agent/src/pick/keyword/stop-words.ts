/** English words that occur in any question and say nothing about a tool. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about all also am an and any are as at be been being but by can could did do does for from had has have he her ' +
    'here him his how i if in into is it its let me more my no not of on or our out over please shall she should so ' +
    'some such than that the their them then there these they this those to under up us was we were what when where ' +
    'which while who whom whose why will with would you your'
  ).split(' '),
);
