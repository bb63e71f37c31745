import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createEventLoopMonitor } from '../src/limits/overload/event-loop-monitor.js';
import { createLoadShedder, type LoadShedder } from '../src/limits/overload/load-shedder.js';
import { createOverloadCheck } from '../src/limits/overload/pacing.js';

/** A gate with a fake clock and event loop load. */
function gateWithClock(backlog = 24, burst = 0) {
  let time = 10_000;
  let since: number | undefined;
  const gate = createLoadShedder({
    backlog,
    burst,
    now: () => time,
    monitor: { saturatedSince: () => since, busyFor: () => 0 },
  });
  return {
    gate,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    saturate: () => {
      since = time;
    },
    rest: () => {
      since = undefined;
    },
  };
}

const path = '/api/v1/gamma/search';

/** Enters requests; returns the functions that end them. */
function enter(gate: LoadShedder, count: number, caller = 'a'): (() => void)[] {
  return Array.from({ length: count }, () => gate.enter({ caller, path }));
}

/** Ends requests evenly over a time. */
function endEvenly(ends: (() => void)[], milliseconds: number, pass: (time: number) => void): void {
  const count = ends.length;
  for (const end of ends.splice(0)) {
    pass(milliseconds / count);
    end();
  }
}

describe('load shedding on an idle event loop', () => {
  test('admits any number of waiting requests', () => {
    const { gate, pass } = gateWithClock();
    enter(gate, 5_000);
    pass(10_000);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
  });
});

describe('load shedding on a saturated event loop', () => {
  test('limits the requests that wait for the processor', () => {
    const { gate, pass, saturate } = gateWithClock(24);
    saturate();
    enter(gate, 23);
    pass(1_500);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
    enter(gate, 1);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(true);
  });

  test('does not count requests that wait for an engine as usual', () => {
    const { gate, pass, saturate } = gateWithClock(24);
    const usual = enter(gate, 1);
    pass(400); // response time of an engine
    for (const end of usual) end();
    saturate();
    const inProgress = enter(gate, 340); // 200 per second for 400 ms, half as many again, and 24
    endEvenly(inProgress.splice(0, 200), 1_000, pass);
    enter(gate, 100);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(true); // 240 in progress, of which 120 are usual
    endEvenly(inProgress.splice(0, 97), 485, pass);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(false); // 143, of which 120 are usual
  });

  test('treats a burst as a queue, not as overload', () => {
    const { gate, pass, saturate } = gateWithClock(24);
    saturate();
    enter(gate, 300);
    pass(150);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
  });

  test("divides the backlog between callers, so that one caller's excess does not affect another", () => {
    const { gate, pass, saturate } = gateWithClock(24);
    saturate();
    enter(gate, 100, 'a');
    enter(gate, 11, 'b');
    pass(1_500);
    expect([gate.shouldShed({ caller: 'a', path }), gate.shouldShed({ caller: 'b', path })]).toEqual([true, false]);
    enter(gate, 1, 'b');
    expect(gate.shouldShed({ caller: 'b', path })).toBe(true);
  });

  test('admits a burst that can be completed in time', () => {
    const { gate, pass, saturate } = gateWithClock(24, 128);
    saturate();
    const burst = enter(gate, 100);
    pass(1_500);
    endEvenly(burst.splice(0, 20), 500, pass); // 40 per second: the last of 80 waits two seconds
    expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
    const slow = gateWithClock(24, 128);
    slow.saturate();
    const ends = enter(slow.gate, 100);
    slow.pass(1_500);
    endEvenly(ends.splice(0, 2), 500, slow.pass); // 4 per second: the last of 98 waits too long
    expect(slow.gate.shouldShed({ caller: 'a', path })).toBe(true);
    expect(slow.gate.recordRefusal({ caller: 'a', path })).toBeGreaterThan(20);
  });

  test('never rejects callers that wait for a response before the next request', () => {
    const { gate, pass, saturate } = gateWithClock(16, 128);
    saturate();
    const inProgress = enter(gate, 15);
    for (let turn = 0; turn < 300; turn += 1) {
      pass(20);
      inProgress.shift()?.();
      expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
      inProgress.push(...enter(gate, 1));
    }
  });

  test('rejects requests above the completion rate while a burst waits, until they stop', () => {
    const { gate, pass, saturate } = gateWithClock(16, 128);
    saturate();
    const inProgress: (() => void)[] = [];
    let most = 0;
    const refused: number[] = [];
    const run = (milliseconds: number, every: number) => {
      for (let time = 0; time < milliseconds; time += 5) {
        pass(5);
        inProgress.shift()?.(); // 200 per second complete
        for (let come = 0; come < 5 / every; come += 1) {
          if (gate.shouldShed({ caller: 'a', path })) refused.push(gate.recordRefusal({ caller: 'a', path }));
          else inProgress.push(...enter(gate, 1));
        }
        if (time > 9_000) most = Math.max(most, inProgress.length);
      }
    };
    run(10_000, 1); // a thousand per second
    expect(most).toBeLessThanOrEqual(20);
    expect(refused.at(-1)).toBe(1); // the waiting ones have completed by then
    refused.length = 0;
    run(5_000, 5);
    run(5_000, 5);
    expect(refused.length).toBeLessThan(1_000); // a few, until the completion rate is measured
  });

  test('admits all requests once the event loop is idle', () => {
    const { gate, pass, saturate, rest } = gateWithClock(24);
    saturate();
    enter(gate, 100);
    pass(1_500);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(true);
    rest();
    expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
  });

  test('admits all requests if the backlog is 0', () => {
    const { gate, pass, saturate } = gateWithClock(0);
    saturate();
    enter(gate, 1_000);
    pass(5_000);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
  });
});

describe('the usual number of requests in progress', () => {
  type GateWithClock = ReturnType<typeof gateWithClock>;

  /** A request that takes this long. */
  function ask({ gate, pass }: GateWithClock, milliseconds: number, on = path): void {
    const end = gate.enter({ caller: 'a', path: on });
    pass(milliseconds);
    end();
  }

  /**
   * How many requests are in progress when the gate is full, if 200 complete per second: the usual number and half of
   * it, plus 24.
   */
  function fullAt({ gate, pass, saturate }: GateWithClock, { rest = 1, before = 0 } = {}): number {
    pass(rest);
    saturate();
    pass(before);
    endEvenly(enter(gate, 200), 1_000, pass);
    let count = 0;
    for (; count < 2_000 && !gate.shouldShed({ caller: 'a', path }); count += 1) enter(gate, 1);
    return count;
  }

  test('follows the average duration, which rises by a fiftieth and falls by a fifth of each difference', () => {
    const one = gateWithClock(23.5);
    ask(one, 400);
    expect(fullAt(one)).toBe(24 + 120);
    const two = gateWithClock(23.5);
    ask(two, 400);
    ask(two, 1_400);
    expect(fullAt(two)).toBe(24 + 126);
    const less = gateWithClock(23.5);
    ask(less, 400);
    ask(less, 200);
    expect(fullAt(less)).toBe(24 + 108);
  });

  test('includes a request that ended when the event loop became saturated', () => {
    const one = gateWithClock(23.5);
    ask(one, 400);
    expect(fullAt(one, { rest: 0 })).toBe(24 + 121);
  });

  test('assumes at most two seconds if an engine hangs', () => {
    const hanging = gateWithClock(23.5);
    ask(hanging, 60_000);
    expect(fullAt(hanging, { before: 2_000 })).toBe(24 + 600);
  });

  test('is unknown until a request has ended, and is measured per path', () => {
    expect(fullAt(gateWithClock(23.5), { before: 500 })).toBe(24);
    const elsewhere = gateWithClock(23.5);
    ask(elsewhere, 400, '/api/v1/beta/search');
    expect(fullAt(elsewhere, { before: 500 })).toBe(24);
  });

  test('excludes requests made while the event loop is saturated', () => {
    const busy = gateWithClock(23.5);
    ask(busy, 400);
    busy.saturate();
    ask(busy, 2_000);
    busy.rest();
    expect(fullAt(busy)).toBe(24 + 120);
  });

  test('counts requests completed within the last second, while the event loop was saturated', () => {
    const { gate, pass, saturate } = gateWithClock(23.5);
    ask({ gate, pass, saturate } as GateWithClock, 400);
    endEvenly(enter(gate, 50), 50, pass); // earlier ones: the 50 ms affect the average duration, but not the rate
    pass(1);
    saturate();
    endEvenly(enter(gate, 1_000), 500, pass);
    pass(1_001);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
    enter(gate, 24);
    expect(gate.shouldShed({ caller: 'a', path })).toBe(true);
  });
});

test('four requests of a caller on a path are always admitted', () => {
  const { gate, pass, saturate } = gateWithClock(1);
  saturate();
  enter(gate, 3);
  pass(1_500);
  expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
  enter(gate, 1);
  expect(gate.shouldShed({ caller: 'a', path })).toBe(true);
  expect(gate.shouldShed({ caller: 'a', path: '/api/v1/beta/search' })).toBe(false);
});

test.each([
  { usual: 10, timeout: 200, name: 'at least 200 ms' },
  { usual: 400, timeout: 600, name: '1.5 times the usual duration' },
  { usual: undefined, timeout: 1_500, name: '1.5 s if no duration is known' },
])('a burst is treated as a queue for $name', ({ usual, timeout }) => {
  const { gate, pass, saturate } = gateWithClock(24);
  const ends = enter(gate, usual === undefined ? 0 : 1);
  pass(usual ?? 0);
  for (const end of ends) end();
  pass(1);
  saturate();
  enter(gate, 300);
  pass(timeout - 1);
  expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
  pass(1);
  expect(gate.shouldShed({ caller: 'a', path })).toBe(true);
});

test('a caller without running requests takes no share of the backlog', () => {
  const { gate, pass, saturate } = gateWithClock(24);
  saturate();
  const ends = enter(gate, 2, 'b');
  enter(gate, 23);
  pass(1_500);
  expect(gate.shouldShed({ caller: 'a', path })).toBe(true);
  ends[0]!();
  expect(gate.shouldShed({ caller: 'a', path })).toBe(true);
  ends[1]!();
  expect(gate.shouldShed({ caller: 'a', path })).toBe(false);
});

test('a gate watches the event loop of its thread by default', async () => {
  const work = (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };
  const start = () => {
    const [began, load] = [performance.now(), createEventLoopMonitor()];
    const gate = createLoadShedder({ backlog: 1, burst: 0 });
    for (const end of enter(gate, 1)) end(); // makes the usual duration almost zero
    enter(gate, 5);
    work(120);
    return { load, gate, shouldShed: gate.shouldShed({ caller: 'a', path }), took: performance.now() - began };
  };
  let started = start();
  for (let tries = 0; started.took >= 200 && tries < 20; tries += 1) started = start(); // other processes had the processor
  const { load, gate, shouldShed } = started;
  expect(shouldShed).toBe(false);
  work(150);
  expect(gate.shouldShed({ caller: 'a', path })).toBe(true);
  expect(load.saturatedSince()).toBeLessThan(performance.now() - 260);
  let looks = 0;
  for (; load.saturatedSince() !== undefined && looks < 50; looks += 1) {
    expect(gate.shouldShed({ caller: 'a', path })).toBe(true); // a short idle time does not end saturation
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  expect(looks).toBeGreaterThan(3);
  expect([gate.shouldShed({ caller: 'a', path }), load.saturatedSince()]).toEqual([false, undefined]);
});

test('the event loop is saturated from the first check at which it was never idle', () => {
  let time = 0;
  let share = 1;
  const utilization = () => ({ idle: 0, active: 0, utilization: share });
  const load = createEventLoopMonitor({ utilization, now: () => time });
  expect(load.saturatedSince()).toBeUndefined();
  time = 150;
  expect(load.saturatedSince()).toBe(0);
  time = 300;
  expect(load.saturatedSince()).toBe(0);
  share = 0.94;
  time = 350; // too soon for another check
  expect(load.saturatedSince()).toBe(0);
  time = 500; // a short idle time does not end saturation
  expect(load.saturatedSince()).toBe(0);
  share = 1;
  time = 700;
  expect(load.saturatedSince()).toBe(0);
  share = 0.5;
  time = 1_199;
  expect(load.saturatedSince()).toBe(0);
  time = 1_300;
  expect(load.saturatedSince()).toBeUndefined();
  share = 0.95;
  time = 1_400;
  expect(load.saturatedSince()).toBe(1_300);
});

test('a request without key and route has an empty caller and path', () => {
  const calls: unknown[] = [];
  const gate: LoadShedder = {
    shouldShed: (client) => calls.push(client) > 1,
    enter: (client) => () => calls.push(client),
    recordRefusal: () => 3,
  };
  const raw = new EventEmitter();
  const check = () => createOverloadCheck(gate)({ routeOptions: {} } as FastifyRequest, { raw } as FastifyReply);
  expect(check()).toBeUndefined();
  raw.emit('close');
  expect(check()).toMatchObject({
    code: 'overloaded',
    message: 'The service is overloaded: too many requests are waiting for the processor.',
    headers: { 'retry-after': '3' },
  });
  expect(calls).toEqual(Array.from({ length: 3 }, () => ({ caller: '', path: '' })));
});

test('busyFor counts from the last idle time, even between checks', () => {
  let time = 0;
  let active = 0;
  const utilization = (since = { idle: 0, active: 0, utilization: 0 }) => {
    const [worked, rested] = [active - since.active, time - active - since.idle];
    return { idle: time - active, active, utilization: worked / (worked + rested || 1) };
  };
  const load = createEventLoopMonitor({ utilization, now: () => time });
  const pass = (milliseconds: number, share: number) => {
    time += milliseconds;
    active += milliseconds * share;
  };
  pass(1_000, 0.1);
  expect(load.busyFor()).toBe(0);
  pass(30, 1);
  expect(load.busyFor()).toBe(30);
  pass(400, 1);
  expect(load.busyFor()).toBe(430);
  pass(20, 0);
  expect(load.busyFor()).toBe(450); // too short an idle time
  pass(20, 0);
  expect(load.busyFor()).toBe(0);
});
