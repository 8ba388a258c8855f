#!/usr/bin/env node
// A worker for a Millrace server, with nothing but what Node 18 or later has.
//
//     MILL_SERVER=http://127.0.0.1:8088 MILL_KEY=... node worker.js pay [ship ...]
//
// It asks for jobs of the named tasks, and the server holds the request until there are some (long polling). It takes several jobs at once
// and extends the lock of each while it works on it, as a sign of life: if the worker dies, another gets the job when the lock is over.
'use strict';

const server = (process.env.MILL_SERVER || 'http://127.0.0.1:8088').replace(/\/+$/, '');
const key = process.env.MILL_KEY;
const lockSeconds = Number(process.env.WORKER_LOCK_SECONDS || 30);
const waitSeconds = 20;
const most = 10;

/** The server said no: status, code and words of its problem. */
class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || 'no reason given');
    this.status = status;
    this.code = problem.code;
  }
}

/** Another attempt of a job cannot help. */
class Hopeless extends Error {}

async function ask(path, body) {
  const headers = {'Content-Type': 'application/json'};
  if (key) {
    headers.Authorization = 'Bearer ' + key;
  }
  const response = await fetch(server + '/api/v1' + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout((waitSeconds + 30) * 1000),
  });
  const text = await response.text();
  if (!response.ok) {
    let problem = {};
    try {
      problem = JSON.parse(text);
    } catch {
      // Not a problem of Millrace.
    }
    throw new Refused(response.status, problem);
  }
  return text ? JSON.parse(text) : {};
}

const jobPath = (job, act) => '/jobs/' + encodeURIComponent(job.job) + '/' + act;

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** What this worker does. Replace it by something useful. */
async function work(job) {
  const given = job.input && typeof job.input === 'object' ? job.input : {};
  await sleep(given.seconds || 0);
  if (given.fail === 'once' && job.attempt === 1) {
    throw new Error('the first attempt fails, as it was asked to');
  }
  if (given.fail === 'always') {
    throw new Hopeless('it was asked to fail');
  }
  return {by: 'javascript', attempt: job.attempt, amount: given.amount === undefined ? null : given.amount};
}

async function carryOut(job) {
  const heartbeat = setInterval(() => {
    ask(jobPath(job, 'extend'), {lock: `PT${lockSeconds}S`}).catch((failure) => console.error(`cannot extend ${job.work}: ${failure.message}`));
  }, (lockSeconds * 1000) / 3);
  try {
    const output = await work(job);
    await report(job, 'complete', {output}, `completed ${job.work}`);
  } catch (failure) {
    // The engine decides about another attempt.
    await report(job, 'fail', {reason: failure.message, final: failure instanceof Hopeless}, `failed ${job.work}: ${failure.message}`);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Never throws. What is refused belongs to another worker; what the server did not hear comes again when the lock is over. */
async function report(job, act, body, words) {
  try {
    await ask(jobPath(job, act), body);
    console.log(words);
  } catch (failure) {
    console.error(`${failure instanceof Refused ? 'refused' : 'cannot report'} ${job.work}: ${failure.message}`);
  }
}

async function main(tasks) {
  if (tasks.length === 0) {
    console.error('Name the tasks that this worker does: worker.js TASK...');
    process.exit(1);
  }
  console.log(`working on ${tasks.join(', ')} at ${server}`);
  let pause = 0.2;
  for (;;) {
    let fetched;
    try {
      fetched = await ask('/jobs/fetch', {tasks, most, lock: `PT${lockSeconds}S`, wait: `PT${waitSeconds}S`});
      pause = 0.2;
    } catch (failure) {
      if ([400, 401, 403].includes(failure.status)) {
        console.error(failure.message);
        process.exit(1);
      }
      console.error(`no server at present (${failure.message})`);
      await sleep(pause);
      pause = Math.min(pause * 2, 10);
      continue;
    }
    await Promise.all(fetched.jobs.map(carryOut));
  }
}

process.on('SIGTERM', () => process.exit(0));
main(process.argv.slice(2));
