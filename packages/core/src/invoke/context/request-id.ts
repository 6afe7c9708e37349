/** The last digits of an id: to write a new number costs as much as half a call. */
const tails = Array.from({ length: 1_000 }, (_, count) => String(count).padStart(3, '0'));

let random: string | undefined;
let prefix = '';
let thousands = 0;
let count = tails.length;

/** An id no other call has: random for the process, counted within it. */
export function nextRequestId(): string {
  if (count === tails.length) countOn();
  const id = prefix + tails[count];
  count += 1;
  return id;
}

function countOn(): void {
  random ??= crypto.randomUUID().slice(0, 18);
  prefix = `${random}-${thousands}`;
  thousands += 1;
  count = 0;
}
