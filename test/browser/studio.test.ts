import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { postJson } from '../journeys/project.js';
import { needs } from '../needs.js';
import { studioPreparation, studioProject } from './fixtures.js';
import { assertNoComplaints, useStudio } from './studio-kit.js';

const field = (page: Page, pointer: string) => page.locator(`[data-pointer="${pointer}"]`);
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();
const status = (page: Page) => page.locator('.outcome .status');
const data = (page: Page) => page.getByRole('region', { name: 'Data' }).innerText();

/** Waits until the status of a call says something. */
async function says(page: Page, text: string | RegExp): Promise<void> {
  await status(page).filter({ hasText: text }).waitFor();
}

describe('the page', needs('chromium'), () => {
  const studio = useStudio(studioProject, { prepare: studioPreparation });

  afterEach(() => assertNoComplaints(studio));

  test('finds a tool by what it is for, shows what is wrong at the field, and runs it', async () => {
    const page = await studio.open();
    await page.getByRole('searchbox').fill('split money');
    await page.getByRole('link', { name: 'Share a bill' }).click();
    await page.getByRole('heading', { name: 'Share a bill', level: 1 }).waitFor();

    await field(page, '/sum').getByRole('textbox').fill('-5');
    await run(page);
    await field(page, '/guests').getByText('Enter a value').waitFor();
    await says(page, 'Not sent');
    await field(page, '/guests').getByRole('textbox').fill('4');
    await run(page);
    await field(page, '/sum').getByText('Expected a number of at least 0, got -5').waitFor();
    expect(await field(page, '/sum').getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    await studio.shoot(page, 'field-problem');

    await field(page, '/sum').getByRole('textbox').fill('90');
    await field(page, '/currency').getByRole('combobox').selectOption('CHF');
    await run(page);
    await says(page, 'Done in');
    expect(JSON.parse(await data(page))).toEqual({ each: 22.5, currency: 'CHF' });
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await page.getByText('Documentation').click();
    await page.getByRole('heading', { name: 'Sharing' }).waitFor();
    await studio.shoot(page, 'tool-done');
  });

  test('writes lines that do the same elsewhere', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await studio.open('#/tools/share_bill', { permissions });
    expect(page.url()).toBe(`${studio.url()}/#/tools/share_bill`);
    await page.getByRole('button', { name: 'Example 1' }).click();
    const line = 'npx helve call share_bill --sum 90 --guests 3';
    await expect.poll(() => page.getByRole('region', { name: 'helve' }).innerText()).toBe(line);
    expect(JSON.parse(studio.shell(line.replace('npx ', 'node_modules/.bin/')))).toEqual({ each: 30, currency: 'EUR' });

    // It says so for a moment only.
    const copied = page.getByRole('button', { name: 'Copied helve' }).waitFor();
    await page.getByRole('button', { name: 'Copy helve' }).click();
    await copied;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);
    await page.getByRole('tab', { name: 'HTTP' }).click();
    const curl = await page.getByRole('region', { name: 'curl' }).innerText();
    expect(curl).toContain(`${studio.url()}/v1/tools/share_bill/call`);
    await page.getByRole('tab', { name: 'HTTP' }).press('ArrowRight');
    const config = await page.getByRole('region', { name: 'Over HTTP' }).innerText();
    expect(JSON.parse(config)).toEqual({ mcpServers: { helve: { type: 'http', url: `${studio.url()}/mcp` } } });
  });

  test('asks a person before a call that needs one, in place and from the list of approvals', async () => {
    const page = await studio.open('#/tools/send_letter');
    const asked = new Set<string>();
    page.on('request', (request) => void asked.add(new URL(request.url()).pathname));
    await field(page, '/to').getByRole('textbox').fill('Ada');
    await run(page);
    await page.locator('.ask').getByText('Ada').waitFor();
    await page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
    await studio.shoot(page, 'confirmation');
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await says(page, 'Done in');
    expect(JSON.parse(await data(page))).toEqual({ sent: 'Ada' });

    for (const name of ['Bob', 'Eve']) {
      await field(page, '/to').getByRole('textbox').fill(name);
      await run(page);
      await page.locator('.ask').getByText(name).waitFor();
    }
    await page.getByRole('link', { name: 'Approvals 2 waiting' }).click();
    const bob = page.getByRole('listitem').filter({ hasText: 'Bob' });
    await studio.shoot(page, 'approvals');
    await bob.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved: send_letter ran').waitFor();
    await bob.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected: send_letter will not run').waitFor();
    await page.getByText('No pending approvals').waitFor();
    // The door tells of it: nobody asks again and again.
    expect(asked.has('/v1/approvals/live') && !asked.has('/v1/approvals')).toBe(true);
  });

  test('shows how far a call is and what it says meanwhile, and stops it', async () => {
    const page = await studio.open('#/tools/climb_stairs', { colorScheme: 'dark' });
    // So many that nobody is at the top before all of it has been seen.
    await field(page, '/steps').getByRole('textbox').fill('2000');
    await run(page);
    await says(page, /Running: \d+ of 2000, up/);
    expect(await page.getByRole('progressbar').getAttribute('max')).toBe('2000');
    await page.getByRole('region', { name: 'Output' }).getByText('step 1').waitFor();
    await studio.shoot(page, 'progress-dark');
    await page.getByRole('button', { name: 'Stop' }).click();
    await says(page, 'Stopped');

    await field(page, '/steps').getByRole('textbox').fill('3');
    await run(page);
    await says(page, 'Done in');
    expect(await data(page)).toContain('step 3');
    await page.goto(`${studio.url()}/#/trail`);
    await page.getByRole('row').filter({ hasText: 'climb_stairs' }).filter({ hasText: 'CANCELLED' }).waitFor();
  });

  test('follows the trail, opens a record, and tries its input again', async () => {
    const { status: first } = await postJson(`${studio.url()}/v1/tools/share_bill/call`, { sum: 1, guests: 1 });
    expect(first).toBe(200);
    const trail = await studio.open('#/trail');
    await trail.getByRole('heading', { name: 'Trail' }).waitFor();
    await trail.getByLabel('Tool').selectOption('share_bill');
    const rows = trail.getByRole('row').filter({ hasText: 'share_bill' });
    await rows.first().waitFor();
    const before = await rows.count();

    const page = await studio.open('#/tools/share_bill');
    await page.getByRole('button', { name: 'Example 1' }).click();
    await field(page, '/guests').getByRole('textbox').fill('45');
    await run(page);
    await says(page, 'Done in');
    await rows.nth(before).waitFor();
    await trail.getByRole('button', { name: 'Verify integrity' }).click();
    await trail.getByText(/Verified: \d+ records/).waitFor();
    await studio.shoot(trail, 'trail');

    await page.getByRole('link', { name: 'Show its record' }).click();
    await page.getByRole('heading', { name: 'share_bill' }).waitFor();
    expect(JSON.parse(await page.getByRole('region', { name: 'Input' }).innerText())).toMatchObject({ guests: 45 });
    await studio.shoot(page, 'record');
    await page.getByRole('link', { name: 'Run again with this input' }).click();
    await expect.poll(() => field(page, '/guests').getByRole('textbox').inputValue()).toBe('45');
  });

  test('has a form for every shape of a value, and JSON for the rest', async () => {
    const page = await studio.open('#/tools/draw_shape');
    await field(page, '/name').getByRole('textbox').fill('ab');
    await field(page, '/filled').getByRole('combobox').selectOption('no');
    await field(page, '/form').getByRole('combobox').selectOption('Box');
    await field(page, '/form/width').getByRole('textbox').fill('99');
    await page.getByRole('button', { name: 'Add to points' }).click();
    await field(page, '/points/0/x').getByRole('textbox').fill('1.5');
    await page.getByRole('button', { name: 'Add to labels' }).click();
    await page.getByLabel('Name of labels 1').fill('de');
    await page.getByLabel('Value of de').fill('Kasten');
    await page.getByRole('button', { name: 'Add style' }).click();
    await field(page, '/style/width').getByRole('textbox').fill('2');
    await field(page, '/extra').getByRole('textbox').fill('[1, {"a": null}]');
    await run(page);
    await field(page, '/name').locator('.problem').waitFor();
    await studio.shoot(page, 'every-shape');

    await field(page, '/name').getByRole('textbox').fill('abc');
    await field(page, '/form/width').getByRole('textbox').fill('9');
    await run(page);
    await says(page, 'Done in');
    const drawn = {
      name: 'abc',
      filled: false,
      form: { kind: 'box', width: 9 },
      points: [{ x: 1.5 }],
      labels: { de: 'Kasten' },
      style: { width: 2 },
      extra: [1, { a: null }],
    };
    expect(JSON.parse(await data(page))).toEqual(drawn);

    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    expect(JSON.parse(await page.getByLabel('Input as JSON').inputValue())).toEqual(drawn);
    await page.getByLabel('Input as JSON').fill('{"name": "abc", "form": ');
    await run(page);
    await page.getByText('Not valid JSON').waitFor();
    await page.getByLabel('Input as JSON').fill('{"name": "xyz", "form": {"kind": "circle", "radius": 1}}');
    await page.getByRole('button', { name: 'Back to fields' }).click();
    expect(await field(page, '/form/radius').getByRole('textbox').inputValue()).toBe('1');
  });

  test('shows workers: their health, what they can be set to, and no secret', async () => {
    const page = await studio.open('#/workers');
    await page.getByRole('link', { name: 'slug' }).click();
    const sign = field(page, '/sign').getByRole('combobox');
    await expect.poll(() => sign.locator('option').allInnerTexts()).toEqual(['—', 'dash', 'underscore']);
    await page.getByText('SLUG_TOKEN', { exact: true }).waitFor();

    await sign.selectOption('underscore');
    await field(page, '/longest').getByRole('textbox').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await field(page, '/longest').getByText('Expected a number of at least 5, got 1').waitFor();
    await studio.shoot(page, 'worker');
    // The browser itself tells of every answer that is a refusal.
    await expect.poll(() => studio.complaints).toEqual([expect.stringContaining('422')]);
    studio.complaints.splice(0);
    await field(page, '/longest').getByRole('textbox').fill('40');
    await page.getByLabel('apiKey').fill('canary-8d2a');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(() => field(page, '/longest').getByRole('textbox').inputValue()).toBe('40');
    expect(await page.getByLabel('apiKey').inputValue()).toBe('[secret]');
    await page
      .locator('.label', { hasText: 'running' })
      .or(page.locator('.label', { hasText: 'ready' }))
      .first()
      .waitFor();
    expect(await page.content()).not.toContain('canary');
  });

  test('says so when the gateway is away, and when an address leads nowhere', async () => {
    const page = await studio.open('#/tools/no_such_tool');
    await page.getByText('There is no tool called “no_such_tool” here').waitFor();
    await page.goto(`${studio.url()}/#/tools/share_bill`);
    await page.getByRole('button', { name: 'Example 1' }).click();
    await page.context().setOffline(true);
    await run(page);
    await says(page, 'The gateway does not respond');
    await page.close();
    // The browser itself tells of what could not be reached.
    const told = studio.complaints.splice(0);
    expect(told.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });
});
