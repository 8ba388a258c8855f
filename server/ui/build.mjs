/**
 * Builds the pages for Maven, with the machine's Node: installs packages only when the lock has changed, and builds only when a source has.
 *
 * Without a fitting Node the server is built without pages and a line says so; where the variable CI is set, that is an error.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const classes = join(here, '../target/classes/io/millrace/server/ui');
const least = [20, 19];

function fail(sentence) {
  console.error(`Pages: ${sentence}`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < least[0] || (major === least[0] && minor < least[1])) {
  const sentence = `Node ${process.versions.node} is older than ${least.join('.')}, so the server is built without its web pages. Install a newer one, or pass -Dui.skip.`;
  if (process.env.CI) {
    fail(sentence);
  }
  console.warn(`Pages: ${sentence}`);
  process.exit(0);
}

function run(command, args) {
  const done = spawnSync(command, args, { cwd: here, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.error) {
    fail(`cannot run ${command}: ${done.error.message}`);
  }
  if (done.status !== 0) {
    fail(`${command} ${args.join(' ')} ended with ${done.status}:\n${done.stdout}${done.stderr}`);
  }
}

function hash(files) {
  const digest = createHash('sha256');
  for (const file of files) {
    digest.update(relative(here, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return digest.digest('hex');
}

function below(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? below(join(directory, entry.name)) : [join(directory, entry.name)]));
}

function isCurrent(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

const lock = join(here, 'package-lock.json');
const installed = join(here, 'node_modules/.millrace-lock');
const locked = hash([lock]);
if (!isCurrent(installed, locked)) {
  run('npm', ['ci', '--no-audit', '--no-fund']);
  mkdirSync(dirname(installed), { recursive: true });
  writeFileSync(installed, locked);
}

const sources = hash([lock, ...['index.html', 'vite.config.ts', 'tsconfig.json'].map((name) => join(here, name)), ...below(join(here, 'src')), ...below(join(here, 'public'))]);
const built = join(here, 'node_modules/.millrace-built');
if (!isCurrent(built, sources) || !existsSync(join(here, 'dist/index.html'))) {
  run(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '--noEmit']);
  run(process.execPath, [join(here, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
  writeFileSync(built, sources);
  // Assets have their content's hash in their name: those of an earlier build would stay in the jar.
  rmSync(classes, { recursive: true, force: true });
}
