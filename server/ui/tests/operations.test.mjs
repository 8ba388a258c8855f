/** Operations: incidents by cause and their retry, timers, numbers, audit, keys, backups, retention. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot, temporary, until } from './harness.mjs';

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
});
after(async () => {
  await chrome.close();
  await server.stop();
});

/** Parcels of a weight that no branch is for: each becomes an incident. */
async function incidents() {
  await server.deploy('parcel.pl', 'initial_activity(weigh).\nxor_split(weigh, [(van, data(weight, W), W > 20), (bike, data(weight, W), W < 10)]).\nxor_join([van, bike], deliver).\nfinal_activity(deliver).\nrole(weigh, clerk).\nrole(van, clerk).\nrole(bike, clerk).\nrole(deliver, clerk).\n', { allowUnsound: true });
  await server.person('clara', 'clerk');
  const cases = [];
  for (let i = 0; i < 3; i++) {
    const { case: id } = await server.post('/cases', { process: 'parcel' });
    await server.post(`/work/${id}%231/complete`, { output: { weight: 15 } }, { 'Millrace-Actor': 'clara' });
    cases.push(id);
  }
  return cases;
}

test('without incidents the page says what one is', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/operations');
  await page.getByRole('heading', { name: 'Nothing waits for an operator' }).waitFor();
  faultless(page);
});

test('incidents are grouped by cause, and retried after a preview', async () => {
  const cases = await incidents();
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/operations');
  await page.getByText('3 wait').waitFor();
  await page.getByRole('button', { name: 'Show all 3' }).click();
  await page.waitForURL('**incident=**');
  const table = page.getByRole('table', { name: 'What waits' });
  await table.getByRole('link', { name: cases[0], exact: true }).waitFor();
  await shot(page, 'operations');
  await accessible(page, 'incidents');
  await server.post(`/cases/${cases[0]}/change-data`, { name: 'weight', value: 30 });
  await until('two left', async () => (await server.get('/incidents')).items[0]?.count !== 3 || (await table.getByRole('button', { name: `Retry ${cases[0]}` }).count()) > 0);
  await page.getByRole('button', { name: /^Retry all/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/It can be retried in/).waitFor();
  await dialog.getByLabel('Reason').fill('the scales work again');
  await dialog.getByRole('button', { name: /^Retry \d/ }).click();
  await dialog.getByText(/retried/).last().waitFor();
  await dialog.getByRole('link', { name: 'See it among the operations' }).click();
  await page.waitForURL('**tab=running');
  await page.getByText('operation').first().waitFor();
  await accessible(page, 'batches');
  faultless(page);
});

test('one incident is retried with its plan', async () => {
  const page = await person(chrome, server, { name: 'root' });
  const { items } = await server.get('/incidents');
  await page.goto(`/operations?incident=${items[0].id}`);
  const row = page.getByRole('table', { name: 'What waits' }).getByRole('button', { name: /^Retry/ }).first();
  await row.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  faultless(page);
});

test('numbers are charts that the keyboard reads, and tables', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/operations?tab=numbers');
  await page.getByText('The server reports no problem.').waitFor();
  const chart = page.getByRole('slider', { name: /^Open\./ });
  await chart.waitFor();
  await chart.focus();
  await page.keyboard.press('Home');
  const said = await chart.getAttribute('aria-valuetext');
  assert.match(said, /cases that run \d+, work items \d+/);
  await shot(page, 'operations-numbers', { fullPage: true });
  await page.getByRole('figure').filter({ hasText: 'Size of the journal' }).getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('region', { name: 'Size of the journal as a table' }).waitFor();
  await accessible(page, 'numbers');
  await page.getByRole('button', { name: '1 d', exact: true }).click();
  await page.waitForURL('**range=1d**');
  faultless(page);
});

test('timers show what cases wait for, the next first', async () => {
  await server.deploy('slow.pl', "initial_activity(rest).\nsequential(rest, go_on).\nfinal_activity(go_on).\nrole(rest, clerk).\nrole(go_on, clerk).\ntimer(rest, after('P3D')).\n");
  const { case: id } = await server.post('/cases', { process: 'slow' });
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/operations?tab=timers');
  await page.getByRole('table', { name: 'Timers' }).getByRole('link', { name: id, exact: true }).waitFor();
  await page.getByRole('cell', { name: /^in [23] d/ }).waitFor();
  await page.getByLabel('Contains').fill('nothing-like-it');
  await page.getByRole('heading', { name: 'No timer fits' }).waitFor();
  faultless(page);
});

test('a backup is made and listed', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/operations?tab=backups');
  await page.getByRole('button', { name: 'Make a backup' }).click();
  await page.getByText(/rows, .* until/).waitFor();
  await page.getByRole('heading', { name: "1 backup on the server's machine" }).waitFor();
  faultless(page);
});

test('ended cases are erased after their number was typed', async () => {
  await server.deploy('short.pl', 'initial_activity(a).\nfinal_activity(a).\nrole(a, clerk).\n');
  const { case: id } = await server.post('/cases', { process: 'short' });
  await server.post(`/work/${id}%231/complete`, { output: {} }, { 'Millrace-Actor': 'clara' });
  const page = await person(chrome, server, { name: 'root' });
  const before = new Date(Date.now() + 60_000).toISOString();
  const { count } = await server.get(`/retention?before=${before}&count=true`);
  assert.ok(count > 0);
  await page.goto(`/operations?tab=retention&before=${before}`);
  await page.getByRole('table', { name: 'Ended cases' }).getByRole('link', { name: id, exact: true }).waitFor();
  await accessible(page, 'retention');
  await page.getByRole('button', { name: /^Erase \d+ case/ }).click();
  const dialog = page.getByRole('dialog');
  assert.ok(await dialog.getByRole('button', { name: 'Erase for ever' }).isDisabled());
  await dialog.getByLabel(/to confirm/).fill(`erase ${count}`);
  await dialog.getByRole('button', { name: 'Erase for ever' }).click();
  await dialog.getByText(`${count} of ${count} erased.`).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'No case ended before that day' }).waitFor();
  faultless(page);
});

test('webhooks, mail and engines say what they are', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/operations?tab=outside');
  await page.getByText('A webhook sends events to an address').waitFor();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('dialog').getByLabel('Address').fill('https://example.invalid/hook');
  await page.getByRole('dialog').getByRole('button', { name: 'Add it' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await accessible(page, 'webhooks');
});

test('keys turn security on; an auditor reads and changes nothing', async () => {
  const first = await person(chrome, server, { name: 'root' });
  await first.goto('/operations?tab=keys');
  await first.getByRole('button', { name: 'Make a key' }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel('Acts as').fill('boss');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const secret = await dialog.locator('[data-secret]').textContent();
  assert.match(secret, /^mk_/);
  await dialog.getByText('Security is on from the next start of the server').waitFor();
  await first.close();
  await server.kill();
  await server.again();

  const page = await person(chrome, server, { key: secret });
  await page.goto('/operations?tab=keys');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('dialog').getByLabel('Acts as').fill('otto');
  await page.getByRole('dialog').getByRole('checkbox', { name: /^participant/ }).uncheck();
  await page.getByRole('dialog').getByRole('checkbox', { name: /^auditor/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click();
  const read = await page.getByRole('dialog').locator('[data-secret]').textContent();
  await page.keyboard.press('Escape');
  const keys = page.getByRole('table', { name: 'API keys' });
  await keys.getByText('otto').waitFor();
  await accessible(page, 'keys');
  await page.getByRole('tab', { name: 'Audit' }).click();
  await page.getByLabel('What').fill('createKey');
  await page.waitForURL('**endpoint=createKey**');
  await page.getByRole('table', { name: 'Acts' }).getByText('createKey').first().waitFor();
  await accessible(page, 'audit');

  const reader = await person(chrome, server, { key: read });
  await reader.goto('/operations');
  await reader.getByRole('tab', { name: 'Audit' }).waitFor();
  for (const hidden of ['Keys', 'Backups', 'Retention']) {
    assert.equal(await reader.getByRole('tab', { name: hidden }).count(), 0, hidden);
  }
  await reader.getByText(/wait/).first().waitFor();
  assert.equal(await reader.getByRole('button', { name: /^Retry/ }).count(), 0);
  await reader.goto('/agents');
  await reader.getByRole('table', { name: 'Participants' }).waitFor();
  assert.equal(await reader.getByRole('button', { name: 'Add a participant' }).count(), 0);
  faultless(reader);

  await page.getByRole('tab', { name: 'Keys' }).click();
  await keys.getByRole('button', { name: /^Revoke the key of otto/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await keys.getByText('revoked').waitFor();
  await reader.reload();
  await reader.getByRole('heading', { name: 'Sign in' }).waitFor();
  faultless(page);
});

test('a webhook that is paused says why, and goes on where it stopped', async () => {
  let status = 410;
  const received = [];
  const receiver = createServer((request, response) => {
    request.resume();
    received.push([request.headers['millrace-event'], status]);
    response.writeHead(status).end();
  });
  await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${receiver.address().port}/hook`;
  const directory = temporary();
  const file = join(directory, 'config.json');
  writeFileSync(file, JSON.stringify({
    allow: [url],
    mail: { from: 'mill@example.org', smtp: { host: '127.0.0.1', port: 1, protection: 'none' } },
    channels: [{ task: 'approve', kind: 'mail', to: 'anna@example.org', subject: 'Approve', text: 'Please do.' }],
  }));
  const other = await Server.start({ directory, options: ['--config', file] });
  try {
    await other.deploy('loan.pl', 'initial_activity(approve).\nfinal_activity(approve).\n');
    await other.post('/webhooks', { url });
    await other.post('/cases', { process: 'loan' });
    const page = await person(chrome, other, { name: 'root' });
    await page.goto('/operations?tab=outside');
    const hooks = page.getByRole('region', { name: 'Webhooks' });
    await hooks.getByText('paused', { exact: true }).waitFor();
    await hooks.getByText('Nothing is sent: it was answered with status 410. Resume goes on with the event at which it stopped.').waitFor();
    await page.getByRole('table', { name: 'Mails' }).getByText(/Connection refused/).waitFor();
    await accessible(page, 'a paused webhook');
    await shot(page, 'operations-outside');
    const stopped = received.at(-1)[0];
    status = 200;
    await hooks.getByRole('button', { name: 'Resume' }).click();
    await hooks.getByText('active', { exact: true }).waitFor();
    await until('the event again', () => received.some(([event, answered]) => event === stopped && answered === 200));
    assert.equal(await hooks.getByRole('button', { name: 'Resume' }).count(), 0);
    faultless(page);
  } finally {
    await other.stop();
    receiver.close();
  }
});
