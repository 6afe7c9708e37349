/** Logo: an axe and its helve. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <path d="M6 28 20 10l3 2.4L9 30.3z" fill="#b07a3c" />
      <path d="M15 3c6-1 12 2 14 8l-6 5L14 9z" fill="#6b7b8a" />
    </svg>
  );
}
