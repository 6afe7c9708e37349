// The floor: a child that sends back what it is sent, as `fork` does it without anything of ours.
process.on('message', (message) => {
  if (message.stream === undefined) process.send?.(message);
  else for (let at = 1; at <= message.stream; at += 1) process.send?.({ at, text: message.text });
});
