/** The list of cases: filters in the address, live, keyboard, many rows. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot, until } from './harness.mjs';

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
  await server.deploy('order.pl', 'initial_activity(pack).\nsequential(pack, send).\nfinal_activity(send).\n');
  for (let i = 0; i < 130; i++) {
    await server.post('/cases', { process: 'order', key: `O-${i}`, input: { amount: i } });
  }
});
after(async () => {
  await chrome.close();
  await server.stop();
});

test('a list of cases is filtered by its address', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto('/cases?process=order&key=O-7');
  await page.getByRole('table', { name: 'Cases' }).waitFor();
  assert.equal(await page.getByRole('cell', { name: 'O-7', exact: true }).count(), 1);
  await page.getByLabel('Key').fill('O-8');
  await page.getByRole('cell', { name: 'O-8', exact: true }).waitFor();
  assert.match(page.url(), /key=O-8/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('cell', { name: 'O-129', exact: true }).waitFor();
  await accessible(page, 'cases');
  await shot(page, 'cases');
  faultless(page);
});

test('a case that starts elsewhere appears by itself', async () => {
  const page = await person(chrome, server);
  await page.goto('/cases');
  await page.getByRole('cell', { name: 'O-129', exact: true }).waitFor();
  await server.post('/cases', { process: 'order', key: 'NEW' });
  await page.getByRole('cell', { name: 'NEW', exact: true }).waitFor();
  faultless(page);
});

test('another tenant has other cases, at once', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto('/cases');
  await page.getByRole('cell', { name: 'O-129', exact: true }).waitFor();
  await page.getByRole('button', { name: /^anna/ }).click();
  await page.getByRole('button', { name: /Act as somebody/ }).click();
  await page.getByLabel('Tenant').fill('elsewhere');
  await page.keyboard.press('Enter');
  await page.getByText('No case has started yet').waitFor();
  assert.equal(await page.getByRole('cell', { name: 'O-129', exact: true }).count(), 0);
  faultless(page);
});

test('what happens between the reading and the beginning of the stream is shown', async () => {
  const page = await person(chrome, server);
  let open;
  const opened = new Promise((done) => (open = done));
  await page.route('**/api/v1/events*', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/cases');
  await page.getByRole('cell', { name: 'O-129', exact: true }).waitFor();
  await server.post('/cases', { process: 'order', key: 'BETWEEN' });
  open();
  await page.getByRole('cell', { name: 'BETWEEN', exact: true }).waitFor();
  faultless(page);
});

test('more rows are read as one scrolls, and only those in sight are drawn', async () => {
  const page = await person(chrome, server);
  await page.goto('/cases?oldest=true');
  const table = page.getByRole('table', { name: 'Cases' });
  await table.waitFor();
  await until('the last row', async () => {
    await table.evaluate((box) => (box.scrollTop = box.scrollHeight));
    return (await page.getByRole('cell', { name: 'O-129', exact: true }).count()) === 1;
  });
  assert.ok((await page.locator('[data-row]').count()) < 90);
  faultless(page);
});

test('who has scrolled stays where they are when the list is read again', async () => {
  await server.deploy('many.pl', 'initial_activity(wait).\nfinal_activity(wait).\n');
  for (let i = 0; i < 1_240; i += 40) {
    await Promise.all(Array.from({ length: 40 }, (_, n) => server.post('/cases', { process: 'many', key: `M-${i + n}` })));
  }
  const page = await person(chrome, server);
  await page.goto('/cases?process=many');
  const table = page.getByRole('table', { name: 'Cases' });
  await table.waitFor();
  const shown = async () => Number(/([\d,]+)(?: of more)? shown/.exec(await page.locator('.long-table .bar').innerText())[1].replace(',', ''));
  await until('more than a thousand rows', async () => {
    await table.evaluate((box) => (box.scrollTop = box.scrollHeight));
    return (await shown()) >= 1_150;
  });
  await table.evaluate((box) => (box.scrollTop = 1_100 * 36 + 10));
  const place = () =>
    table.evaluate((box) => {
      const frame = box.getBoundingClientRect();
      const row = [...box.querySelectorAll('[data-row]')].find((each) => each.getBoundingClientRect().top > frame.top + 80);
      return `${row.querySelector('a').textContent} at ${Math.round(row.getBoundingClientRect().top - frame.top)}`;
    });
  await until('the rows there', async () => (await table.locator('[data-row="1105"]').count()) === 1);
  const before = await place();
  const length = await shown();
  const read = page.waitForResponse((answer) => /\/cases\?.*limit=1000(?!.*cursor)/.test(answer.url()));
  await server.post('/cases', { process: 'many', key: 'ONE-MORE' });
  await read;
  await until('all rows again', async () => (await table.locator('[data-row="1106"]').count()) === 1 && (await shown()) >= length);
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(await place(), before);
  assert.ok((await shown()) >= length);
  // Another list is shown from its beginning.
  await page.getByLabel('Order').selectOption('oldest');
  await page.getByRole('cell', { name: 'M-0', exact: true }).waitFor();
  assert.equal(await table.evaluate((box) => box.scrollTop), 0);
  faultless(page);
});

test('ages follow the clock of the server, not that of the browser', async () => {
  const page = await person(chrome, server);
  await page.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() + 2 * 3_600_000;
  });
  await server.post('/cases', { process: 'order', key: 'JUST-NOW' });
  await page.goto('/cases?process=order&key=JUST-NOW');
  const row = page.locator('[data-row="0"]');
  await row.getByText('JUST-NOW').waitFor();
  assert.match(await row.locator('time').innerText(), /^(now|\d+ s ago|in 1 s)$/);
  faultless(page);
});

test('the keyboard walks through the list and opens a case', async () => {
  const page = await person(chrome, server);
  await page.goto('/cases?oldest=true');
  await page.getByRole('link', { name: '1', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cases/3');
  faultless(page);
});

test('a phone shows the state of each case without scrolling sideways', async () => {
  const page = await person(chrome, server, { name: 'anna', width: 390, height: 844 });
  await page.goto('/cases');
  const table = page.getByRole('table', { name: 'Cases' });
  const state = table.getByText('running', { exact: true }).first();
  await state.waitFor();
  const [needed, wide] = await table.evaluate((box) => [box.scrollWidth, box.clientWidth]);
  assert.ok(needed <= wide, `the list is ${needed} wide in ${wide}`);
  const { x, width } = await state.boundingBox();
  assert.ok(x + width <= 390, `the state ends at ${x + width}`);
  faultless(page);
});
