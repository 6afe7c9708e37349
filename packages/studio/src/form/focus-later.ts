/** Moves the focus to something that the next drawing of the page brings. */
export function focusLater(find: () => Element | null | undefined): void {
  requestAnimationFrame(() => {
    const found = find();
    if (found instanceof HTMLElement) found.focus();
  });
}
