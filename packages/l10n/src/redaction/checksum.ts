/** The sum of card numbers: every second digit from the right is doubled. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** The sum of account numbers: country and check digits moved to the end, letters as numbers, modulo 97. */
export function isIban(account: string): boolean {
  const compact = account.replaceAll(' ', '');
  if (compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const sign of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
