/** Agents: who does what, the Gantt chart and its keyboard, pools, and the forms that change them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot, until } from './harness.mjs';

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
});
after(async () => {
  await chrome.close();
  await server.stop();
});

async function work() {
  await server.deploy('order.pl', 'initial_activity(pack).\nsequential(pack, send).\nfinal_activity(send).\nrole(pack, packer).\nrole(send, sender).\n');
  await server.person('anna', 'packer');
  await server.person('bert', 'sender');
  for (let i = 0; i < 4; i++) {
    const { case: id } = await server.post('/cases', { process: 'order' });
    if (i < 3) {
      await server.post(`/work/${id}%231/claim`, {}, { 'Millrace-Actor': 'anna' });
      await server.post(`/work/${id}%231/start`, {}, { 'Millrace-Actor': 'anna' });
    }
    if (i < 2) {
      await server.post(`/work/${id}%231/complete`, { output: {} }, { 'Millrace-Actor': 'anna' });
    }
  }
}

test('an empty page explains participants, pools and agents, and adds the first', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/agents');
  await page.getByRole('heading', { name: 'Nobody works here yet' }).waitFor();
  await accessible(page, 'agents, empty');
  await page.getByRole('main').getByRole('button', { name: 'Add a participant' }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('zoe');
  await dialog.getByLabel('Roles').fill('clerk, expert');
  await dialog.getByLabel('Reason').fill('she is new');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('table', { name: 'Participants' }).getByRole('link', { name: 'zoe' }).waitFor();
  assert.deepEqual((await server.get('/participants/zoe')).roles, ['clerk', 'expert']);
  await page.getByRole('link', { name: 'See it in the history' }).click();
  await page.waitForURL('**/ask?goal=*');
  faultless(page);
});

test('who does what is shown, filtered by the address, and drawn over time', async () => {
  await work();
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/agents?window=10m&by=task');
  const anna = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'anna', exact: true }) });
  await anna.getByText('busy').waitFor();
  await anna.getByRole('link', { name: 'pack' }).waitFor();
  const bars = page.getByRole('group', { name: 'Work over time' }).locator('[data-bar]');
  await until('the bars of what anna did', async () => (await bars.count()) > 0);
  await shot(page, 'agents', { fullPage: true });
  await accessible(page, 'agents');

  await page.getByLabel('Participant', { exact: true }).selectOption('bert');
  await page.waitForURL('**participant=bert**');
  await until('only bert', async () => (await page.getByRole('table', { name: 'Participants' }).getByRole('link', { name: 'anna' }).count()) === 0);
  await page.getByRole('button', { name: '8 h', exact: true }).click();
  await page.waitForURL('**window=8h**');
  await page.getByRole('button', { name: 'Earlier' }).click();
  await page.waitForURL('**until=**');
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await until('now', () => !page.url().includes('until='));
  faultless(page);
});

test('the keyboard walks through the bars, which lead to cases', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/agents?window=10m&participant=anna');
  const bars = page.getByRole('group', { name: 'Work over time' }).locator('[data-bar]');
  await until('the bars', async () => (await bars.count()) > 0);
  await page.getByRole('group', { name: 'Work over time' }).locator('[data-bar][tabindex="0"]').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  const said = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.match(said, /^anna: .*(pack|pieces of work)/);
  faultless(page);
});

test('a pool is defined, gets agents, and says why work waits', async () => {
  await server.deploy('desk.pl', 'initial_activity(triage).\nfinal_activity(triage).\nallocation(triage, clerks).\n');
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Define a pool' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('clerks');
  await page.getByRole('dialog').getByRole('button', { name: 'Define' }).click();
  const pool = page.getByRole('region', { name: 'Pool clerks' });
  await pool.waitFor();
  for (let i = 0; i < 2; i++) {
    await server.post('/cases', { process: 'desk' });
  }
  await pool.getByText('The pool has no agent.').waitFor();
  await pool.getByRole('button', { name: 'Change' }).click();
  await pool.getByRole('button', { name: 'Add an agent' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('carl');
  await dialog.getByLabel('Task 1', { exact: true }).fill('triage');
  await dialog.getByLabel('Cost of task 1').fill('3');
  await accessible(page, 'the form of an agent');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await pool.getByText('All agents are busy.').waitFor();
  await pool.getByRole('button', { name: 'Remove carl from clerks' }).click();
  await page.getByRole('dialog').getByText('carl has 1 work item').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  faultless(page);
});

test('a refusal of the server is shown in the form', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/agents');
  const pool = page.getByRole('region', { name: 'Pool clerks' });
  await pool.getByRole('button', { name: 'Remove carl from clerks' }).click();
  await server.ask('DELETE', '/pools/clerks/agents/carl');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove carl' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
});

test('a phone shows it, too', async () => {
  const page = await person(chrome, server, { name: 'root', width: 390, height: 800 });
  await page.goto('/agents');
  await page.getByRole('table', { name: 'Participants' }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the screen');
  faultless(page);
});
