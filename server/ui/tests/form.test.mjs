/** Forms made from the types of tasks: every kind of field, checks, drafts, files, exact numbers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot, until } from './harness.mjs';

const EXPENSE = `
process(expense).
initial_activity(assess).
sequential(assess, pay).
final_activity(pay).
role(assess, clerk).
role(pay, clerk).
returns(assess, {fields = {
  amount = number, pieces = integer, approved = truth, reason = text,
  category = {oneOf = [travel, meals, other]},
  country = {oneOf = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB']},
  day = date, at = instant, took = duration,
  items = {list = {fields = {what = text, price = number}, optional = [price]}},
  address = {fields = {street = text, town = text}},
  rates = {map = number},
  receipt = {fields = {file = text, name = text, bytes = integer}},
  extra = any},
  optional = [reason, country, at, took, address, rates, receipt, extra]}).
`;
const UNTYPED = 'initial_activity(note).\nfinal_activity(note).\nrole(note, clerk).\n';
const START = 'process(loan).\nvariable(sum, input, decimal).\nvariable(customer, input, string).\ninitial_activity(decide).\nfinal_activity(decide).\ngets(decide, sum, variable(sum)).\n';
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
  await server.person('anna', 'clerk');
  await server.deploy('expense.pl', EXPENSE);
  await server.deploy('note.pl', UNTYPED);
  await server.deploy('loan.pl', START);
});
after(async () => {
  await chrome.close();
  await server.stop();
});

/** A new case of expense; the id of its work. */
async function expense(input = { amount: 12.5, employee: 'Ina', account: 'NL-1' }) {
  const { case: id } = await server.post('/cases', { process: 'expense', input });
  return `${id}#1`;
}

const open = async (page, work) => {
  await page.goto(`/work/${encodeURIComponent(work)}`);
  await page.getByRole('button', { name: 'Complete' }).waitFor();
};

/** What completed a work item, as the history has it. */
async function output(work) {
  const response = await fetch(`${server.address}/api/v1/cases/${work.split('#')[0]}/history?limit=100`);
  const text = await response.text();
  return text;
}

test('a form checks as one types, then gives what was typed, with all its digits', async () => {
  const work = await expense();
  const page = await person(chrome, server, { name: 'anna' });
  await open(page, work);
  assert.equal(await page.getByLabel('Amount').inputValue(), '12.5', 'begins with the input of the same name');
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('4 fields need a change.').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.labels?.[0]?.textContent), 'Pieces', 'the first wrong field has the focus');

  await page.getByLabel('Pieces').fill('1.5');
  await page.getByText('Write a whole number, without a fraction.').waitFor();
  await page.getByLabel('Pieces').fill('9007199254740993');
  await page.getByLabel('Amount').fill('1,5');
  await page.keyboard.press('Tab');
  await page.getByText('Write the number with a point: 1.5.').waitFor();
  await page.getByLabel('Amount').fill('123456789012345678.10');
  await page.getByRole('radiogroup', { name: 'Approved' }).getByLabel('Yes').check();
  await page.getByLabel('travel').check();
  await page.getByLabel('Day').fill('2030-01-31');
  await page.locator('.form input[type=datetime-local]').fill('2030-01-31T12:30');
  await page.getByLabel('Took').fill('1 h 30 min');
  await page.getByText('Understood as PT1H30M.').waitFor();
  await page.getByLabel('Country').selectOption('DE');

  await page.getByRole('button', { name: 'Add item' }).click();
  // The empty field is left by this click: its mistake must not move the button away.
  await page.getByRole('textbox', { name: 'What', exact: true }).focus();
  await page.getByRole('button', { name: 'Add item' }).click();
  await until('a second row', async () => (await page.getByRole('textbox', { name: 'What', exact: true }).count()) === 2);
  await page.getByRole('textbox', { name: 'What', exact: true }).first().fill('hotel');
  await page.getByRole('textbox', { name: 'What', exact: true }).nth(1).fill('train');
  await page.getByRole('textbox', { name: 'Price' }).nth(1).fill('40.50');
  await page.getByRole('button', { name: 'Move Item 2 up' }).click();
  await until('the moved row', async () => (await page.getByRole('textbox', { name: 'What', exact: true }).first().inputValue()) === 'train');

  await page.getByRole('button', { name: 'Add address' }).click();
  await page.getByLabel('Street').fill('Mill Lane 1');
  await page.getByLabel('Town').fill('Bonn');
  await page.getByRole('button', { name: 'Add to rates' }).click();
  await page.getByRole('group', { name: 'Rates' }).getByLabel('Name').fill('EUR');
  await page.getByLabel('Value of EUR', { exact: true }).fill('1.10');
  await page.setViewportSize({ width: 1280, height: 1900 });
  await shot(page, 'form');
  await page.setViewportSize({ width: 1280, height: 800 });
  await accessible(page, 'a rich form');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/assess of .* completed/).waitFor();
  const history = await output(work);
  assert.match(history, /"amount":123456789012345678\.10/);
  assert.match(history, /"pieces":9007199254740993/);
  assert.match(history, /"items":\[\{"what":"train","price":40\.50\},\{"what":"hotel"\}\]/);
  assert.match(history, /"at":"2030-01-31T11:30:00(\.000)?Z","took":"PT1H30M"/);
  assert.match(history, /"rates":\{"EUR":1\.10\}/);
  faultless(page);
});

test('what is added takes the focus, but not from who has gone on', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  await open(page, await expense());
  const focused = () => page.evaluate(() => document.activeElement.labels?.[0]?.textContent ?? document.activeElement.tagName);
  await page.getByRole('button', { name: 'Add item' }).click();
  await until('the focus in the new row', async () => (await focused()) === 'What');
  // A machine that draws late.
  await page.evaluate(() => {
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => draw(() => setTimeout(() => act(performance.now()), 200));
  });
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByLabel('Pieces').focus();
  await page.waitForTimeout(1_000);
  assert.equal(await focused(), 'Pieces');
  faultless(page);
});

test('what the engine refuses appears at its field', async () => {
  const work = await expense({});
  const page = await person(chrome, server, { name: 'anna' });
  // A form that is less strict than the engine.
  await page.route('**/form', async (route) => {
    const response = await route.fetch();
    const form = await response.json();
    form.output = { type: 'object', properties: { amount: { type: 'string' }, approved: { type: 'boolean' } }, required: ['approved'], additionalProperties: false };
    await route.fulfill({ response, json: form });
  });
  await open(page, work);
  await page.getByLabel('Amount').fill('much');
  await page.getByLabel('Yes').check();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('A number was expected, found the text "much".').waitFor();
  assert.equal(await page.getByLabel('Amount').getAttribute('aria-invalid'), 'true');
  assert.equal(await page.evaluate(() => document.activeElement.labels?.[0]?.textContent), 'Amount (optional)');
  await page.getByLabel('Amount').fill('more');
  await page.getByText('A number was expected').waitFor({ state: 'hidden' });
  faultless(page);
});

test('a draft survives a reload, and can be discarded', async () => {
  const work = await expense();
  const page = await person(chrome, server, { name: 'anna' });
  await open(page, work);
  await page.getByLabel('Pieces').fill('7');
  await page.getByLabel('Reason').fill('a long story');
  await page.reload();
  await page.getByText(/Draft from \d\d:\d\d restored/).waitFor();
  assert.equal(await page.getByLabel('Pieces').inputValue(), '7');
  assert.equal(await page.getByLabel('Reason').inputValue(), 'a long story');
  await page.getByRole('button', { name: 'discard' }).click();
  assert.equal(await page.getByLabel('Pieces').inputValue(), '');
  await page.reload();
  await page.getByRole('button', { name: 'Complete' }).waitFor();
  assert.equal(await page.getByText('restored').count(), 0);
  faultless(page);
});

test('a file is sent as it is chosen, shown small, and saved again from the next work', async () => {
  const work = await expense();
  const page = await person(chrome, server, { name: 'anna' });
  await open(page, work);
  await page.getByLabel('Receipt').setInputFiles({ name: 'receipt 1.png', mimeType: 'image/png', buffer: PICTURE });
  await page.getByRole('button', { name: 'Remove receipt 1.png' }).waitFor();
  await page.locator('.form .file img').waitFor();
  await page.getByLabel('Pieces').fill('1');
  await page.getByLabel('Yes').check();
  await page.getByLabel('meals').check();
  await page.getByLabel('Day').fill('2030-01-31');
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText(/assess of .* completed/).waitFor();
  await page.goto(`/work/${encodeURIComponent(work.replace('#1', '#2'))}`);
  await page.locator('.work-item .file img').waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save receipt 1.png' }).click()]);
  assert.equal(saved.suggestedFilename(), 'receipt 1.png');
  assert.deepEqual(readFileSync(await saved.path()), PICTURE);
  faultless(page);
});

test('work without declared types takes names and values, or JSON', async () => {
  const { case: id } = await server.post('/cases', { process: 'note' });
  const page = await person(chrome, server, { name: 'anna' });
  await open(page, `${id}#1`);
  assert.equal(await page.locator('.form fieldset.group').first().evaluate((group) => getComputedStyle(group).position), 'static', 'it scrolls with the page');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('count');
  await page.getByLabel('Value of count', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).nth(1).fill('count');
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('This name is there twice.').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).nth(1).fill('glad');
  await page.getByLabel('Value of glad', { exact: true }).fill('yes');
  await accessible(page, 'names and values');
  await page.getByLabel('JSON', { exact: true }).check();
  const json = page.getByLabel('Data as JSON');
  assert.deepEqual(JSON.parse(await json.inputValue()), { count: 12, glad: true });
  await json.fill('{"count": ');
  await json.blur();
  await page.getByText(/This is not JSON/).waitFor();
  await json.fill('{"count": 12345678901234567890}');
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText(/note of .* completed/).waitFor();
  assert.match(await output(`${id}#1`), /12345678901234567890/);
  faultless(page);
});

test('a case starts with a form of its process', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto('/cases?process=loan');
  await page.getByRole('button', { name: 'Start a case' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Start a case' });
  await dialog.getByLabel('Customer').fill('Ina');
  await dialog.getByLabel('Sum').fill('many');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByText('Write a number such as 12.50.').waitFor();
  await accessible(page, 'starting a case');
  await dialog.getByLabel('Sum').fill('1000.00');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/cases\/\d+/);
  faultless(page);
});

test('forms in all their states are accessible', async () => {
  // The page of components is not part of the release.
  const sources = await Server.start({ fromSources: true });
  const page = await person(chrome, sources, { name: 'anna' });
  await page.goto('/dev/components?part=form');
  const all = page.getByRole('region', { name: 'Every kind of field' });
  await all.getByRole('button', { name: 'Send' }).click();
  await all.getByText(/fields need a change/).waitFor();
  await all.getByLabel('Account').fill('nonsense');
  await page.keyboard.press('Tab');
  await all.getByText('This does not fit: Two letters and two digits.').waitFor();
  await all.getByLabel('Amount').fill('12.51');
  await page.keyboard.press('Tab');
  await all.getByText('It must be a multiple of 0.05.').waitFor();
  await all.getByLabel('Pieces').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await all.getByLabel('Pieces').inputValue(), '2');
  await page.getByText('A number was expected, found the text "much".').waitFor();
  await page.getByText("Cannot complete work item '7#1'").waitFor();
  await accessible(page, 'all forms');
  faultless(page);
  await sources.stop();
});
