/** The whole life of a claim in the browser: upload, start, two people, a worker, a crash of the server in the middle, and its end; once with the keyboard alone. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser, faultless, person, Server, shot, until } from './harness.mjs';

const workers = resolve(dirname(fileURLToPath(import.meta.url)), '../../../examples/workers');

const CLAIM = `% A clerk registers a claim, a program assesses it, a manager approves it, and the bank pays.
initial_activity(register).
sequential(register, assess).
sequential(assess, approve).
xor_split(approve, [(pay, data(approved, true)), (file_away, otherwise)]).
xor_join([pay, file_away], close).
final_activity(close).
routing(close).
work(assess, handler(assess)).
work(pay, handler(pay)).
role(register, clerk).
role(approve, manager).
role(file_away, clerk).
returns(register, {fields = {amount = number}}).
returns(approve, {fields = {approved = truth}}).
`;

let server, chrome, worker;
before(async () => {
  server = await Server.start();
  chrome = await browser();
  await server.person('anna', 'clerk');
  await server.person('bert', 'manager');
});
after(async () => {
  worker?.kill('SIGTERM');
  await chrome.close();
  await server.stop();
});

const section = (page, name) => page.getByRole('region', { name, exact: true });

test('a claim lives from its upload to its archive, with two people, a worker and a crash', async () => {
  // The designer uploads the process; it is proved before it is deployed.
  const dora = await person(chrome, server, { name: 'dora' });
  await dora.goto('/processes?upload=true');
  const upload = dora.getByRole('dialog', { name: 'Upload processes' });
  await upload.locator('input[type=file]').setInputFiles([{ name: 'claim.pl', mimeType: 'text/plain', buffer: Buffer.from(CLAIM) }]);
  await upload.getByRole('button', { name: 'Deploy', exact: true }).click();
  await upload.getByRole('link', { name: 'claim' }).click();
  await dora.getByRole('heading', { name: 'claim' }).waitFor();
  await dora.getByText('sound', { exact: true }).first().waitFor();

  // She starts a case, and watches it from now on: what others do appears here by itself.
  await dora.goto('/cases?process=claim');
  await dora.getByRole('button', { name: 'Start a case' }).first().click();
  await dora.getByLabel('Business key (may be empty)').fill('C-1');
  await dora.getByRole('button', { name: 'Start', exact: true }).click();
  await dora.waitForURL('**/cases/1');
  await section(dora, 'Work').getByRole('link', { name: 'register' }).waitFor();

  // Anna registers the claim.
  const anna = await person(chrome, server, { name: 'anna' });
  await anna.goto('/work');
  await anna.locator('[data-work="1#1"]').click();
  await anna.getByLabel('amount').fill('130');
  await shot(anna, 'work-register');
  await anna.getByRole('button', { name: 'Complete', exact: true }).click();
  await anna.getByText(/register of .* completed/).waitFor();
  await section(dora, 'Data').getByText('130').waitFor();

  // Bert waits for work. The power fails, the server comes back, and his page goes on by itself.
  const bert = await person(chrome, server, { name: 'bert' });
  await bert.goto('/work');
  await bert.getByRole('heading', { name: 'Work' }).waitFor();
  await server.kill();
  await dora.getByText(/Not live since/).waitFor();
  await server.again();
  await dora.getByText(/Not live since/).waitFor({ state: 'detached' });
  worker = spawn('python3', [resolve(workers, 'worker.py'), 'assess', 'pay'], { env: { ...process.env, MILL_SERVER: server.address }, stdio: 'ignore' });
  await bert.locator('[data-work="1#3"]').click();
  await bert.getByLabel('Yes').check();
  await bert.getByRole('button', { name: 'Complete', exact: true }).click();
  await bert.getByText(/approve of .* completed/).waitFor();

  // The worker pays; the watcher sees the end, and how it came to it.
  await dora.getByText('completed', { exact: true }).first().waitFor();
  await until('the end of the case', async () => (await server.get('/cases/1')).state === 'completed');
  await dora.getByText(/approve completed by bert/).waitFor();
  await shot(dora, 'case-completed');
  const history = (await server.get('/cases/1/history?limit=1000')).items;
  assert.deepEqual(
    history.filter((event) => event.kind === 'WorkCompleted').map((event) => event.detail.work),
    [1, 2, 3, 4],
    'each step once',
  );

  // The archive: the case ended, and is erased when nobody needs it any more.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await dora.goto(`/operations?tab=retention&before=${tomorrow}`);
  await dora.getByRole('button', { name: /Erase 1 case/ }).waitFor();
  await dora.getByRole('button', { name: /Erase 1 case/ }).click();
  const erase = dora.getByRole('dialog');
  await erase.getByLabel('Reason').fill('no longer needed');
  await erase.getByLabel('Type "erase 1" to confirm').fill('erase 1');
  await erase.getByRole('button', { name: 'Erase for ever' }).click();
  await erase.getByText('1 of 1 erased.').waitFor();
  await dora.goto('/cases/1');
  await dora.getByRole('alert').filter({ hasText: 'MR-' }).waitFor();
  for (const page of [dora, anna, bert]) {
    faultless(page);
  }
});

/** Presses Tab until something has the focus, as a person does who does not know the page. */
async function tabTo(page, locator, most = 80) {
  for (let i = 0; i < most; i++) {
    if (await locator.evaluate((element) => element === document.activeElement).catch(() => false)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail(`The keyboard does not reach ${locator}`);
}

test('the keyboard alone walks through the life of a claim', async () => {
  await server.deploy('claim.pl', CLAIM);
  const dora = await person(chrome, server, { name: 'dora' });
  await dora.goto('/cases?process=claim');
  const start = dora.getByRole('button', { name: 'Start a case' }).first();
  await start.waitFor();
  await tabTo(dora, start);
  await dora.keyboard.press('Enter');
  const key = dora.getByLabel('Business key (may be empty)');
  await key.waitFor();
  await tabTo(dora, key);
  await dora.keyboard.type('K-1');
  const submit = dora.getByRole('button', { name: 'Start', exact: true });
  await submit.waitFor();
  await tabTo(dora, submit);
  await dora.keyboard.press('Enter');
  await dora.waitForURL('**/cases/*');
  const id = new URL(dora.url()).pathname.split('/').pop();

  const anna = await person(chrome, server, { name: 'anna' });
  await anna.goto('/');
  await anna.getByRole('heading', { name: 'Home' }).waitFor();
  await anna.keyboard.press('g');
  await anna.keyboard.press('w');
  const item = anna.locator(`[data-work="${id}#1"]`);
  await item.waitFor();
  const link = anna.locator(`[data-work="${id}#1"]:is(a, button), [data-work="${id}#1"] :is(a, button)`).first();
  await tabTo(anna, link);
  await anna.keyboard.press('Enter');
  const amount = anna.getByLabel('amount');
  await amount.waitFor();
  await tabTo(anna, amount);
  await anna.keyboard.type('77');
  await anna.keyboard.press('Control+Enter');
  await anna.getByText(/register of .* completed/).waitFor();

  const bert = await person(chrome, server, { name: 'bert' });
  await bert.goto('/work');
  const approve = bert.locator(`[data-work="${id}#3"]`);
  await approve.waitFor();
  await tabTo(bert, bert.locator(`[data-work="${id}#3"]:is(a, button), [data-work="${id}#3"] :is(a, button)`).first());
  await bert.keyboard.press('Enter');
  const yes = bert.getByLabel('Yes');
  await yes.waitFor();
  await tabTo(bert, bert.getByRole('radio').first());
  await bert.keyboard.press('Space');
  await yes.isChecked().then(async (checked) => checked || (await bert.keyboard.press('ArrowDown')));
  await bert.keyboard.press('Control+Enter');
  await bert.getByText(/approve of .* completed/).waitFor();
  await until('the end of the case', async () => (await server.get(`/cases/${id}`)).state === 'completed');
  for (const page of [dora, anna, bert]) {
    faultless(page);
  }
});
