/** Questions to the history: asked by keyboard, completed, saved in the address, answered as a table and over time. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot, until } from './harness.mjs';

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
  await server.deploy('order.pl', 'initial_activity(pack).\nsequential(pack, send).\nfinal_activity(send).\nrole(pack, packer).\nrole(send, sender).\n');
  await server.person('anna', 'packer', 'sender');
  for (let i = 0; i < 6; i++) {
    const { case: id } = await server.post('/cases', { process: 'order' });
    await server.post(`/work/${id}%231/claim`, {}, { 'Millrace-Actor': 'anna' });
    await server.post(`/work/${id}%231/start`, {}, { 'Millrace-Actor': 'anna' });
    await server.post(`/work/${id}%231/complete`, { output: {} }, { 'Millrace-Actor': 'anna' });
  }
});
after(async () => {
  await chrome.close();
  await server.stop();
});

test('an example is asked with one click and answered with links', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/ask');
  await page.getByRole('heading', { name: 'Ask anything about any moment' }).waitFor();
  await page.getByRole('button', { name: 'What waits, for whom, how long?' }).click();
  const table = page.getByRole('table', { name: 'Answers' });
  await table.waitFor();
  assert.match(decodeURIComponent(page.url()), /goal=waits\(Task/);
  await table.getByRole('link', { name: 'send' }).first().waitFor();
  await table.getByRole('link', { name: '1', exact: true }).click();
  await page.waitForURL('**/cases/1');
  faultless(page);
});

test('words are completed while one types, and Ctrl+Enter asks', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/ask');
  const box = page.getByLabel('Question');
  await box.focus();
  await page.keyboard.type('holds_f');
  await page.getByRole('listbox', { name: 'Words that fit' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await box.inputValue(), 'holds_for(Fluent, Start, End)');
  await box.fill('holds_for(acti');
  await page.getByRole('option', { name: /^active\(Task, Who, Case\)/ }).first().waitFor();
  await accessible(page, 'ask with words');
  await page.keyboard.press('Enter');
  await page.keyboard.type(', Start, End)');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('table', { name: 'Answers' }).waitFor();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.waitForURL('**view=timeline**');
  await until('a bar for each answer', async () => (await page.getByRole('group', { name: 'Answers over time' }).locator('[data-bar]').count()) > 0);
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  await shot(page, 'ask');
  await accessible(page, 'ask, over time');
  faultless(page);
});

test('an address asks its question again, as of its instant', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto(`/ask?goal=${encodeURIComponent('holds_now(running(Case))')}&at=2020-01-01T00:00:00Z`);
  await page.getByText('There is no answer, as of').waitFor();
  await page.getByRole('button', { name: 'Now' }).click();
  await page.getByRole('table', { name: 'Answers' }).waitFor();
  assert.equal(await page.locator('[data-row]').count(), 6);
  faultless(page);
});

test('what is wrong is marked at its place', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto(`/ask?goal=${encodeURIComponent('happened(E, T) bar')}`);
  await page.getByRole('alert').getByText('an operator is expected').waitFor();
  assert.equal(await page.locator('.wrong-goal mark').textContent(), 'bar');
  await page.getByLabel('Question').fill('unheard_of(X)');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText('unheard_of/1').waitFor();
  await page.getByLabel('Question').fill('holds_now(activ(Task, Who, Case))');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Do you mean active(Task, Who, Case)?').waitFor();
  await accessible(page, 'ask, refused');
});

test('limits are said, and more answers are asked for', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto(`/ask?goal=${encodeURIComponent('happened(Event, Time)')}&most=5`);
  await page.getByRole('button', { name: 'Ask for 1,000' }).click();
  await page.waitForURL('**most=1000**');
  await page.getByText(/^All answers/).waitFor();
  faultless(page);
});

test('own questions are remembered, and answers saved', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto(`/ask?goal=${encodeURIComponent('took(Case, Seconds)')}`);
  await page.getByText('There is no answer').waitFor();
  await page.goto(`/ask?goal=${encodeURIComponent('average_working(Task, Seconds)')}`);
  await page.getByRole('table', { name: 'Answers' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'As CSV' }).click()]);
  assert.equal(saved.suggestedFilename(), 'answers.csv');
  await page.getByRole('button', { name: 'My questions' }).click();
  assert.equal(await page.getByRole('button', { name: 'average_working(Task, Seconds)' }).count(), 1);
  faultless(page);
});

test('own clauses belong to the question', async () => {
  const page = await person(chrome, server, { name: 'root' });
  await page.goto('/ask');
  await page.getByText('Own clauses for this question').click();
  await page.getByLabel('Own clauses').fill(':- language(history).\ndiligent(Who, N) :- aggregate_all(count, did(Who, _, _), N), N > 2.');
  await page.getByLabel('Question').fill('diligent(anna, Count)');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('table', { name: 'Answers' }).getByText('6', { exact: true }).waitFor();
  assert.match(page.url(), /rules=/);
  faultless(page);
});
