/**
 * Measures the web pages in Chromium, on a server in a process of its own: `./mill bench pages`.
 *
 * A time runs from the click on a link (or the beginning of a navigation) to the frame after which what was asked for is on the screen.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { browser, person, Server } from '../server/ui/tests/harness.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../server/ui/dist');
const many = Math.min(Number(process.argv[2] ?? 100_000) || 100_000, 100_000);
const EVENTS = 20_000;
const ROUNDS = 9;

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function said(values) {
  return `median ${median(values).toFixed(0)} ms, slowest ${Math.max(...values).toFixed(0)} ms`;
}

/** What the browser loads as script for the first page: the program itself and the page that it imports. */
function firstPage() {
  const index = readFileSync(join(dist, 'index.html'), 'utf8');
  const names = new Set([...index.matchAll(/assets\/([^"]+\.js)/g)].map((found) => found[1]));
  for (const file of readdirSync(join(dist, 'assets'))) {
    if (/^home-.*\.js$/.test(file)) {
      names.add(file);
    }
  }
  const queue = [...names];
  for (const name of queue) {
    const text = readFileSync(join(dist, 'assets', name), 'utf8');
    for (const found of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      if (!names.has(found[1])) {
        names.add(found[1]);
        queue.push(found[1]);
      }
    }
  }
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length, 0);
}

async function inParallel(count, width, act) {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        await act(next++);
      }
    }),
  );
}

/** A loop that goes round until its data say otherwise: each round is a work item. */
const LOOP = `
initial_activity(count).
xor_split(count, [(done, data(enough, true)), (again, otherwise)]).
sequential(again, count).
final_activity(done).
routing(again).
routing(done).
`;
const ORDER = 'initial_activity(pack).\nsequential(pack, send).\nfinal_activity(send).\n';

/** From a click until something is drawn. */
async function clicked(page, from, link, shown) {
  await page.goto(from);
  await page.locator(link).first().waitFor();
  return page.evaluate(
    async ([selector, wanted]) => {
      const began = performance.now();
      document.querySelector(selector).click();
      while (!document.querySelector(wanted)) {
        await new Promise(requestAnimationFrame);
      }
      await new Promise(requestAnimationFrame);
      return performance.now() - began;
    },
    [link, shown],
  );
}

const server = await Server.start();
const chrome = await browser();
try {
  console.log(`pages  first page, script                    ${(firstPage() / 1024).toFixed(0)} KB compressed (250)`);
  await server.deploy('order.pl', ORDER);
  await inParallel(many, 48, (i) => server.post('/cases', { process: 'order', key: `O-${i}`, input: { amount: i } }));
  const page = await person(chrome, server, { name: 'anna' });
  const lists = [];
  const colds = [];
  for (let i = 0; i < ROUNDS; i++) {
    lists.push(await clicked(page, '/processes', 'nav a[href="/cases"]', '[data-row="5"]'));
    const began = Date.now();
    await page.goto('/cases?state=running');
    await page.locator('[data-row="5"]').waitFor();
    colds.push(Date.now() - began);
  }
  console.log(`pages  ${many.toLocaleString('en')} cases, a page of the list        ${said(lists)} (200); with loading the program ${said(colds)}`);

  await server.deploy('loop.pl', LOOP);
  const { case: id } = await server.post('/cases', { process: 'loop' });
  let events = 0;
  for (let work = 1; events < EVENTS; work++) {
    await server.post(`/work/${encodeURIComponent(`${id}#${work}`)}/complete`, { output: { enough: false, round: work } });
    if (work % 100 === 0) {
      events = (await server.get(`/cases/${id}/timeline`)).events.reduce((sum, each) => sum + each, 0);
    }
  }
  const cases = [];
  const firsts = [];
  for (let i = 0; i < ROUNDS; i++) {
    // A tab keeps the places of pictures that it has shown: the first time they are found anew.
    await page.evaluate(() => sessionStorage.clear());
    firsts.push(await clicked(page, '/cases?process=loop', `a[href="/cases/${id}"]`, 'svg [data-node], .picture svg'));
    cases.push(await clicked(page, '/cases?process=loop', `a[href="/cases/${id}"]`, 'svg [data-node], .picture svg'));
  }
  console.log(`pages  a case of ${events.toLocaleString('en')} events             ${said(cases)} (500); its picture for the first time ${said(firsts)}`);

  await page.goto(`/cases/${id}`);
  const bar = page.getByRole('slider');
  await bar.waitFor();
  const box = await bar.boundingBox();
  await page.evaluate(() => {
    window.frames = 0;
    const count = () => {
      window.frames++;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    window.changes = 0;
    new MutationObserver(() => window.changes++).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await page.mouse.move(box.x + 5, box.y + box.height / 2);
  await page.mouse.down();
  const began = Date.now();
  const before = await page.evaluate(() => window.frames);
  for (let i = 0; Date.now() - began < 3_000; i++) {
    await page.mouse.move(box.x + 5 + ((i * 7) % (box.width - 10)), box.y + box.height / 2);
  }
  const took = (Date.now() - began) / 1_000;
  const frames = (await page.evaluate(() => window.frames)) - before;
  await page.mouse.up();
  console.log(`pages  the time bar while it is dragged        ${(frames / took).toFixed(0)} frames a second (30)`);
} finally {
  await chrome.close();
  await server.stop();
}
