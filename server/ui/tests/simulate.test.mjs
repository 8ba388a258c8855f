/** Simulations: a first one with two clicks, variants compared, stopped and deleted, forked from a moment. */
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

async function claims() {
  await server.deploy('claim.pl', 'initial_activity(check).\nxor_split(check, [(second_look, data(amount, Amount), Amount > 5000), (pay, otherwise)]).\nxor_join([check, second_look], pay).\nfinal_activity(pay).\nrole(check, clerk).\nrole(second_look, expert).\nrole(pay, clerk).\n');
  await server.person('clara', 'clerk');
  await server.person('carl', 'clerk');
  await server.person('emil', 'expert');
  for (let i = 0; i < 5; i++) {
    const { case: id } = await server.post('/cases', { process: 'claim', input: { amount: 2_000 * i } });
    await server.post(`/work/${id}%231/claim`, {}, { 'Millrace-Actor': 'clara' });
    await server.post(`/work/${id}%231/start`, {}, { 'Millrace-Actor': 'clara' });
    await server.post(`/work/${id}%231/complete`, { output: { fine: true } }, { 'Millrace-Actor': 'clara' });
  }
}

/** Waits for the figures of the simulation that the page shows. */
async function ended(page) {
  await page.getByRole('table', { name: 'Figures' }).waitFor({ timeout: 60_000 });
}

test('without a process the page says what to do first', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/simulate');
  await page.getByRole('heading', { name: 'There is no process to simulate' }).waitFor();
  faultless(page);
});

test('a first simulation takes one click, and compares what one more person changes', async () => {
  await claims();
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/simulate?until=PT10S&runs=2');
  await page.getByRole('checkbox', { name: /claim/ }).waitFor();
  assert.ok(await page.getByRole('checkbox', { name: /claim/ }).isChecked());
  await page.locator('.cm-content').waitFor();
  await page.locator('.cm-content').getByText('clara').first().waitFor();
  await shot(page, 'simulate', { fullPage: true });
  await accessible(page, 'simulate');
  await page.getByRole('button', { name: 'Simulate 2 variants' }).click();
  await page.waitForURL('**/simulate/1?**');
  await ended(page);
  await page.getByRole('heading', { name: 'Compared with as it is' }).waitFor();
  await page.getByText('Utilisation of agents', { exact: true }).waitFor();
  await until('the work of the first run', async () => (await page.getByRole('group', { name: 'Simulated work over time' }).locator('[data-bar]').count()) > 0);
  await accessible(page, 'a simulation');
  faultless(page);
});

test('what was simulated is in the address, to be changed and run again', async () => {
  const page = await person(chrome, server, { name: 'root' });
  const office = (clerks) => `arrivals(claim, exponential(20m)).\nagents(clerk, ${clerks}).\nagents(expert, 1).\nduration(check, triangular(10m, 25m, 60m)).\nduration(second_look, lognormal(60m, 30m)).\nduration(pay, 5m).\ncase_data(claim, amount, lognormal(3000, 4000)).\ncost(clerk, 35).\ncost(expert, 80).\n`;
  const models = JSON.stringify([{ name: 'two clerks', facts: office(2) }, { name: 'three clerks', facts: office(3) }]);
  await page.goto(`/simulate?process=claim&until=P7D&runs=8&models=${encodeURIComponent(models)}`);
  await page.getByRole('button', { name: 'Simulate 2 variants' }).click();
  await ended(page);
  await page.getByText('Cost of the work', { exact: true }).waitFor();
  await page.getByText(/better: waiting time of a work item/).waitFor();
  await page.getByText('Utilisation of each agent, first run').waitFor();
  await shot(page, 'simulate-result', { fullPage: true });
  await page.getByRole('link', { name: 'Change and simulate again' }).click();
  await page.waitForURL('**/simulate?**');
  await page.getByLabel('Name of the variant').waitFor();
  assert.equal(await page.getByLabel('Name of the variant').inputValue(), 'two clerks');
  assert.equal(await page.getByLabel('Runs of each variant').inputValue(), '8');
  await page.getByRole('button', { name: 'Add a variant' }).click();
  await page.getByRole('button', { name: 'Twice as many cases' }).click();
  await page.getByText('twice as many cases').waitFor();
  assert.match(decodeURIComponent(page.url()), /twice/);
  faultless(page);
});

test('a model that cannot be read is refused with its place', async () => {
  const page = await person(chrome, server, { name: 'root' });
  const models = JSON.stringify([{ name: 'wrong', facts: 'arrivals(claim, ).\n' }]);
  await page.goto(`/simulate?process=claim&until=PT1H&models=${encodeURIComponent(models)}`);
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  await page.getByRole('alert').getByText(/wrong/).waitFor();
});

test('a simulation is stopped, and deleted', async () => {
  const page = await person(chrome, server, { name: 'root' });
  const models = JSON.stringify([{ name: 'long', facts: 'arrivals(claim, exponential(1)).\nduration(_, exponential(2)).\ncase_data(claim, amount, 100).\n' }]);
  await page.goto(`/simulate?process=claim&until=P90D&runs=100&models=${encodeURIComponent(models)}`);
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The simulation was stopped.').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/simulate');
  await page.getByRole('table', { name: 'Simulations' }).waitFor();
  assert.equal(await page.getByRole('cell', { name: 'long' }).count(), 0);
  faultless(page);
});

test('what may become of the cases of a moment says what it was forked from', async () => {
  const page = await person(chrome, server, { name: 'root' });
  const from = new Date().toISOString();
  const started = await server.post('/simulations', { from, until: 'PT1H', runs: 2, models: [{ name: 'what if', facts: 'duration(_, exponential(20)).\nagent(clara). role(clara, clerk). agent(emil). role(emil, expert).\n' }] });
  await page.goto(`/simulate/${started.simulation}?from=${from}&case=1`);
  await page.getByText('What may become of the cases as they were at').waitFor();
  await page.getByRole('link', { name: 'case 1' }).waitFor();
  await ended(page);
  faultless(page);
});
