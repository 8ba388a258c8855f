/** Work: lists for people, claims that others see at once, deeds and their refusals, the keyboard, the phone, a participant's key. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, makeKey, person, Server, shot, temporary, until } from './harness.mjs';

const CLAIM = `
process(claim).
initial_activity(assess).
sequential(assess, approve).
final_activity(approve).
role(assess, clerk).
role(approve, clerk).
separate(approve, assess).
returns(assess, {fields = {approved = truth, amount = number, note = text}, optional = [note]}).
`;
const CHECK = 'process(check).\ninitial_activity(check).\nfinal_activity(check).\nmultiple(check, 1, 4, 4, dynamic).\ninstances(check, constant(1)).\nrole(check, clerk).\npriority(check, 200).\n';
const REFUND = `
process(refund).
initial_activity(draft).
and_split(draft, [approve, send]).
routing(draft).
and_join([approve, send], close).
routing(close).
final_activity(close).
role(approve, lead).
role(send, clerk).
`;
const APPROVAL_FIRST = 'event approved on approve:complete flexible;\nevent sent on send:start flexible;\ndep approval_first: sent <= approved;\n';

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
  await server.person('anna', 'clerk');
  await server.person('ben', 'clerk');
  await server.person('lea', 'lead');
  await server.deploy('claim.pl', CLAIM);
  await server.deploy('check.pl', CHECK);
  await server.deploy('refund.pl', REFUND, { rules: APPROVAL_FIRST });
});
after(async () => {
  await chrome.close();
  await server.stop();
});

/** A new case; its first work item. */
async function start(process, key, input = {}) {
  const { case: id } = await server.post('/cases', { process, ...(key ? { key } : {}), input });
  return `${id}#1`;
}

const at = (work, query = '') => `/work/${encodeURIComponent(work)}${query}`;
const row = (page, work) => page.locator(`[data-work="${work}"]`);

test('what one person claims, another sees at once', async () => {
  const work = await start('claim', 'C-1', { amount: 12.5, customer: 'Ina' });
  const ben = await person(chrome, server, { name: 'ben' });
  const anna = await person(chrome, server, { name: 'anna' });
  await ben.goto('/work?list=team&role=clerk');
  await row(ben, work).getByText('offered to role clerk').waitFor();
  await row(ben, work).getByText('C-1').waitFor();
  await anna.goto(at(work));
  await anna.getByRole('button', { name: 'Claim', exact: true }).click();
  await anna.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await row(ben, work).getByText('anna has it').waitFor();
  await row(ben, work).click();
  await ben.getByText('anna has it, so anna completes it.').waitFor();

  await anna.getByRole('button', { name: 'Start', exact: true }).click();
  await anna.getByRole('button', { name: 'Put aside' }).click();
  await anna.getByText('It is put aside.').waitFor();
  await anna.getByRole('button', { name: 'Go on with it' }).click();
  await anna.getByRole('button', { name: 'Release' }).click();
  await row(ben, work).getByText('offered to role clerk').waitFor();
  await ben.getByRole('button', { name: 'Complete' }).waitFor();
  await accessible(anna, 'a work item');
  faultless(anna);
  faultless(ben);
});

test('the id of a work item can be typed as it is written', async () => {
  const work = await start('claim', 'C-typed');
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(`/work/${work}`);
  await page.getByRole('button', { name: 'Claim', exact: true }).waitFor();
  assert.equal(new URL(page.url()).pathname, at(work));
  faultless(page);
});

test('completing opens the next item, and the note leads to the case', async () => {
  const first = await start('claim', 'C-2', { amount: 5 });
  const second = await start('claim', 'C-3', { amount: 6 });
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(at(first, '?text=C-'));
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('One field needs a change.').waitFor();
  await page.getByLabel('Yes').check();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('assess of C-2 completed · it cannot be undone').waitFor();
  await page.waitForURL((url) => decodeURIComponent(url.pathname).startsWith('/work/') && !decodeURIComponent(url.pathname).endsWith(first));
  assert.match(await page.getByRole('link', { name: 'See the case' }).getAttribute('href'), new RegExp(`/cases/${first.split('#')[0]}$`));
  await row(page, second).waitFor();
  faultless(page);
});

test('who assessed may not approve, and the refusal says so where it happens', async () => {
  const work = await start('claim', 'C-4');
  await server.post(`/work/${encodeURIComponent(work)}/complete`, { output: { approved: true, amount: 1 } }, { 'Millrace-Actor': 'anna' });
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(at(work.replace('#1', '#2')));
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: /separates these duties/ }).waitFor();
  faultless(page);
});

test('a rule delays work, and the page says which', async () => {
  const { case: id } = await server.post('/cases', { process: 'refund' });
  const { items } = await server.get(`/work?case=${id}`);
  const send = items.find((each) => each.task === 'send').work;
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(at(send));
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('A rule delays it.').first().waitFor();
  await page.getByText(/approval_first|approve/).first().waitFor();
  const approve = items.find((each) => each.task === 'approve').work;
  await server.post(`/work/${encodeURIComponent(approve)}/complete`, {}, { 'Millrace-Actor': 'lea' });
  faultless(page);
});

test('work is delegated, failed with its plan, linked and multiplied', async () => {
  const work = await start('check', 'K-1');
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto(at(work));
  await page.getByRole('button', { name: 'Delegate …' }).click();
  await page.getByLabel('To whom?').fill('ben');
  await page.getByRole('button', { name: 'Delegate', exact: true }).click();
  await page.getByText(`check of case ${work.split('#')[0]} was handed to ben.`).waitFor();
  await page.getByText('ben has it, so ben completes it.').waitFor();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Add an instance …' }).click();
  await page.getByText(/gets another instance/).waitFor();
  await page.getByLabel('Reason').fill('a second pair of eyes');
  await accessible(page, 'the plan of an instance');
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByText('It is done.').waitFor();
  await page.getByRole('button', { name: 'Back to the page' }).click();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Make a link …' }).click();
  await page.getByLabel('For whom?').fill('ben');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByRole('textbox', { name: 'The link for ben' }).inputValue();
  assert.match(link, /\/forms\//);
  assert.equal((await fetch(link)).status, 200);
  await page.getByRole('button', { name: 'Revoke the link for ben' }).click();
  await until('the revoked link', async () => (await fetch(link)).status === 404);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cannot do it …' }).click();
  await page.getByText(/Case '.*' fails|fails:/).first().waitFor();
  await page.getByLabel('Reason').fill('the papers are lost');
  await page.getByRole('button', { name: 'It cannot be done' }).click();
  await page.getByText('It is done.').waitFor();
  const history = await server.get(`/cases/${work.split('#')[0]}/history?limit=100`);
  assert.ok(history.items.some((event) => JSON.stringify(event).includes('the papers are lost')));
  faultless(page);
});

test('filters are in the address, and what is late comes first', async () => {
  const late = await start('claim', 'L-1', { amount: 184.2, customer: 'Ina Meier', purpose: 'A new mill stone, and two days of work to set it' });
  const later = await start('claim', 'L-2', { amount: 12.5, customer: 'Ole Lind' });
  const page = await person(chrome, server, { name: 'anna' });
  // No process that is written as text says when work is due.
  await page.route('**/api/v1/work?*order=due*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const dues = { [late]: -3_600_000, [later]: 86_400_000 * 9 };
    body.items = body.items.map((each) => (each.work in dues ? { ...each, due: new Date(Date.now() + dues[each.work]).toISOString() } : each));
    await route.fulfill({ response, json: body });
  });
  await page.goto('/work');
  await page.getByRole('region', { name: 'Late', exact: true }).locator(`[data-work="${late}"]`).waitFor();
  await page.getByRole('region', { name: 'Later' }).locator(`[data-work="${later}"]`).waitFor();
  await row(page, late).click();
  await page.getByRole('button', { name: 'Complete' }).waitFor();
  await shot(page, 'work');
  await accessible(page, 'a list with groups');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('only late').check();
  await until('only the late one', async () => (await page.locator('[data-work]').count()) === 1);
  assert.match(page.url(), /late=true/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByLabel('Process').selectOption('claim');
  await page.getByLabel('Find in the list').fill('L-2');
  await until('only L-2', async () => (await page.locator('[data-work]').count()) === 1);
  assert.match(page.url(), /process=claim&text=L-2|text=L-2/);
  await page.reload();
  await page.locator('[data-work]').getByText('L-2').waitFor();
  assert.equal(await page.locator('[data-work]').count(), 1);
  await page.getByLabel('Find in the list').fill('nothing like it');
  await page.getByRole('heading', { name: 'No work fits' }).waitFor();
  faultless(page);
});

test('the keyboard alone goes from the list to a completed item', async () => {
  await start('claim', 'B-1', { amount: 3 });
  const page = await person(chrome, server, { name: 'ben' });
  await page.goto('/work?process=claim&task=assess&text=B-1');
  await page.locator('[data-work]').first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement.closest('[data-work]') !== null);
  await until('the first row by Tab', async () => {
    await page.keyboard.press('Tab');
    return focused();
  });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Complete' }).waitFor();
  await until('the focus on the item', () => page.evaluate(() => document.activeElement.closest('.work-item') !== null));
  await until('the first answer by Tab', async () => {
    await page.keyboard.press('Tab');
    return page.evaluate(() => document.activeElement.type === 'radio');
  });
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/assess of .* completed/).waitFor();
  faultless(page);
});

test('somebody who is nobody yet chooses a name, and gets the next item', async () => {
  await start('claim', 'N-1');
  const page = await person(chrome, server);
  await page.goto('/work?list=mine');
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await accessible(page, 'nobody');
  await page.getByRole('button', { name: /^ben/ }).click();
  await page.locator('[data-work]').first().waitFor();
  await page.getByRole('button', { name: 'Give me the next' }).click();
  await page.waitForURL(/\/work\/.+/);
  await page.getByText('you have it', { exact: true }).last().waitFor();
  faultless(page);
});

test('a phone is enough: the list is the page, an item opens over it', async () => {
  const work = await start('claim', 'P-1', { amount: 7.25, customer: 'Ina', purpose: 'a new mill stone' });
  const page = await person(chrome, server, { name: 'anna', width: 390, height: 800 });
  await page.goto('/work');
  await row(page, work).waitFor();
  await shot(page, 'work-phone');
  assert.equal(await page.getByText('What is given').count(), 0);
  await row(page, work).click();
  await page.getByRole('button', { name: 'Complete' }).waitFor();
  assert.equal(await row(page, work).isVisible(), false);
  assert.equal(await page.getByLabel('Amount').getAttribute('inputmode'), 'decimal');
  assert.ok((await page.getByRole('button', { name: 'Complete' }).boundingBox()).height >= 40);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the phone');
  await shot(page, 'work-phone-item');
  await accessible(page, 'an item on a phone');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await row(page, work).waitFor();
  faultless(page);
});

test('the list says when it is not live, and goes on by itself', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto('/work');
  await page.locator('[data-work]').first().waitFor();
  await server.kill();
  await page.locator('.work-broken').waitFor();
  await server.again();
  await page.locator('.work-broken').waitFor({ state: 'hidden' });
  const work = await start('claim', 'A-9');
  await row(page, work).waitFor();
});

test('a participant with nothing but a key uses the whole page', async () => {
  const directory = temporary();
  const boss = await makeKey(directory, 'olga', 'administrator');
  const key = await makeKey(directory, 'ben', 'participant');
  const secured = await Server.start({ directory });
  try {
    const as = (secret) => ({ Authorization: `Bearer ${secret}` });
    await secured.ask('PUT', '/participants/ben', { roles: ['clerk'] }, as(boss));
    await secured.ask('POST', '/processes', { file: 'claim.pl', source: CLAIM }, as(boss));
    for (let i = 0; i < 2; i++) {
      await secured.ask('POST', '/cases', { process: 'claim', input: { amount: 4 } }, as(boss));
    }
    const page = await person(chrome, secured, { key });
    const refused = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    await page.goto('/work');
    await page.getByText('2 for you').waitFor();
    await page.locator('[data-work]').first().click();
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await page.getByRole('button', { name: 'Release' }).waitFor();
    await page.getByLabel('Yes').check();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText(/assess of .* completed/).waitFor();
    await page.getByText('1 for you').or(page.getByText('2 for you')).waitFor();
    await page.getByRole('button', { name: 'Delegate …' }).waitFor();
    await accessible(page, 'work of a participant');
    assert.deepEqual(refused, [], 'nothing is asked for that a participant may not read');
    faultless(page);
  } finally {
    await secured.stop();
  }
});
