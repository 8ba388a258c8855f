/**
 * What browser tests need: a real server in a process of its own, a real browser, and ways to look at pages.
 *
 *   MILL_CLASSPATH  the class path of the command line; that of this checkout's build unless given
 *   MILL_JAVA       the java to run it with
 *   MILL_CHROMIUM   the browser; Debian's unless given
 *   MILL_PAGES=dev  pages from the sources by Vite's development server instead of those that the server has
 *   MILL_SHOTS      where pictures of pages go; nowhere unless given
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ui = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(ui, '../..');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A directory that is removed when the process ends. */
export function temporary() {
  const directory = mkdtempSync(join(tmpdir(), 'millrace-pages-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function classPath() {
  return process.env.MILL_CLASSPATH ?? [join(root, 'cli/target/classes'), join(root, 'cli/target/lib/*')].join(':');
}

const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** A stream whose server has died ends for the page, too. */
function endWithTheServer(proxy) {
  proxy.on('proxyRes', (answer, _request, response) => answer.on('close', () => answer.complete || response.destroy()));
}

/** A server in a process of its own; the pages are its own, or those of the sources, which have the page of components, too. */
export class Server {
  static async start({ directory = temporary(), demo = false, port = 0, options = [], fromSources = process.env.MILL_PAGES === 'dev' } = {}) {
    const server = new Server();
    server.directory = directory;
    server.options = options;
    server.demo = demo;
    await server.run(port);
    if (fromSources) {
      const { createServer } = await import('vite');
      const target = server.address;
      server.vite = await createServer({
        root: ui,
        logLevel: 'error',
        // Pages stay as they were when the test began, whoever edits them meanwhile.
        server: { port: 0, strictPort: false, hmr: false, watch: null, proxy: { '/api': { target, changeOrigin: true, headers: { origin: target }, configure: endWithTheServer } } },
      });
      await server.vite.listen();
      server.pages = `http://127.0.0.1:${server.vite.httpServer.address().port}`;
    } else {
      server.pages = server.address;
    }
    return server;
  }

  async run(port) {
    const args = ['--enable-native-access=ALL-UNNAMED', '-Xmx768m', '-XX:+UseSerialGC', '-cp', classPath(), 'io.millrace.cli.Mill', 'serve'];
    args.push(join(this.directory, 'journal'), '--port', String(port), ...(this.demo ? ['--demo'] : []), ...this.options);
    const child = spawn(process.env.MILL_JAVA ?? 'java', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    child.on('exit', () => running.delete(child));
    this.child = child;
    let text = '';
    this.address = await new Promise((done, failed) => {
      const limit = setTimeout(() => failed(new Error(`The server was not ready in time: ${text}`)), 60_000);
      const read = (chunk) => {
        text += chunk;
        const found = /listens on (http:\/\/[\d.]+:\d+)/.exec(text);
        if (found) {
          clearTimeout(limit);
          done(found[1]);
        }
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', (code) => failed(new Error(`The server ended with ${code}: ${text}`)));
    });
    this.port = Number(new URL(this.address).port);
  }

  /** As by a power failure. */
  async kill() {
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Starts it again on the same port and journal. */
  async again() {
    await this.run(this.port);
  }

  async stop() {
    await this.vite?.close();
    if (this.child.exitCode === null) {
      const ended = new Promise((done) => this.child.once('exit', done));
      this.child.kill('SIGTERM');
      await ended;
    }
  }

  /** A request to the API; fails unless it is answered well. */
  async ask(method, path, body, headers = {}) {
    const response = await fetch(`${this.address}/api/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }

  get(path) {
    return this.ask('GET', path);
  }

  post(path, body = {}, headers = {}) {
    return this.ask('POST', path, body, headers);
  }

  /** Deploys a text; the name of its file says the language. */
  deploy(file, text, more = {}) {
    return this.post('/processes', { file, source: text, ...more });
  }

  async person(name, ...roles) {
    await this.ask('PUT', `/participants/${encodeURIComponent(name)}`, { roles });
  }
}

export async function browser() {
  const executablePath = process.env.MILL_CHROMIUM ?? '/usr/bin/chromium';
  assert.ok(existsSync(executablePath), `There is no browser at ${executablePath}: install Debian's chromium, or set MILL_CHROMIUM`);
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** The pages of the test that runs. */
let pages = [];

// What a failed test's pages showed is worth more than the line that waited in vain.
afterEach(async (test) => {
  if (test.passed === false) {
    for (const page of pages.filter((each) => !each.isClosed())) {
      const shown = await page.evaluate(() => `focus on ${document.activeElement?.outerHTML.slice(0, 200)}\n${document.body.innerText}`).catch(String);
      console.log(`A page of the failed test, at ${page.url()}, with errors ${JSON.stringify(page.errors)}, ${shown.slice(0, 4_000)}`);
    }
  }
  pages = [];
});

/** A page of a person: in a browser session of its own, with every error of the page kept. */
export async function person(chromiumBrowser, server, { name = '', key = '', theme = 'light', width = 1280, height = 800, reducedMotion = 'reduce' } = {}) {
  const context = await chromiumBrowser.newContext({ viewport: { width, height }, colorScheme: theme, baseURL: server.pages, reducedMotion, acceptDownloads: true, timezoneId: 'Europe/Berlin', locale: 'en-GB' });
  await context.addInitScript(
    ([actor, secret]) => {
      if (actor) {
        localStorage.setItem('millrace.actor', actor);
      }
      if (secret) {
        sessionStorage.setItem('millrace.key', secret);
      }
    },
    [name, key],
  );
  const page = await context.newPage();
  pages.push(page);
  page.setDefaultTimeout(20_000);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text())) {
      page.errors.push(message.text());
    }
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') {
      page.errors.push(`A request left the machine: ${request.url()}`);
    }
  });
  return page;
}

/** Nothing that axe finds, in both themes. */
export async function accessible(page, about) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
    await page.evaluate(axeSource);
    const found = await page.evaluate(async () => {
      const result = await window.axe.run(document, { resultTypes: ['violations'] });
      return result.violations.map((each) => `${each.id} (${each.impact}): ${each.help}\n    ${each.nodes.slice(0, 4).map((node) => `${node.target.join(' ')} | ${node.html.slice(0, 160)} | ${node.any.map((one) => one.message).join('; ').slice(0, 200)}`).join('\n    ')}`);
    });
    assert.deepEqual(found, [], `axe on ${about}, ${theme}:\n${found.join('\n')}`);
  }
}

/** A picture of the page for people to look at. */
export async function shot(page, name, options = {}) {
  const directory = process.env.MILL_SHOTS;
  if (directory) {
    mkdirSync(directory, { recursive: true });
    await page.screenshot({ path: join(directory, `${name}.png`), ...options });
  }
}

/** Fails if the page had an error of its own. */
export function faultless(page) {
  assert.deepEqual(page.errors, []);
}

/** Waits until something holds. */
export async function until(about, condition, patience = 20_000) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await condition();
    if (value) {
      return value;
    }
    assert.ok(Date.now() < end, `In vain waited for: ${about}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Makes an API key in a journal, as `mill keys add` does; a server that starts on it then has security. Returns the secret. */
export async function makeKey(directory, name, ...roles) {
  const args = ['--enable-native-access=ALL-UNNAMED', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classPath(), 'io.millrace.cli.Mill', 'keys', 'add', name];
  args.push(...roles.flatMap((role) => ['--role', role]), '--journal', join(directory, 'journal'), '--json');
  const child = spawn(process.env.MILL_JAVA ?? 'java', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  const code = await new Promise((done) => child.once('exit', done));
  assert.equal(code, 0, text);
  return JSON.parse(text.split('\n').find((line) => line.startsWith('{'))).secret;
}
