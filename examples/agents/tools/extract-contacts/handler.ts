import { contextHandler, type HandlerFacts } from '@helve/core';

interface Arguments {
  readonly text: string;
}

interface EmailContact {
  readonly address: string;
  readonly name?: string;
}

const email = /(?:((?:\p{Lu}[\p{L}'-]+ ){1,3})?[<(]?)?\b([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})/gu;
const url = /\bhttps?:\/\/[^\s"<>]{1,500}/g;

/** At least eight digits, and a sign that they are meant to be dialled: a plus, or separators. */
const phone = /(?<![\w.@/-])\+?\d(?:[\s().-]{0,2}\d){7,14}(?![\w@])/g;

/** Patterns with a bounded length on every part: a hostile text takes no longer than a friendly one. */
export const execute = contextHandler(({ args: { text } }: HandlerFacts<Arguments>) => {
  const emails = [...text.matchAll(email)].map(([, name, address = '']): EmailContact => {
    return { address: address.toLowerCase(), ...(name === undefined ? {} : { name: name.trim() }) };
  });
  const urls = [...text.matchAll(url)].map(([address]) => address.replace(/[.,;:!?)]+$/, ''));
  const phones = [...text.matchAll(phone)].map(([number]) => number).filter((number) => /^\+|[\s().-]/.test(number));
  return {
    ok: true,
    data: { emails: onceBy(emails, ({ address }) => address), phones: once(phones.map(dialled)), urls: once(urls) },
  };
});

function dialled(number: string): string {
  return number.replace(/[^\d+]/g, '');
}

function once(items: readonly string[]): string[] {
  return [...new Set(items)];
}

function onceBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
}
