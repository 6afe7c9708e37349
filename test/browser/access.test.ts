import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { checkContrast, checkNames, measureShift } from './checks.js';
import { toolProject } from './fixtures.js';
import { assertNoComplaints, useStudio } from './studio-kit.js';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('the page for everybody', needs('chromium'), () => {
  const studio = useStudio(toolProject);

  afterEach(() => assertNoComplaints(studio));

  test('works with the keyboard alone, from the search to the answer', async () => {
    const page = await studio.open();
    await page.getByRole('link', { name: 'Share a bill' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('/');
    await page.keyboard.type('bill');
    await page.getByText(/^[1-9]\d* of \d+ tools$/).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toContain('Share a bill');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    await page.keyboard.type('bill');
    await page.getByText(/^[1-9]\d* of \d+ tools$/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Share a bill', level: 1 }).waitFor();
    await expect.poll(() => focused(page)).toBe('Share a bill');

    for (
      let count = 0;
      count < 20 && (await page.evaluate(() => document.activeElement?.tagName)) !== 'INPUT';
      count += 1
    ) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('12');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await page.getByText('Done in').waitFor();
    expect(await page.getByRole('region', { name: 'Data' }).innerText()).toContain('"each": 4');
  });

  test.each(['light', 'dark'] as const)(
    'has enough contrast and a name for every control in %s',
    async (colorScheme) => {
      const page = await studio.open('', { colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('link', { name: 'Share a bill' }).waitFor();
      const found = [...(await checkContrast(page))];
      await page.goto(`${studio.url()}/#/tools/draw_shape`);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('Not sent').waitFor();
      found.push(...(await checkContrast(page)), ...(await checkNames(page)));
      await page.goto(`${studio.url()}/#/tools/send_letter`);
      await page.getByRole('textbox', { name: 'to required' }).fill('Ada');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('.ask').waitFor();
      found.push(...(await checkContrast(page)));
      await page.goto(`${studio.url()}/#/approvals`);
      await page.getByRole('button', { name: 'Reject' }).first().waitFor();
      found.push(...(await checkContrast(page)), ...(await checkNames(page)));
      await page.goto(`${studio.url()}/#/trail`);
      await page.getByText('CONFIRMATION_REQUIRED').first().waitFor();
      found.push(...(await checkContrast(page)), ...(await checkNames(page)));
      expect(found).toEqual([]);
    },
  );

  test('fits a screen of 320 pixels', async () => {
    const page = await studio.open('', { viewport: { width: 320, height: 640 } });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.getByRole('link', { name: 'Share a bill' }).waitFor();
    await expect.poll(width).toBe(320);
    await studio.shoot(page, 'narrow-list');
    await page.getByRole('link', { name: 'draw_shape' }).click();
    await page.getByRole('button', { name: 'Add to points' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Not sent').waitFor();
    await expect.poll(width).toBe(320);
    await studio.shoot(page, 'narrow-tool');
    await page.getByRole('link', { name: 'All tools' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.getByRole('link', { name: 'Trail', exact: true }).click();
    await page.getByRole('heading', { name: 'Trail' }).waitFor();
    await expect.poll(width).toBe(320);
  });

  test('stands still while it loads and when an answer comes', async () => {
    const page = await studio.open('#/tools/share_bill');
    await page.getByRole('button', { name: 'Example 1' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Done in').waitFor();
    expect(await measureShift(page)).toBeLessThan(0.02);
  });
});
