// The floor: a child that sends back what it is sent, as `fork` does it without anything of ours.
let stream = { to: 0, text: '' };
let at = 0;
let credit = 0;

process.on('message', (message) => {
  if (message.ack !== undefined) return goOn(message.ack);
  if (message.stream === undefined) return process.send?.(message);
  stream = { to: message.stream, text: message.text };
  [at, credit] = [0, 0];
  return goOn(message.window ?? Infinity);
});

function goOn(more) {
  for (credit += more; credit > 0 && at < stream.to; credit -= 1) process.send?.({ at: (at += 1), text: stream.text });
}
