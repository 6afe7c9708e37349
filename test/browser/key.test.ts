import { describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { toolProject } from './fixtures.js';
import { useStudio } from './studio-kit.js';

describe('the page of a door that asks for a key', needs('chromium'), () => {
  const studio = useStudio(toolProject, { serve: ['--auth', 'keys'] });

  test('opens with one, keeps it to this tab, and forgets it when told', async () => {
    const token = studio.shell('node_modules/.bin/helve keys add ada').trim();
    const page = await studio.open('#/tools/share_bill');
    await page.getByLabel('Key').fill('helve_none_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The gateway does not accept this key').waitFor();
    await page.getByLabel('Key').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('button', { name: 'Example 1' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Done in').waitFor();
    await page.getByRole('tab', { name: 'HTTP' }).click();
    const curl = await page.getByRole('region', { name: 'curl' }).innerText();
    expect(curl).toContain('Bearer $HELVE_KEY');
    expect(await page.content()).not.toContain(token);

    await page.getByRole('link', { name: 'Trail', exact: true }).click();
    await page.getByText('Every call you make is recorded here.').waitFor();
    await page.getByRole('row').filter({ hasText: 'share_bill' }).getByText('ada').waitFor();
    expect(await page.getByRole('button', { name: 'Verify integrity' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Enter your API key' }).waitFor();
    // The browser itself tells of every answer that is a refusal.
    expect(studio.complaints.filter((text) => !/status of 40[13]/.test(text))).toEqual([]);
    expect(studio.complaints.length).toBeLessThan(12);
  });
});
