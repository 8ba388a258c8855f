/** The frame of all pages, and Home. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, makeKey, person, Server, shot, temporary } from './harness.mjs';

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
});
after(async () => {
  await chrome.close();
  await server.stop();
});

test('an empty server says what to do first', async () => {
  const page = await person(chrome, server);
  await page.goto('/');
  await page.getByRole('heading', { name: 'No process is deployed yet' }).waitFor();
  await page.getByRole('link', { name: 'Write a process' }).waitFor();
  await accessible(page, 'an empty home');
  faultless(page);
});

test('home shows what runs and what waits for one, and follows it', async () => {
  await server.person('anna', 'packer');
  await server.deploy('order.pl', 'initial_activity(pack).\nsequential(pack, send).\nfinal_activity(send).\nrole(pack, packer).\n');
  await server.post('/cases', { process: 'order', key: 'O-1' });
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto('/');
  await page.getByRole('link', { name: '1 cases run' }).waitFor();
  await page.getByRole('region', { name: 'Your work' }).getByRole('link', { name: 'pack' }).waitFor();
  await server.post('/cases', { process: 'order', key: 'O-2' });
  await page.getByRole('link', { name: '2 cases run' }).waitFor();
  await accessible(page, 'home');
  await shot(page, 'home');
  faultless(page);
});

test('the search finds a case by its key from anywhere, with the keyboard alone', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('O-2');
  await page.getByRole('option', { name: /O-2/ }).first().waitFor();
  await accessible(page, 'the search');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cases/2');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL((url) => url.pathname === '/');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  faultless(page);
});

test('somebody chooses in whose name they act, and in which colours', async () => {
  const page = await person(chrome, server);
  await page.goto('/');
  await page.getByRole('button', { name: /Nobody/ }).click();
  await page.getByRole('button', { name: /Act as somebody/ }).click();
  await page.getByRole('combobox', { name: 'Name' }).fill('anna');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Your work' }).getByRole('link', { name: 'pack' }).first().waitFor();
  await page.getByRole('button', { name: /anna/ }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  faultless(page);
});

test('an address that is none says so', async () => {
  const page = await person(chrome, server);
  await page.goto('/nonsense/at/all');
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  faultless(page);
});

test('on a phone the page and the tab that one is on are in sight', async () => {
  const page = await person(chrome, server, { width: 390, height: 844 });
  await page.goto('/operations?tab=retention');
  for (const shown of [page.getByRole('link', { name: 'Operations' }), page.getByRole('tab', { name: 'Retention' })]) {
    await shown.waitFor();
    const { x, width } = await shown.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `it is from ${x} to ${x + width}`);
  }
  faultless(page);
});

test('pages say when they are not live, and go on by themselves when the server is back', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto('/cases');
  await page.getByRole('cell', { name: 'O-2', exact: true }).waitFor();
  await server.kill();
  await page.getByText(/Not live since/).waitFor();
  await server.again();
  await page.getByText(/Not live since/).waitFor({ state: 'detached' });
  await server.post('/cases', { process: 'order', key: 'AFTER' });
  await page.getByRole('cell', { name: 'AFTER', exact: true }).waitFor();
  faultless(page);
});

test('a server with security wants a key, and shows a participant only what is theirs', async () => {
  const directory = temporary();
  const secret = await makeKey(directory, 'anna', 'participant');
  const guarded = await Server.start({ directory });
  try {
    const page = await person(chrome, guarded);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await accessible(page, 'signing in');
    await page.getByLabel('API key or token').fill('mk_000000000000_nonsense');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('API key or token').fill(secret);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /anna/ }).waitFor();
    assert.deepEqual(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts(), ['Work', 'Processes']);
    await page.getByRole('button', { name: /anna/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    faultless(page);
  } finally {
    await guarded.stop();
  }
});

test('a participant is led to no page that refuses them', async () => {
  const directory = temporary();
  const secret = await makeKey(directory, 'anna', 'participant');
  const all = await makeKey(directory, 'root', 'administrator');
  const guarded = await Server.start({ directory });
  try {
    const as = { Authorization: `Bearer ${all}` };
    await guarded.ask('PUT', '/participants/anna', { roles: ['packer'] }, as);
    await guarded.ask('POST', '/processes', { file: 'order.pl', source: 'initial_activity(pack).\nsequential(pack, send).\nfinal_activity(send).\nrole(pack, packer).\nrole(send, packer).\n' }, as);
    await guarded.ask('POST', '/cases', { process: 'order', key: 'O-1' }, as);
    const page = await person(chrome, guarded, { key: secret });
    const refused = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    const seen = new Set();
    const open = ['/'];
    while (open.length > 0) {
      const address = open.pop();
      const path = address.split('?')[0];
      if (seen.has(path)) {
        continue;
      }
      seen.add(path);
      await page.goto(address);
      await page.locator('main h1, main h2').first().waitFor();
      await page.waitForTimeout(700);
      assert.equal(await page.getByText('This page is not for you').count(), 0, `a link leads to ${address}`);
      open.push(...(await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).filter((href) => !href.startsWith('/api/') && !href.startsWith('/edit?example')));
    }
    assert.ok(seen.has('/work') && seen.has('/processes/order') && seen.has('/work/1%231'), [...seen].join());
    assert.deepEqual(refused, []);

    await page.goto('/');
    await page.getByRole('region', { name: 'Processes' }).getByRole('link', { name: 'order' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'running cases' }).count(), 0);
    await shot(page, 'home-participant');
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    assert.deepEqual(await page.getByRole('option').locator('span:first-child').allInnerTexts(), ['Work', 'Processes', 'Write a process']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.goto('/cases');
    await page.getByRole('heading', { name: 'This page is not for you' }).waitFor();
    assert.match(await page.locator('main').innerText(), /the role participant may see/);
    await accessible(page, 'a page that is not for one');
    faultless(page);
  } finally {
    await guarded.stop();
  }
});
