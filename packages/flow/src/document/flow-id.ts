/** The id of a flow: its name in lower case, with `-` for what is neither letter nor digit. */
export function flowId(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
