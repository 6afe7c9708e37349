import type { Page } from 'playwright-core';

/** Texts whose contrast is below what WCAG 2.2 asks of level AA. */
export function checkContrast(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    type Colour = readonly [number, number, number, number];
    const painter = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    /** Any colour that CSS can say, as numbers. */
    const read = (css: string): Colour => {
      if (painter === null) return [0, 0, 0, 1];
      painter.clearRect(0, 0, 1, 1);
      painter.fillStyle = css;
      painter.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = painter.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = (top: Colour, below: Colour): Colour => {
      const mix = (index: 0 | 1 | 2) => top[index] * top[3] + below[index] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const light = (colour: Colour) => {
      const [r = 0, g = 0, b = 0] = colour.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const backgroundOf = (element: Element): Colour => {
      const layers: Colour[] = [];
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        layers.unshift(read(getComputedStyle(at).backgroundColor));
      }
      const base: Colour = read(getComputedStyle(document.body).backgroundColor);
      return layers.reduce((below, top) => over(top, below), base);
    };
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');

    const found: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      const shown = element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
      if (!shown || !hasText(element) || element.closest(':disabled, .unseen, .skip, option, noscript')) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const background = backgroundOf(element);
      const [text, behind] = [light(over(read(color), background)), light(background)];
      const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
      const size = Number.parseFloat(fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      if (ratio < (isLarge ? 3 : 4.5)) {
        found.push(`${ratio.toFixed(2)} ${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`);
      }
    }
    return found;
  });
}

/** Controls that nobody could tell the name of. */
export function checkNames(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea, button, a, progress')]
      .filter((element) => {
        const labels = 'labels' in element ? (element as HTMLInputElement).labels : null;
        const words = [element.textContent, element.getAttribute('aria-label'), labels?.[0]?.textContent];
        return words.every((word) => (word ?? '').trim() === '');
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** How much the page moved by itself since it was opened: the cumulative layout shift. */
export function measureShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 100);
      }),
  );
}
