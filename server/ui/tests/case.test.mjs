/** One case: the time bar moves everything, live changes, proofs, rules that delay, interventions, the keyboard. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot, until } from './harness.mjs';

const CLAIM = `initial_activity(check).
sequential(check, review).
sequential(review, pay).
final_activity(pay).
role(check, clerk).
`;
const TRIP = `initial_activity(register).
and_split(register, [flight, hotel]).
and_join([flight, hotel], pay).
final_activity(pay).
`;
const TRAVEL = `event s_buy on buy:start flexible;
event c_buy on buy:complete flexible;
event s_book on book:start triggerable;
event c_book on book:complete flexible;
dep book_too: s_buy -> s_book;
dep book_first: c_buy <= c_book;
`;

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
  await server.person('anna', 'clerk');
  await server.deploy('claim.pl', CLAIM);
  await server.deploy('trip.pl', TRIP);
  await server.deploy('travel.deps', TRAVEL);
});
after(async () => {
  await chrome.close();
  await server.stop();
});

const as = (name) => ({ 'Millrace-Actor': name });
const path = (work) => `/work/${encodeURIComponent(work)}`;

async function start(process, input = {}, key = undefined) {
  return (await server.post('/cases', { process, input, ...(key ? { key } : {}) })).case;
}

async function work(id, task) {
  const items = (await server.get(`/cases/${id}`)).work;
  const found = items.find((item) => item.task === task);
  assert.ok(found, `no open work of ${task} in ${JSON.stringify(items)}`);
  return found.work;
}

async function complete(id, task, output = {}, who = 'anna') {
  return server.post(`${path(await work(id, task))}/complete`, { output }, as(who));
}

const bar = (page) => page.getByRole('slider', { name: 'Moment of the case' });
const section = (page, name) => page.getByRole('region', { name, exact: true });
const node = (page, name, state) => page.getByRole('option', { name: new RegExp(`${name}.*${state}`) });

test('the time bar moves tokens, data, work, events and the address together', async () => {
  const id = await start('claim', { amount: 120 }, 'C-1');
  await complete(id, 'check', { fine: true });
  await complete(id, 'review', { approved: true });
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(`/cases/${id}`);
  await section(page, 'Work').getByRole('link', { name: 'pay' }).waitFor();
  await section(page, 'Data').getByText('approved').waitFor();
  await node(page, 'pay', 'offered').waitFor({ state: 'attached' });

  await bar(page).focus();
  await page.keyboard.press('Home');
  await section(page, 'Work').getByRole('link', { name: 'check' }).waitFor();
  assert.equal(await section(page, 'Data').getByText('fine', { exact: true }).count(), 0);
  assert.equal(await section(page, 'Data').getByText('amount', { exact: true }).count(), 1);
  await node(page, 'check', 'offered').waitFor({ state: 'attached' });
  await until('the address says when', () => /at=\d{4}-/.test(page.url()));
  await page.getByText('You look at the case as it was').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Cancel …' }).isDisabled());
  const first = page.locator('.event-list li.here');
  assert.match(await first.innerText(), /case of claim started/);
  await shot(page, 'case-past');

  // A link shows the same.
  const other = await person(chrome, server, { name: 'bob' });
  await other.goto(page.url().replace(server.pages, ''));
  await section(other, 'Work').getByRole('link', { name: 'check' }).waitFor();
  assert.equal(await section(other, 'Data').getByText('fine', { exact: true }).count(), 0);

  // By decision: the next is the completion of the check.
  await page.keyboard.press('Shift+ArrowRight');
  await section(page, 'Work').getByRole('link', { name: 'review' }).waitFor();
  await section(page, 'Data').locator('.changed').getByText('true').waitFor();
  await page.keyboard.press('ArrowLeft');
  await section(page, 'Work').getByRole('link', { name: 'check' }).waitFor();

  // Dragging to the right end is now.
  const box = await bar(page).boundingBox();
  await page.mouse.move(box.x + 20, box.y + 17);
  await page.mouse.down();
  for (let i = 1; i <= 20; i++) {
    await page.mouse.move(box.x + 20 + ((box.width - 22) * i) / 20, box.y + 17);
  }
  await page.mouse.up();
  await section(page, 'Work').getByRole('link', { name: 'pay' }).waitFor();
  await until('the address says now', () => !page.url().includes('at='));

  // A row of the list leads to its moment, a key back to now.
  await page.getByRole('button', { name: /check completed by anna/ }).click();
  await section(page, 'Work').getByRole('link', { name: 'review' }).waitFor();
  await page.keyboard.press('n');
  await section(page, 'Work').getByRole('link', { name: 'pay' }).waitFor();

  // Playing goes through the past and ends with now.
  await page.evaluate(() => {
    window.seen = new Set();
    const work = document.querySelector('[aria-label="Work"].case-section');
    new MutationObserver(() => work.querySelectorAll('a').forEach((link) => window.seen.add(link.textContent))).observe(work, { subtree: true, childList: true, characterData: true });
  });
  await page.getByLabel('Speed of playing').selectOption('1');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await section(page, 'Work').getByRole('link', { name: 'pay' }).waitFor();
  assert.ok((await page.evaluate(() => [...window.seen])).includes('check'));
  await accessible(page, 'a case');
  await shot(page, 'case');
  faultless(page);
  faultless(other);
});

test('an address with a moment before the case shows its start', async () => {
  const id = await start('claim', {}, 'C-early');
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(`/cases/${id}?at=2020-01-01T00:00:00Z`);
  const { started } = await server.get(`/cases/${id}`);
  await page.waitForURL((url) => (url.searchParams.get('at') ?? '').startsWith(started.slice(0, 19)));
  await node(page, 'check', '').first().waitFor();
  assert.equal(await page.getByRole('alert').filter({ hasText: 'MR-' }).count(), 0);
  faultless(page);
});

test('what happens elsewhere is there by itself', async () => {
  const id = await start('claim', { amount: 7 });
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(`/cases/${id}`);
  await section(page, 'Work').getByRole('link', { name: 'check' }).waitFor();
  await complete(id, 'check', { fine: false });
  await section(page, 'Work').getByRole('link', { name: 'review' }).waitFor();
  await page.getByRole('button', { name: /check completed by anna/ }).waitFor();
  await node(page, 'review', 'offered').waitFor({ state: 'attached' });
  faultless(page);
});

test('why a task waits is a proof whose lines lead to the events', async () => {
  const id = await start('trip');
  await complete(id, 'register');
  await complete(id, 'hotel', {}, 'bob');
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(`/cases/${id}?node=pay`);
  await page.getByRole('status').getByRole('button', { name: 'why?' }).click();
  await page.getByRole('tree', { name: /Why pay/ }).getByText('no token in c(flight,pay)').waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await section(page, 'Work').getByRole('button', { name: /Why is flight/ }).click();
  const proof = page.getByRole('tree', { name: /Why flight/ });
  await proof.getByText('it was offered').waitFor();
  await proof.getByRole('treeitem').filter({ hasText: 'it was offered' }).last().getByRole('button', { name: /turn \d+/ }).first().click();
  await page.locator('.event-list li.here', { hasText: 'register completed by anna' }).waitFor();
  await until('the address says when', () => /at=/.test(page.url()));
  // The keyboard walks through the proof.
  await proof.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await proof.getByRole('treeitem').count(), 1);
  await page.keyboard.press('ArrowRight');
  assert.ok((await proof.getByRole('treeitem').count()) > 1);
  await accessible(page, 'a case with a proof');
  await shot(page, 'case-why');
  faultless(page);
});

test('a node of the picture filters the page', async () => {
  const id = await start('trip');
  await complete(id, 'register');
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(`/cases/${id}`);
  await page.locator('[data-node="hotel"]').first().click();
  await page.waitForURL(/node=hotel/);
  await page.getByText('only hotel').waitFor();
  assert.equal(await section(page, 'Work').getByRole('link').count(), 1);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await section(page, 'Work').getByRole('link', { name: 'flight' }).waitFor();
  faultless(page);
});

test('a delay shows its rule, and goes by itself when the rule permits it', async () => {
  const id = await start('travel');
  await server.post(`${path(await work(id, 'buy'))}/start`, {}, as('ann'));
  await complete(id, 'buy', { seat: 12 }, 'ann');
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(`/cases/${id}`);
  const rules = section(page, 'Rules');
  await rules.getByText('does not permit c_buy yet').waitFor();
  await rules.getByRole('link', { name: 'book_first' }).waitFor();
  await rules.getByText('after c_book').waitFor();
  await rules.getByRole('button', { name: 'Why is buy delayed?' }).click();
  await page.getByRole('tree').getByText('a rule delays').waitFor();
  await shot(page, 'case-delay');
  await server.post(`${path(await work(id, 'book'))}/start`, {}, as('bob'));
  await complete(id, 'book', {}, 'bob');
  await page.getByRole('button', { name: /the rules let delayed attempt 1 happen|buy completed/ }).first().waitFor();
  await until('no delay', async () => (await rules.locator('.attempt').count()) === 0);
  await page.locator('h1').getByText('completed').waitFor();
  faultless(page);
});

test('a value is changed by hand after a plan and with a reason', async () => {
  const id = await start('claim', { amount: 120 });
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto(`/cases/${id}`);
  await section(page, 'Data').getByText('amount').hover();
  await page.getByRole('button', { name: 'Change amount by hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change amount' });
  await dialog.getByLabel('New value (JSON)').fill('1200');
  await dialog.getByRole('region', { name: 'Plan' }).getByText(/1200|at once/).waitFor();
  await shot(page, 'case-plan');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.getByText('Say why').waitFor();
  await dialog.getByLabel('Reason').fill('a digit was missing');
  await accessible(page, 'a plan');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.getByText('It is done.').waitFor();
  await dialog.getByRole('link', { name: /See what was recorded/ }).click();
  await page.waitForURL(/at=/);
  await section(page, 'Data').locator('.changed').getByText('1200').waitFor();
  const events = (await server.get(`/cases/${id}/history`)).items.filter((event) => event.kind === 'Intervened');
  assert.equal(events[0].reason, 'a digit was missing');
  assert.equal(events[0].actor, 'olga');
  faultless(page);
});

test('all digits of a value stay when it is changed by hand, also in a browser without secure context', async () => {
  const digits = '12345678901234567890.10';
  const id = await start('claim', { amount: 1 });
  const page = await person(chrome, server, { name: 'olga' });
  // What a page has not that came by plain http from another machine.
  await page.addInitScript(() => {
    delete Crypto.prototype.randomUUID;
    delete Navigator.prototype.clipboard;
  });
  await page.goto(`/cases/${id}?at=never`);
  const change = async (shown, text) => {
    await section(page, 'Data').getByText(shown).hover();
    await page.getByRole('button', { name: 'Change amount by hand' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change amount' });
    await dialog.getByLabel('New value (JSON)').fill(await text(dialog.getByLabel('New value (JSON)')));
    await dialog.getByLabel('Reason').fill('größer,\nviel größer');
    await dialog.getByRole('button', { name: 'Change it' }).click();
    await dialog.getByText('It is done.').waitFor();
    await dialog.getByRole('button', { name: 'Back to the page' }).click();
  };
  await change('amount', async () => `{"of": ${digits}}`);
  await section(page, 'Data').getByText(digits).waitFor();
  await change('amount', async (field) => (await field.inputValue()).replace('"of"', '"sum"'));
  await section(page, 'Data').getByText('sum').waitFor();
  const stored = await (await fetch(`${server.address}/api/v1/cases/${id}`)).text();
  assert.match(stored, new RegExp(`"sum": ?${digits.replace('.', '\\.')}`));
  await page.getByRole('button', { name: `copy ${id}`, exact: true }).click();
  await page.getByRole('button', { name: `copied ${id}`, exact: true }).waitFor();
  faultless(page);
});

test('an intervention that makes no sense is refused before it is done', async () => {
  const id = await start('claim', { amount: 120 });
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto(`/cases/${id}`);
  await page.getByRole('button', { name: 'Intervene' }).click();
  await page.getByRole('button', { name: 'Do a step again …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Step').fill('pay');
  await dialog.getByText('It would be refused.').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Do it again' }).isDisabled());
  faultless(page);
});

test('a case is cancelled, by the keyboard alone', async () => {
  const id = await start('claim', { amount: 120 });
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto(`/cases/${id}`);
  await section(page, 'Work').getByRole('link', { name: 'check' }).waitFor();
  await page.getByRole('button', { name: 'Cancel …' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Cancel case ${id}` });
  await dialog.getByText(/is withdrawn: /).waitFor();
  await dialog.getByLabel('Reason').focus();
  await page.keyboard.type('sent twice');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.getByText('It is done.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('h1').getByText('cancelled').waitFor();
  assert.equal((await server.get(`/cases/${id}`)).state, 'cancelled');
  faultless(page);
});

test('a case of the newest version can go back to an older one, which is not called the newest', async () => {
  await server.deploy('moves.pl', `process(moves).\n${CLAIM}`);
  await server.deploy('moves.pl', `process(moves).\n${CLAIM}role(pay, clerk).\n`);
  const id = await start('moves');
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(`/cases/${id}`);
  await page.getByRole('button', { name: /^Intervene/ }).click();
  await page.getByRole('button', { name: 'Migrate …' }).click();
  const versions = page.getByRole('dialog').getByRole('option');
  await versions.first().waitFor({ state: 'attached' });
  assert.deepEqual(await versions.allInnerTexts(), ['version 1']);
  faultless(page);
});

test('a telephone shows a case in one column', async () => {
  const id = await start('claim', { amount: 120 });
  const page = await person(chrome, server, { name: 'anna', width: 390, height: 844 });
  await page.goto(`/cases/${id}`);
  await section(page, 'Work').getByRole('link', { name: 'check' }).waitFor();
  await page.locator('[data-node="check"]').first().waitFor();
  const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(width <= inner, `the page is ${width} wide`);
  await shot(page, 'case-phone', { fullPage: true });
  await page.getByRole('button', { name: /^Intervene/ }).click();
  const { x, width: wide } = await page.getByRole('button', { name: 'Do a step again …' }).boundingBox();
  assert.ok(x >= 0 && x + wide <= 390, `the menu is from ${x} to ${x + wide}`);
  faultless(page);
});

test('a plan is on the picture, too, with a legend', async () => {
  const id = await start('trip');
  await complete(id, 'register');
  const page = await person(chrome, server, { name: 'olga' });
  await page.goto(`/cases/${id}`);
  await page.getByRole('button', { name: 'Intervene' }).click();
  await page.getByRole('button', { name: 'Do a step again …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Step').fill('register');
  const picture = dialog.getByRole('listbox', { name: 'The plan on the picture' });
  await picture.getByRole('option', { name: /^register: would begin/ }).waitFor({ state: 'attached' });
  await picture.getByRole('option', { name: /^flight:.*would be withdrawn/ }).waitFor({ state: 'attached' });
  await picture.locator('[data-edge="c(register,flight)"].loses .badge').waitFor();
  const legend = dialog.getByRole('list', { name: 'What the marks mean' });
  assert.deepEqual((await legend.getByRole('listitem').allInnerTexts()).map((each) => each.trim()).sort(), ['would be withdrawn', 'would begin', 'would get a token', 'would lose a token']);
  await accessible(page, 'a plan on the picture');
  await shot(page, 'case-plan-picture');
  await page.keyboard.press('Escape');
  faultless(page);
});

test('a case is printed as a whole, in light colours and without buttons', async () => {
  const id = await start('claim', { amount: 120 });
  for (let i = 0; i < 60; i++) {
    await server.post(`/cases/${id}/change-data`, { name: 'amount', value: i });
  }
  const page = await person(chrome, server, { name: 'olga' });
  await page.addInitScript(() => localStorage.setItem('millrace.theme', 'dark'));
  await page.goto(`/cases/${id}`);
  await page.getByText('61 turns', { exact: true }).waitFor();
  assert.ok((await page.locator('.event-list [data-row]').count()) < 61);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.locator('.event-list [data-row="60"]').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  assert.ok(await page.locator('.event-list').evaluate((list) => [...list.querySelectorAll('[data-row]')].every((row, i, all) => row.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1 && (i === 0 || row.getBoundingClientRect().top >= all[i - 1].getBoundingClientRect().bottom - 1))));
  for (const name of ['Cancel …', 'Intervene', 'Play']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  }
  await shot(page, 'case-print', { fullPage: true });
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await until('only what is in sight', async () => (await page.locator('.event-list [data-row]').count()) < 61);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  faultless(page);
});
