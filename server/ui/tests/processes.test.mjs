/** Processes: uploaded, proved, compared; counterexamples on the picture; rules with their automaton. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot, until } from './harness.mjs';

const STUCK = 'initial_activity(register).\nxor_split(register, [flight, hotel]).\nand_join([flight, hotel], pay).\nfinal_activity(pay).\n';
const TRAVEL = `# A ticket is bought only when the hotel is booked; a hotel without a ticket is cancelled.
event s_buy on buy:start flexible;
event c_buy on buy:complete flexible;
event s_book on book:start triggerable;
event c_book on book:complete flexible;
event s_cancel on cancel:start triggerable;
dep book_too: s_buy -> s_book;
dep book_first: c_buy <= c_book;
dep undo: c_book -> c_buy | s_cancel;
dep undo_only_then: ~s_cancel | c_book . s_cancel & ~c_buy . s_cancel;
`;

/** A small YAWL specification: one task for a clerk, then one for a baker. */
function yawl(second = 'bake') {
  const task = (id, next) => `
        <task id="${id}">
          <flowsInto><nextElementRef id="${next}"/></flowsInto>
          <join code="xor"/>
          <split code="and"/>
          <decomposesTo id="${id}"/>
        </task>`;
  const work = (id) => `
    <decomposition id="${id}" xsi:type="WebServiceGatewayFactsType"><externalInteraction>manual</externalInteraction></decomposition>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<specificationSet xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">
  <specification uri="bread">
    <metaData/>${work('order')}${work(second)}
    <decomposition id="bread" isRootNet="true" xsi:type="NetFactsType">
      <processControlElements>
        <inputCondition id="start"><flowsInto><nextElementRef id="order"/></flowsInto></inputCondition>${task('order', second)}${task(second, 'end')}
        <outputCondition id="end"/>
      </processControlElements>
    </decomposition>
  </specification>
</specificationSet>
`;
}

let server, chrome;
before(async () => {
  server = await Server.start();
  chrome = await browser();
});
after(async () => {
  await chrome.close();
  await server.stop();
});

const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a YAWL file is uploaded, proved, deployed and opened', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/processes');
  await page.getByRole('heading', { name: 'No process is deployed yet' }).waitFor();
  await page.getByRole('button', { name: 'Upload a file' }).click();
  assert.match(page.url(), /upload=true/);
  const dialog = page.getByRole('dialog', { name: 'Upload processes' });
  await dialog.locator('input[type=file]').setInputFiles([file('bread.yawl', yawl()), file('wrong.pl', 'initial_activity(a).\nrolle(a, clerk).\nfinal_activity(a).\n'), file('stuck.pl', STUCK)]);
  const panel = (name) => dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await panel('wrong.pl').getByText("line 2, column 1").waitFor();
  await panel('wrong.pl').getByText("is 'role' meant").waitFor();
  assert.equal(await panel('wrong.pl').getByRole('button', { name: 'Deploy' }).count(), 0);
  await panel('bread.yawl').getByText("A new process, 'bread'").waitFor();
  await panel('stuck.pl').getByText('is not sound').waitFor();
  assert.equal(await panel('stuck.pl').getByRole('button', { name: 'Deploy although it is unsound' }).isDisabled(), true);
  await shot(page, 'upload');
  await accessible(page, 'upload');
  await panel('stuck.pl').getByRole('checkbox').check();
  await panel('stuck.pl').getByRole('button', { name: 'Deploy although it is unsound' }).click();
  await panel('stuck.pl').getByText('version 1').waitFor();
  await panel('bread.yawl').getByRole('button', { name: 'Deploy' }).click();
  await panel('bread.yawl').getByRole('link', { name: 'bread' }).click();
  await page.getByRole('heading', { name: 'bread' }).waitFor();
  await page.locator('[data-option="bake"]').waitFor({ state: 'attached' });
  faultless(page);
});

test('processes are listed with their verdict and filtered by the address', async () => {
  await server.deploy('order.pl', 'initial_activity(pack).\nsequential(pack, send).\nfinal_activity(send).\nrole(pack, clerk).\n');
  await server.post('/cases', { process: 'order' });
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/processes');
  const card = (name) => page.getByRole('listitem', { name, exact: true });
  await card('order').getByText('sound', { exact: true }).waitFor();
  await card('order').getByRole('link', { name: '1 running' }).waitFor();
  await card('stuck').getByText('unsound', { exact: true }).waitFor();
  await card('order').locator('svg').waitFor();
  await shot(page, 'processes');
  await accessible(page, 'processes');
  await page.getByLabel('Name').fill('ord');
  await card('stuck').waitFor({ state: 'detached' });
  assert.match(page.url(), /contains=ord/);
  await page.getByRole('link', { name: 'order', exact: true }).click();
  await page.getByRole('heading', { name: /order/ }).waitFor();
  await page.locator('[data-option="pack"]').waitFor({ state: 'attached' });
  await shot(page, 'process');
  await accessible(page, 'process');
  faultless(page);
});

test('an unsound net shows its counterexample step by step, and its fix', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/processes/stuck');
  await page.getByRole('button', { name: 'Show it on the picture' }).first().click();
  const player = page.getByRole('region', { name: 'Counterexample' });
  const said = player.getByRole('status');
  await said.getByText('The case begins.').waitFor();
  await player.getByRole('button', { name: 'Forward' }).click();
  await said.getByText("'register' is carried out, and goes on to 'flight'").waitFor();
  assert.match(page.url(), /problem=0&step=1/);
  await player.getByRole('button', { name: 'Forward' }).click();
  await said.getByText('The case gets stuck').waitFor();
  await page.locator('[data-option="pay"]', { hasText: 'in trouble' }).waitFor({ state: 'attached' });
  await shot(page, 'process-unsound');
  await accessible(page, 'counterexample');
  await player.getByRole('button', { name: 'Back' }).focus();
  await page.keyboard.press('ArrowLeft');
  await said.getByText("'register' is carried out").waitFor();
  await page.getByRole('button', { name: 'Try this fix …' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Try the fix' });
  await dialog.getByText('With this change the net is').waitFor();
  await dialog.getByText('sound', { exact: true }).waitFor();
  await dialog.getByText('xor_join([flight, hotel], pay).').waitFor();
  await dialog.getByRole('button', { name: 'Open it in the editor' }).click();
  await page.waitForURL('**/edit?process=stuck&version=1');
  await page.locator('.cm-content', { hasText: 'xor_join' }).waitFor();
  faultless(page);
});

test('on a phone a counterexample is in sight when it is asked for', async () => {
  const page = await person(chrome, server, { name: 'dora', width: 390, height: 844 });
  await page.goto('/processes/stuck');
  await page.getByRole('button', { name: 'Show it on the picture' }).first().click();
  const player = page.getByRole('region', { name: 'Counterexample' });
  await player.getByRole('status').getByText('The case begins.').waitFor();
  await until('the player in sight', async () => {
    const { y, height } = await player.boundingBox();
    return y >= 80 && y + height <= 844;
  });
  faultless(page);
});

test('a process that is none says so below its name', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/processes/nonsense');
  await page.getByRole('heading', { name: 'nonsense', level: 1 }).waitFor();
  await page.getByText("There is no process 'nonsense'.").waitFor();
  faultless(page);
});

test('two versions are compared on their pictures and in their texts', async () => {
  await server.deploy('order.pl', 'initial_activity(pack).\nsequential(pack, check).\nsequential(check, send).\nfinal_activity(send).\nrole(pack, packer).\n', {});
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/processes/order?view=versions');
  const list = page.getByRole('list', { name: 'Differences' });
  await list.getByText(/Task 'check' is new/).waitFor();
  await list.getByText(/'pack'.*'packer'/).waitFor();
  await page.getByRole('region', { name: 'Version 2' }).locator('[data-option="check"]', { hasText: 'added' }).waitFor({ state: 'attached' });
  await page.getByRole('region', { name: 'Version 1' }).locator('[data-option="pack"]', { hasText: 'changed' }).waitFor({ state: 'attached' });
  await list.getByText(/'pack'.*'packer'/).click();
  for (const version of ['Version 1', 'Version 2']) {
    assert.equal(await page.getByRole('region', { name: version }).locator('[data-option="pack"]').getAttribute('aria-selected'), 'true');
  }
  await page.getByRole('region', { name: /Text of order/ }).getByText('sequential(check, send).').waitFor();
  await page.getByText('1 case runs on earlier versions').waitFor();
  await shot(page, 'process-difference', { fullPage: true });
  await accessible(page, 'differences');
  faultless(page);
});

test('rules are shown in words, with their proof, their states and what they demand of a case', async () => {
  await server.deploy('travel.deps', TRAVEL);
  await server.post('/cases', { process: 'travel', key: 'T-1' });
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/processes/travel');
  await page.locator('svg.stage .chip').first().waitFor();
  const boxes = (selector) => page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  const [letters, chips] = [await boxes('svg.stage .letters .plate'), await boxes('svg.stage .chip')];
  assert.ok(letters.length > 0 && chips.length > 0);
  const covered = chips.filter((chip) => letters.some((each) => each.left < chip.right && chip.left < each.right && each.top < chip.bottom && chip.top < each.bottom));
  assert.deepEqual(covered, [], 'letters of rules are on the numbers of open work');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByText("'buy' completes only after 'book' completes.").first().waitFor();
  await page.getByText('The rules agree, and they can be kept').waitFor();
  await page.getByRole('listbox', { name: 'States of the rules' }).waitFor();
  await page.locator('[data-option="0"]', { hasText: 'current state' }).waitFor({ state: 'attached' });
  await page.getByRole('cell', { name: '□c_book & ◇~s_cancel' }).waitFor();
  await page.getByText('What remains to be satisfied').waitFor();
  await shot(page, 'rules', { fullPage: true });
  await accessible(page, 'rules');
  faultless(page);
});

test('files are dropped onto the upload, also beside its field', async () => {
  const page = await person(chrome, server, { name: 'dora' });
  await page.goto('/processes?upload=true');
  const dialog = page.getByRole('dialog', { name: 'Upload processes' });
  await dialog.waitFor();
  const drop = (selector, ...files) =>
    page.evaluate(
      ([where, all]) => {
        const dataTransfer = new DataTransfer();
        all.forEach(([name, text]) => dataTransfer.items.add(new File([text], name)));
        const target = document.querySelector(where);
        const event = (kind) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
        return [!target.dispatchEvent(event('dragover')), !target.dispatchEvent(event('drop'))];
      },
      [selector, files],
    );
  // What is not prevented opens the file in the place of the page.
  assert.deepEqual(await drop('dialog .drop', ['dropped.pl', 'initial_activity(a).\nfinal_activity(a).\n'], ['second.pl', 'initial_activity(b).\nfinal_activity(b).\n']), [true, true]);
  await dialog.getByRole('heading', { name: 'dropped.pl' }).waitFor();
  await dialog.getByRole('button', { name: 'Deploy all 2 that are proved' }).waitFor();
  assert.deepEqual(await drop('dialog header', ['beside.pl', 'initial_activity(c).\nfinal_activity(c).\n']), [true, true]);
  await dialog.getByRole('heading', { name: 'beside.pl' }).waitFor();
  assert.equal(await dialog.locator('.drop.over').count(), 0);
  await dialog.getByRole('button', { name: 'Deploy all 3 that are proved' }).click();
  await dialog.getByRole('link', { name: 'beside', exact: true }).waitFor();
  assert.equal((await server.get('/processes/dropped')).items.length, 1);
  faultless(page);
});
