/** Actions on many cases: a migration with a preview, names that changed, and cancelling chosen ones. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot } from './harness.mjs';

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
  await server.deploy('loan.pl', 'initial_activity(check).\nsequential(check, approve).\nfinal_activity(approve).\n');
  for (let i = 0; i < 100; i++) {
    await server.post('/cases', { process: 'loan', key: `L-${i}`, input: { amount: i } });
  }
  for (let i = 1; i <= 10; i++) {
    await server.post(`/work/${encodeURIComponent(`${i}#1`)}/complete`, { output: {} }, { 'Millrace-Actor': 'anna' });
  }
  await server.deploy('loan.pl', 'initial_activity(check).\nsequential(check, sign).\nsequential(sign, archive).\nfinal_activity(archive).\n');
});
after(async () => {
  await chrome.close();
  await server.stop();
});

test('a hundred cases are migrated after a preview', async () => {
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto('/cases?process=loan');
  await page.getByRole('button', { name: 'Act on all of these …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act on all cases of loan that fit' });
  await dialog.getByText('100 cases fit').waitFor();
  await dialog.getByLabel('Migrate').check();
  await dialog.getByRole('option', { name: 'version 2, the newest' }).waitFor({ state: 'attached' });
  await dialog.getByRole('button', { name: 'Preview' }).click();

  // Those who wait for the approval would be refused: the new version calls it otherwise.
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByText('10 cases').waitFor();
  assert.match(await preview.innerText(), /90 cases would be migrated, 10 would be refused/);
  assert.match(await preview.innerText(), /approve/);
  await accessible(page, 'a preview');
  await shot(page, 'many-preview');

  await dialog.getByLabel('New name 1').fill('sign');
  await dialog.getByText('c(check,approve) becomes c(check,sign)').waitFor();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await preview.getByText('100').waitFor();
  await dialog.getByRole('button', { name: 'Migrate 100 cases' }).click();
  await dialog.getByText('Say why').waitFor();
  await dialog.getByLabel('Reason').fill('approvals are signed from now on');
  await dialog.getByRole('button', { name: 'Migrate 100 cases' }).click();
  const progress = dialog.getByRole('region', { name: 'Progress' });
  await progress.getByText('It is done').waitFor();
  assert.match(await progress.innerText(), /Done in 100 cases, refused in 0/);
  await shot(page, 'many-done');
  await dialog.getByRole('button', { name: 'Back to the list' }).click();

  const all = (await server.get('/cases?process=loan&limit=200')).items;
  assert.ok(all.every((each) => each.version === 2));
  const events = (await server.get('/cases/1/history')).items.filter((event) => event.kind === 'CaseMigrated');
  assert.equal(events[0].reason, 'approvals are signed from now on');
  assert.deepEqual((await server.get('/cases/1')).standing.tokens, { 'c(check,sign)': 1 });
  faultless(page);
});

test('chosen cases are suspended and cancelled one by one', async () => {
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto('/cases?process=loan&oldest=true');
  await page.getByLabel('Choose 11', { exact: true }).check();
  await page.getByLabel('Choose 12', { exact: true }).check();
  await server.post('/cases/12/cancel', {});
  await page.getByRole('button', { name: 'Act on 2 chosen …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act on 2 chosen cases' });
  await dialog.getByLabel('Cancel', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Cancel 1 case' }).waitFor();
  assert.match(await dialog.getByRole('region', { name: 'Preview' }).innerText(), /1 case would be cancelled, 1 would be refused/);
  await dialog.getByLabel('Reason').fill('withdrawn by the customer');
  await dialog.getByRole('button', { name: 'Cancel 1 case' }).click();
  await dialog.getByText('It is done').waitFor();
  assert.equal((await server.get('/cases/11')).state, 'cancelled');
  faultless(page);
});

test('without a process one is chosen first', async () => {
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto('/cases');
  await page.getByRole('button', { name: 'Act on all of these …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Choose a process first.').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Preview' }).isDisabled());
  await dialog.getByLabel('Process').selectOption('loan');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('region', { name: 'Preview' }).getByText('passed over').waitFor();
  faultless(page);
});

test('what is not in the list any more is not chosen any more', async () => {
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto('/cases?process=loan&oldest=true&state=running');
  await page.getByLabel('Choose 21', { exact: true }).check();
  await page.getByLabel('Choose 22', { exact: true }).check();
  await page.getByRole('button', { name: 'Act on 2 chosen …' }).waitFor();
  await page.getByLabel('Key').fill('L-20');
  await page.getByRole('button', { name: 'Act on 1 chosen …' }).waitFor();
  await page.getByText('A chosen case is not in the list any more, and no longer chosen.').waitFor();
  await page.getByLabel('Key').fill('');
  await page.getByLabel('Choose 22', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Choose 22', { exact: true }).isChecked(), false);
  // Somebody else ends the case: it leaves the list of those that run.
  await server.post('/cases/21/cancel', {});
  await page.getByRole('button', { name: 'Act on all of these …' }).waitFor();
  faultless(page);
});

/** Cancels cases that were chosen, each of which takes a while. */
async function slowly(page, ...ids) {
  await page.route('**/api/v1/cases/*/cancel', async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  for (const id of ids) {
    await page.getByLabel(`Choose ${id}`, { exact: true }).check();
  }
  await page.getByRole('button', { name: `Act on ${ids.length} chosen …` }).click();
  const dialog = page.getByRole('dialog', { name: `Act on ${ids.length} chosen cases` });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByLabel('Reason').fill('withdrawn');
  await dialog.getByRole('button', { name: `Cancel ${ids.length} cases` }).click();
  await dialog.getByText('Under way').waitFor();
  return dialog;
}

async function states(...ids) {
  return Promise.all(ids.map(async (id) => (await server.get(`/cases/${id}`)).state));
}

test('closing the dialog while it runs asks first, and says what was done', async () => {
  const page = await person(chrome, server, { name: 'olga' });
  const ids = [31, 32, 33, 34, 35, 36, 37, 38, 39, 40];
  await page.goto('/cases?process=loan&oldest=true');
  const dialog = await slowly(page, ...ids);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const asking = dialog.getByRole('alertdialog', { name: 'Stop it?' });
  await asking.waitFor();
  await shot(page, 'many-stop');
  await asking.getByRole('button', { name: 'Go on' }).click();
  await page.keyboard.press('Escape');
  await asking.getByRole('button', { name: 'Stop it' }).click();
  const progress = dialog.getByRole('region', { name: 'Progress' });
  await progress.getByText('It stopped').waitFor();
  const after = await states(...ids);
  const done = after.filter((each) => each === 'cancelled').length;
  assert.ok(done > 0 && done < 10, after.join());
  assert.match(await progress.innerText(), new RegExp(`Done in ${done} cases?, refused in 0; ${10 - done} cases? left as (they were|it was): .*40`));
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  faultless(page);
});

test('what the server does in the background can be stopped', async () => {
  const page = await person(chrome, server, { name: 'olga' });
  let stopped = 0;
  // As long as nobody stops it, it seems to go on.
  await page.route('**/api/v1/operations/*', async (route) => {
    stopped += route.request().method() === 'DELETE' ? 1 : 0;
    const response = await route.fetch();
    const operation = await response.json();
    await route.fulfill({ response, json: stopped > 0 || operation.dryRun ? operation : { ...operation, state: 'running' } });
  });
  await page.goto('/cases?process=loan&key=L-98');
  await page.getByRole('button', { name: 'Act on all of these …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act on all cases of loan that fit' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByLabel('Reason').fill('withdrawn');
  await dialog.getByRole('button', { name: 'Cancel 1 case' }).click();
  await dialog.getByText('Under way').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const asking = dialog.getByRole('alertdialog', { name: 'Close this?' });
  await asking.getByRole('button', { name: 'Stop it' }).click();
  await dialog.getByRole('button', { name: 'Back to the list' }).waitFor();
  assert.equal(stopped, 1);
  faultless(page);
});

test('who leaves the page while it runs reads at the top what was done', async () => {
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto('/cases?process=loan&oldest=true');
  await page.getByRole('link', { name: 'Processes' }).click();
  await page.getByRole('heading', { name: 'Processes' }).waitFor();
  await page.goBack();
  const ids = [13, 14, 15, 16, 17, 18, 19, 20, 23, 24];
  await slowly(page, ...ids);
  await page.evaluate(() => window.history.forward());
  await page.waitForURL('**/processes');
  const notice = page.locator('.notice').getByText(/Cancel 10 chosen cases: Done in/);
  await notice.waitFor();
  const done = (await states(...ids)).filter((each) => each === 'cancelled').length;
  assert.match(await notice.innerText(), new RegExp(`Done in ${done} cases?, refused in 0; ${10 - done} cases? left`));
  await page.getByRole('button', { name: 'Hide' }).click();
  assert.equal(await page.locator('.notice').count(), 0);
  faultless(page);
});
