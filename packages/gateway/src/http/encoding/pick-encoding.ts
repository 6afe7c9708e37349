/** Encodings in which a file can be sent, the smallest first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Picks the smallest encoding that a client accepts; undefined when it accepts none of them. */
export function pickEncoding(accepted: string | undefined): Encoding | undefined {
  const weights = new Map(
    (accepted ?? '').split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
      const weight = parameters.find((word) => word.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return encodings.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}
