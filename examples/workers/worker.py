#!/usr/bin/env python3
"""A worker for a Millrace server, with nothing but Python's own library.

    MILL_SERVER=http://127.0.0.1:8088 MILL_KEY=... python3 worker.py pay [ship ...]

It asks for jobs of the named tasks, and the server holds the request until there are some (long polling). While it works on a job it extends
the lock, as a sign of life: if the worker dies, another gets the job when the lock is over. Several workers may run side by side.
"""

import http.client
import json
import os
import signal
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

SERVER = os.environ.get("MILL_SERVER", "http://127.0.0.1:8088").rstrip("/")
KEY = os.environ.get("MILL_KEY")
LOCK_SECONDS = float(os.environ.get("WORKER_LOCK_SECONDS", "30"))
WAIT_SECONDS = 20


class Refused(Exception):
    """The server said no: status, code and words of its problem."""

    def __init__(self, status, problem):
        super().__init__(problem.get("detail", "no reason given"))
        self.status = status
        self.code = problem.get("code", "")


class Hopeless(Exception):
    """Another attempt of a job cannot help."""


def ask(path, body):
    headers = {"Content-Type": "application/json"}
    if KEY:
        headers["Authorization"] = "Bearer " + KEY
    request = urllib.request.Request(SERVER + "/api/v1" + path, json.dumps(body).encode(), headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=WAIT_SECONDS + 30) as response:
            text = response.read()
            return json.loads(text) if text else {}
    except urllib.error.HTTPError as failure:
        try:
            problem = json.loads(failure.read())
        except (ValueError, OSError, http.client.HTTPException):
            problem = {}
        raise Refused(failure.code, problem) from failure
    except (ValueError, http.client.HTTPException) as failure:  # the server stopped in the middle of its answer
        raise OSError("no whole answer: %r" % failure) from failure


def job_path(job, act):
    return "/jobs/" + urllib.parse.quote(job["job"], safe="") + "/" + act


class Heartbeat:
    """Extends the lock of a job until the work on it is over."""

    def __init__(self, job):
        self.job = job
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.beat, daemon=True)

    def beat(self):
        while not self.over.wait(LOCK_SECONDS / 3):
            try:
                ask(job_path(self.job, "extend"), {"lock": "PT%gS" % LOCK_SECONDS})
            except (Refused, OSError) as failure:
                print("cannot extend %s: %s" % (self.job["work"], failure), file=sys.stderr, flush=True)

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *failure):
        self.over.set()
        self.thread.join()


def work(job):
    """What this worker does. Replace it by something useful."""
    given = job["input"] if isinstance(job["input"], dict) else {}
    time.sleep(given.get("seconds") or 0)
    if given.get("fail") == "once" and job["attempt"] == 1:
        raise RuntimeError("the first attempt fails, as it was asked to")
    if given.get("fail") == "always":
        raise Hopeless("it was asked to fail")
    return {"by": "python", "attempt": job["attempt"], "amount": given.get("amount")}


def carry_out(job):
    try:
        with Heartbeat(job):
            output = work(job)
    except Exception as failure:  # the engine decides about another attempt
        report(job, "fail", {"reason": str(failure), "final": isinstance(failure, Hopeless)}, "failed %s: %s" % (job["work"], failure))
    else:
        report(job, "complete", {"output": output}, "completed %s" % job["work"])


def report(job, act, body, words):
    try:
        ask(job_path(job, act), body)
        print(words, flush=True)
    except Refused as refused:
        # Another worker has the job, or the case is over: the result is dropped.
        print("refused %s: %s" % (job["work"], refused), file=sys.stderr, flush=True)
    except OSError as failure:
        # Perhaps the server has it, perhaps not: if not, the job comes again when its lock is over.
        print("cannot report %s: %s" % (job["work"], failure), file=sys.stderr, flush=True)


def main(tasks):
    if not tasks:
        sys.exit("Name the tasks that this worker does: worker.py TASK...")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print("working on %s at %s" % (", ".join(tasks), SERVER), flush=True)
    pause = 0.2
    while True:
        try:
            fetched = ask("/jobs/fetch", {
                "tasks": tasks, "most": 1, "lock": "PT%gS" % LOCK_SECONDS, "wait": "PT%dS" % WAIT_SECONDS})
            pause = 0.2
        except (Refused, OSError) as failure:
            if isinstance(failure, Refused) and failure.status in (400, 401, 403):
                sys.exit(str(failure))
            print("no server at present (%s)" % failure, file=sys.stderr, flush=True)
            time.sleep(pause)
            pause = min(pause * 2, 10)
            continue
        for job in fetched["jobs"]:
            carry_out(job)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        pass
