/** The picture of a process: drawing, selection, keyboard, zoom, tokens, files; nothing strikes a label through. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { accessible, browser, faultless, person, Server, shot, until } from './harness.mjs';

let server, chrome;
before(async () => {
  // The page of components is not part of the release.
  server = await Server.start({ fromSources: true });
  chrome = await browser();
});
after(async () => {
  await chrome.close();
  await server.stop();
});

/** A section of the page of components, with all its pictures drawn. */
async function open(section, options = {}, more = '') {
  const page = await person(chrome, server, { name: 'anna', ...options });
  await page.goto(`/dev/components?part=${section}${more}`);
  await page.locator('.picture').first().waitFor();
  await drawn(page);
  return page;
}

async function drawn(page) {
  await page.waitForFunction(() => document.querySelectorAll('.picture').length > 0 && document.querySelectorAll('.picture [aria-busy="true"]').length === 0, null, { timeout: 60_000 });
}

async function overlapsIn(page) {
  return page.evaluate(async () => {
    const { overlaps } = await import('/src/parts/picture/overlaps.ts');
    return [...document.querySelectorAll('svg.stage')].flatMap((svg) => overlaps(svg));
  });
}

test('every symbol is drawn, and no line runs through a label', async () => {
  const page = await open('picture');
  const claim = page.locator('.picture').first();
  assert.equal(await claim.locator('[data-node]').count(), 9);
  assert.equal(await claim.locator('.junction').count(), 4);
  assert.equal(await claim.locator('.tick').count(), 1);
  assert.equal(await page.locator('.region .area').count(), 1);
  assert.equal(await page.locator('.region .tie').count(), 1);
  assert.equal(await page.locator('script:not([type="module"]):not([src])', { hasText: 'alert' }).count(), 0);
  assert.deepEqual(await overlapsIn(page), []);
  await shot(page, 'picture', { fullPage: true });
  faultless(page);
});

test('the processes of the examples are drawn, and no line runs through a label', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  await page.goto('/dev/components?part=picture-given');
  await page.waitForFunction(() => document.documentElement.dataset.given === 'ready');
  const directory = new URL('../../../examples/nets/', import.meta.url);
  const files = readdirSync(directory).filter((file) => file.endsWith('.pl'));
  for (const file of files) {
    const figure = await server.post('/figures', { file, source: readFileSync(new URL(file, directory), 'utf8') });
    await page.evaluate((given) => window.dispatchEvent(new CustomEvent('figure', { detail: given })), figure);
    await page.waitForFunction((count) => document.querySelectorAll('[data-node]').length === count, figure.sheets.reduce((sum, sheet) => sum + sheet.nodes.length, 0));
    assert.deepEqual(await overlapsIn(page), [], file);
    await page.evaluate(() => window.dispatchEvent(new CustomEvent('figure', { detail: null })));
  }
  assert.ok(files.length > 30);
  faultless(page);
});

test('the place of a picture is kept free until it is laid out', async () => {
  const page = await person(chrome, server, { name: 'anna' });
  let release;
  const held = new Promise((done) => (release = done));
  await page.route('**/elk-worker.min.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dev/components?part=picture&figure=A%20claim');
  const viewport = page.getByRole('listbox', { name: 'A claim' });
  await viewport.waitFor();
  assert.equal(await viewport.getAttribute('aria-busy'), 'true');
  const empty = await viewport.boundingBox();
  release();
  await drawn(page);
  assert.deepEqual(await viewport.boundingBox(), empty);
  faultless(page);
});

test('a node is selected with the mouse, and unselected beside it', async () => {
  const page = await open('picture', {}, '&figure=A%20claim');
  await page.locator('[data-node="decide"]').click();
  await page.getByText('Selected: decide').waitFor();
  assert.equal(await page.locator('[data-node="decide"].selected').count(), 1);
  assert.equal(await page.getByRole('option', { name: /^decide/ }).getAttribute('aria-selected'), 'true');
  await page.locator('.viewport').click({ position: { x: 5, y: 5 } });
  await page.getByText('Selected: nothing').waitFor();
  await page.locator('[data-node="pay"]').hover();
  await until('the tooltip', async () => /^pay \(task, done by a program\)/.test((await page.locator('[data-node="pay"] > title').textContent()) ?? ''));
  faultless(page);
});

test('the keyboard walks along the flow and selects', async () => {
  const page = await open('picture', {}, '&figure=A%20claim');
  const list = page.getByRole('listbox', { name: 'A claim' });
  await list.focus();
  const active = () => list.evaluate((box) => document.getElementById(box.getAttribute('aria-activedescendant'))?.textContent ?? '');
  assert.match(await active(), /^input condition/);
  for (const [key, expected] of [
    ['ArrowRight', /^register/],
    ['ArrowRight', /^check policy/],
    ['ArrowDown', /^check damage/],
    ['ArrowUp', /^check policy/],
    ['ArrowRight', /^decide/],
    ['ArrowLeft', /^check/],
    ['End', /^output condition/],
    ['Home', /^input condition/],
    ['ArrowRight', /^register/],
  ]) {
    await page.keyboard.press(key);
    await until(`${key} leads to ${expected}`, async () => expected.test(await active()));
  }
  await page.keyboard.press('Enter');
  await page.getByText('Selected: register').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Selected: nothing').waitFor();
  // One stop for the whole picture.
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('.viewport') === null), true);
  faultless(page);
});

test('zoom by keys, buttons and the wheel keeps the point under the pointer', async () => {
  const page = await open('picture', {}, '&figure=A%20claim');
  const zoom = () => page.locator('.tools .zoom').textContent();
  assert.equal(await zoom(), '100 %');
  await page.getByRole('button', { name: 'Larger' }).click();
  assert.equal(await zoom(), '125 %');
  await page.getByRole('listbox').focus();
  await page.keyboard.press('-');
  assert.equal(await zoom(), '100 %');
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  assert.equal(await zoom(), '100 %');
  await page.getByRole('button', { name: '100 %' }).click();
  for (let i = 0; i < 6; i++) {
    await page.getByRole('button', { name: 'Larger' }).click();
  }
  const target = page.locator('[data-node="register"] .shape').first();
  await target.scrollIntoViewIfNeeded();
  const centre = async () => {
    const box = await target.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const before = await centre();
  await page.mouse.move(before.x, before.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -40);
  await page.keyboard.up('Control');
  await until('a larger picture', async () => parseInt(await zoom()) > 382);
  const afterwards = await centre();
  assert.ok(Math.hypot(before.x - afterwards.x, before.y - afterwards.y) < 6, `moved from ${JSON.stringify(before)} to ${JSON.stringify(afterwards)}`);
  // Dragging moves the picture and selects nothing.
  const scroll = () => page.locator('.viewport').evaluate((box) => box.scrollLeft);
  const left = await scroll();
  await page.mouse.down();
  await page.mouse.move(before.x - 80, before.y, { steps: 4 });
  await page.mouse.up();
  assert.ok((await scroll()) > left + 60);
  await page.getByText('Selected: nothing').waitFor();
  await page.getByRole('button', { name: 'Fit' }).click();
  await until('the whole picture', async () => (await zoom()) === '100 %');
  faultless(page);
});

test('tokens follow the marks, without drawing nodes anew', async () => {
  const page = await open('picture-live');
  assert.equal(await page.locator('[data-token="i"]').count(), 1);
  await page.evaluate(() => {
    window.changed = [];
    new MutationObserver((all) => window.changed.push(...all.map((each) => each.target.parentElement?.closest('[data-node], .edge')).filter(Boolean))).observe(document.querySelector('svg.stage'), { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.locator('[data-token="register"]').waitFor();
  assert.equal(await page.locator('[data-token="i"]').count(), 0);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.locator('[data-token="c(register,check_damage)"]').waitFor();
  assert.equal(await page.locator('[data-token]').count(), 2);
  // With reduced motion nothing glides.
  assert.equal(await page.locator('[data-moving]').count(), 0);
  assert.equal(await page.evaluate(() => window.changed.length), 0);
  await page.getByRole('option', { name: /^register: running/ }).waitFor({ state: 'detached' });
  faultless(page);
});

test('tokens glide along the flow when motion is welcome', async () => {
  const page = await open('picture-live', { reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    window.flights = 0;
    new MutationObserver(() => (window.flights += document.querySelectorAll('[data-moving]').length)).observe(document.querySelector('.tokens'), { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.locator('[data-token="register"]').waitFor();
  await until('a token on its way', () => page.evaluate(() => window.flights > 0));
  await until('its end', async () => (await page.locator('[data-moving]').count()) === 0);
  const flown = await page.evaluate(() => window.flights);
  await page.getByLabel('Tokens glide').uncheck();
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.locator('[data-token="c(register,check_damage)"]').waitFor();
  assert.equal(await page.locator('[data-moving]').count(), 0);
  assert.ok((await page.evaluate(() => window.flights)) === flown);
  faultless(page);
});

test('a large net has a map, and begins where it can be read', async () => {
  const page = await open('picture-large');
  assert.ok((await page.locator('[data-node]').count()) > 190);
  const map = page.locator('.minimap');
  await map.waitFor();
  const box = await map.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 4);
  await until('the end of the net', () => page.locator('.viewport').evaluate((view) => view.scrollTop > 200 || view.scrollLeft > 200));
  assert.deepEqual(await overlapsIn(page), []);
  await shot(page, 'picture-large');
  faultless(page);
});

test('a picture is saved as SVG and PNG with everything in it, in light colours', async () => {
  const page = await open('picture', { theme: 'dark' }, '&figure=A%20journey');
  const download = async (name) => {
    await page.getByRole('button', { name: 'Save or print' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const svg = await download('Save as SVG');
  assert.equal(svg.name, 'journey.svg');
  const text = svg.bytes.toString('utf8');
  assert.match(text, /<title>A journey<\/title>/);
  assert.match(text, /give up after two/);
  assert.match(text, /rgb\(20, 33, 43\)/);
  assert.doesNotMatch(text, /var\(|class=|style=|rgb\(230, 237, 242\)/);
  const png = await download('Save as PNG');
  assert.equal(png.name, 'journey.png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.bytes.length > 10_000);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  faultless(page);
});

test('an automaton is drawn with the same means', async () => {
  const page = await open('automaton');
  assert.equal(await page.locator('[data-node]').count(), 4);
  assert.equal(await page.locator('.now').count(), 1);
  assert.equal(await page.locator('.entry').count(), 1);
  await page.getByRole('option', { name: /first state, current state/ }).waitFor({ state: 'attached' });
  await page.locator('[data-node="2"]').click();
  await page.getByText('Selected: 2').waitFor();
  assert.deepEqual(await overlapsIn(page), []);
  await accessible(page, 'automaton');
  faultless(page);
});

test('every state is accessible in both themes, and fits a phone', async () => {
  const page = await open('picture-states');
  await accessible(page, 'pictures');
  await shot(page, 'picture-states', { fullPage: true });
  const phone = await open('picture', { width: 390, height: 800, theme: 'dark' });
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await shot(phone, 'picture-phone', { fullPage: true });
  faultless(page);
  faultless(phone);
});
