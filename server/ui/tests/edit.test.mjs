/** The editor: errors at the line while typing, counterexample and fix, deploying, the keyboard. */
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

const text = (page) => page.locator('.cm-content').first();
const verdict = (page) => page.locator('.verdict-line > summary');

test('a first process begins with an example', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/edit');
  await page.getByRole('heading', { name: 'Begin with an example' }).waitFor();
  await accessible(page, 'examples');
  for (const name of ['A sequence with two people', 'Parallel with an OR-join', 'A saga with rules', 'A logic program', 'A choice']) {
    await page.getByRole('link', { name }).click();
    await verdict(page).getByText(/^(sound|enforceable|checked)$/).waitFor();
    await page.goBack();
  }
  faultless(page);
});

test('a mistake is shown at its line while one types', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/edit?example=sequence');
  await verdict(page).getByText('sound', { exact: true }).waitFor();
  await page.locator('[data-option="approve"]').waitFor({ state: 'attached' });
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('rolle(write, poet).');
  await verdict(page).getByText("Line 13: There is no fact 'rolle'").waitFor();
  assert.equal(await page.locator('.cm-lintRange-error').innerText(), 'rolle');
  assert.equal(await page.locator('.cm-gutter-lint .cm-lint-marker-error').count(), 1);
  await page.getByText('The picture shows the last text that could be read.').waitFor();
  await accessible(page, 'mistake');
  await page.keyboard.press('Control+z');
  await until('the mistake is undone', async () => {
    await page.keyboard.press('Control+z');
    return (await page.locator('.cm-lintRange-error').count()) === 0;
  });
  await verdict(page).getByText('sound', { exact: true }).waitFor();
  faultless(page);
});

test('an unsound text plays its counterexample, and the fix makes it sound', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/edit?file=trip.pl');
  await text(page).click();
  await page.keyboard.insertText('initial_activity(register).\nxor_split(register, [flight, hotel]).\nand_join([flight, hotel], pay).\nfinal_activity(pay).\n');
  await verdict(page).getByText('unsound', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show it on the picture' }).first().click();
  const player = page.getByRole('region', { name: 'Counterexample' });
  await player.getByRole('button', { name: 'Forward' }).click();
  await player.getByRole('button', { name: 'Forward' }).click();
  await page.locator('[data-option="pay"]', { hasText: 'in trouble' }).waitFor({ state: 'attached' });
  await shot(page, 'editor', { fullPage: true });
  await accessible(page, 'editor');
  await page.getByRole('button', { name: 'Apply this fix' }).first().click();
  await verdict(page).getByText('sound', { exact: true }).waitFor();
  await text(page).getByText('xor_join([flight, hotel], pay).').waitFor();
  await text(page).focus();
  await page.keyboard.press('Control+z');
  await text(page).getByText('and_join([flight, hotel], pay).').waitFor();
  await verdict(page).getByText('unsound', { exact: true }).waitFor();
  faultless(page);
});

test('a text is deployed with the keyboard, and a case starts', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/edit?example=choice');
  await verdict(page).getByText('sound', { exact: true }).waitFor();
  await text(page).focus();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Deploy order.pl' });
  await dialog.getByText("A new process, 'order'").waitFor();
  await accessible(page, 'deploy');
  await dialog.getByLabel('Reason').fill('the first one');
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog', { name: 'Deployed' });
  await done.getByText('version 1').waitFor();
  await done.getByRole('link', { name: 'Start a case' }).click();
  await page.waitForURL('**/processes/order?start=true');
  await page.getByRole('dialog', { name: 'Start a case' }).getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL('**/cases/1');
  assert.equal((await server.get('/cases/1')).process, 'order');
  faultless(page);
});

test('a draft stays until it is deployed or discarded, and the picture leads to the text', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/edit?process=order');
  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('% a remark\n');
  await page.getByText('Your changes of version 1 of order are kept in this browser').waitFor();
  await page.reload();
  await text(page).getByText('% a remark').waitFor();
  await page.locator('[data-node="check"]').first().click();
  await until('the cursor is where the task is defined', async () => (await page.evaluate(() => getSelection().toString())) === 'check' || (await page.locator('.cm-selectionBackground').count()) > 0);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Discard the changes …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByText('This is version 1 of order.').waitFor();
  faultless(page);
});

test('a draft of an older version is offered, not loaded in its place', async () => {
  await server.deploy('letter.pl', 'initial_activity(write).\nfinal_activity(write).\n');
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/edit?process=letter');
  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('% begun with version 1\n');
  await page.getByText('Your changes of version 1 of letter are kept in this browser').waitFor();
  await server.deploy('letter.pl', 'initial_activity(write).\nsequential(write, send).\nfinal_activity(send).\n');
  await page.reload();
  await page.getByText('This is version 2 of letter.').waitFor();
  await text(page).getByText('sequential').waitFor();
  assert.equal(await text(page).getByText('% begun with version 1').count(), 0);
  const offered = page.getByRole('list', { name: 'Drafts of other versions' });
  await offered.getByText('A draft of the older version 1 is kept in this browser').waitFor();
  await accessible(page, 'a draft of another version');
  await shot(page, 'edit-other-draft');
  await offered.getByRole('link', { name: 'Go on with that draft' }).click();
  await text(page).getByText('% begun with version 1').waitFor();
  await page.getByText('Your changes of version 1 of letter are kept in this browser').waitFor();
  await page.goBack();
  await offered.getByRole('button', { name: 'Discard it' }).click();
  await offered.waitFor({ state: 'detached' });
  faultless(page);
});

test('Escape and Tab leave the editor; words are completed', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/edit?file=next.pl');
  await text(page).focus();
  await page.keyboard.type('init');
  await page.getByRole('option', { name: /initial_activity/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: /initial_activity/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.closest('.cm-editor')), null);
  faultless(page);
});

test('rules are proved while they are written', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/edit?file=pair.deps');
  await text(page).click();
  await page.keyboard.insertText('event a on one:complete flexible;\nevent b on two:complete flexible;\ndep order: b <= a;\n');
  await verdict(page).getByText('enforceable', { exact: true }).waitFor();
  await page.getByText("'two' completes only after 'one' completes.").waitFor();
  await page.getByRole('listbox', { name: 'States of the rules' }).waitFor();
  await page.keyboard.insertText('dep never: a & ~a;\n');
  await verdict(page).getByText('contradict each other').waitFor();
  faultless(page);
});

test('a phone is wide enough', async () => {
  const page = await person(chrome, server, { name: 'dora', width: 390, height: 844 });
  await page.goto('/edit?process=order');
  await verdict(page).getByText('sound', { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
  await page.goto('/processes/order');
  await page.getByRole('heading', { name: 'Who does what' }).waitFor();
  await page.locator('[data-option="check"]').waitFor({ state: 'attached' });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
  await shot(page, 'process-phone', { fullPage: true });
  faultless(page);
});
