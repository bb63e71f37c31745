import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createLoadGate, type LoadGate } from '../src/limits/overload/load-gate.js';
import { watchLoop } from '../src/limits/overload/loop-load.js';
import { refuseOverload } from '../src/limits/overload/pacing.js';

/** An gate with a clock and a load that the test sets. */
function clocked(backlog = 24, burst = 0) {
  let time = 10_000;
  let since: number | undefined;
  const gate = createLoadGate({
    backlog,
    burst,
    now: () => time,
    load: { saturatedSince: () => since, busyFor: () => 0 },
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

/** Lets so many requests in; the functions that end them. */
function enter(gate: LoadGate, count: number, caller = 'a'): (() => void)[] {
  return Array.from({ length: count }, () => gate.enter({ caller, path }));
}

/** Requests end evenly over some time. */
function endEvenly(ends: (() => void)[], milliseconds: number, pass: (time: number) => void): void {
  const count = ends.length;
  for (const end of ends.splice(0)) {
    pass(milliseconds / count);
    end();
  }
}

describe('while the event loop has rest', () => {
  test('any number of requests may wait for an engine', () => {
    const { gate, pass } = clocked();
    enter(gate, 5_000);
    pass(10_000);
    expect(gate.isFull({ caller: 'a', path })).toBe(false);
  });
});

describe('while it has none', () => {
  test('no more may wait for the processor than are allowed', () => {
    const { gate, pass, saturate } = clocked(24);
    saturate();
    enter(gate, 23);
    pass(1_500);
    expect(gate.isFull({ caller: 'a', path })).toBe(false);
    enter(gate, 1);
    expect(gate.isFull({ caller: 'a', path })).toBe(true);
  });

  test('those that wait for an engine as usual are not counted', () => {
    const { gate, pass, saturate } = clocked(24);
    const usual = enter(gate, 1);
    pass(400); // what an engine takes
    for (const end of usual) end();
    saturate();
    const inProgress = enter(gate, 340); // 200 a second in 400 ms, half as much again, and 24
    endEvenly(inProgress.splice(0, 200), 1_000, pass);
    enter(gate, 100);
    expect(gate.isFull({ caller: 'a', path })).toBe(true); // 240 in progress; 120 are usual
    endEvenly(inProgress.splice(0, 97), 485, pass);
    expect(gate.isFull({ caller: 'a', path })).toBe(false); // 143 of which 120 are usual
  });

  test('a burst that came at once is a queue and not overload', () => {
    const { gate, pass, saturate } = clocked(24);
    saturate();
    enter(gate, 300);
    pass(150);
    expect(gate.isFull({ caller: 'a', path })).toBe(false);
  });

  test('callers share what may wait, and what one asks for too much is not refused to another', () => {
    const { gate, pass, saturate } = clocked(24);
    saturate();
    enter(gate, 100, 'a');
    enter(gate, 11, 'b');
    pass(1_500);
    expect([gate.isFull({ caller: 'a', path }), gate.isFull({ caller: 'b', path })]).toEqual([true, false]);
    enter(gate, 1, 'b');
    expect(gate.isFull({ caller: 'b', path })).toBe(true);
  });

  test('what comes at once waits as long as it can end in its time', () => {
    const { gate, pass, saturate } = clocked(24, 128);
    saturate();
    const burst = enter(gate, 100);
    pass(1_500);
    endEvenly(burst.splice(0, 20), 500, pass); // 40 a second: 80 wait two seconds
    expect(gate.isFull({ caller: 'a', path })).toBe(false);
    const slow = clocked(24, 128);
    slow.saturate();
    const ends = enter(slow.gate, 100);
    slow.pass(1_500);
    endEvenly(ends.splice(0, 2), 500, slow.pass); // 4 a second: 98 wait longer than they may
    expect(slow.gate.isFull({ caller: 'a', path })).toBe(true);
    expect(slow.gate.refuse({ caller: 'a', path })).toBeGreaterThan(20);
  });

  test('callers that send the next request when the last has ended are never too many', () => {
    const { gate, pass, saturate } = clocked(16, 128);
    saturate();
    const inProgress = enter(gate, 15);
    for (let turn = 0; turn < 300; turn += 1) {
      pass(20);
      inProgress.shift()?.();
      expect(gate.isFull({ caller: 'a', path })).toBe(false);
      inProgress.push(...enter(gate, 1));
    }
  });

  test('more than end are refused once a burst of them waits, until they do not come any more', () => {
    const { gate, pass, saturate } = clocked(16, 128);
    saturate();
    const inProgress: (() => void)[] = [];
    let most = 0;
    const refused: number[] = [];
    const run = (milliseconds: number, every: number) => {
      for (let time = 0; time < milliseconds; time += 5) {
        pass(5);
        inProgress.shift()?.(); // 200 a second end
        for (let come = 0; come < 5 / every; come += 1) {
          if (gate.isFull({ caller: 'a', path })) refused.push(gate.refuse({ caller: 'a', path }));
          else inProgress.push(...enter(gate, 1));
        }
        if (time > 9_000) most = Math.max(most, inProgress.length);
      }
    };
    run(10_000, 1); // a thousand a second
    expect(most).toBeLessThanOrEqual(20);
    expect(refused.at(-1)).toBe(1); // what waits has ended by then
    refused.length = 0;
    run(5_000, 5);
    run(5_000, 5);
    expect(refused.length).toBeLessThan(1_000); // a few until it is seen that no more come than end
  });

  test('once it rests everybody is let in', () => {
    const { gate, pass, saturate, rest } = clocked(24);
    saturate();
    enter(gate, 100);
    pass(1_500);
    expect(gate.isFull({ caller: 'a', path })).toBe(true);
    rest();
    expect(gate.isFull({ caller: 'a', path })).toBe(false);
  });

  test('0 lets all of them in', () => {
    const { gate, pass, saturate } = clocked(0);
    saturate();
    enter(gate, 1_000);
    pass(5_000);
    expect(gate.isFull({ caller: 'a', path })).toBe(false);
  });
});

describe('what is usual', () => {
  type Clocked = ReturnType<typeof clocked>;

  /** A request that takes so long. */
  function ask({ gate, pass }: Clocked, milliseconds: number, on = path): void {
    const end = gate.enter({ caller: 'a', path: on });
    pass(milliseconds);
    end();
  }

  /** How many are in progress when the gate is full, where 200 end in a second: half as many again as usual, and 24. */
  function fullAt({ gate, pass, saturate }: Clocked, { rest = 1, before = 0 } = {}): number {
    pass(rest);
    saturate();
    pass(before);
    endEvenly(enter(gate, 200), 1_000, pass);
    let count = 0;
    for (; count < 2_000 && !gate.isFull({ caller: 'a', path }); count += 1) enter(gate, 1);
    return count;
  }

  test('is what the first request took, a fiftieth of what each later one took longer, and a fifth of what it took less', () => {
    const one = clocked(23.5);
    ask(one, 400);
    expect(fullAt(one)).toBe(24 + 120);
    const two = clocked(23.5);
    ask(two, 400);
    ask(two, 1_400);
    expect(fullAt(two)).toBe(24 + 126);
    const less = clocked(23.5);
    ask(less, 400);
    ask(less, 200);
    expect(fullAt(less)).toBe(24 + 108);
  });

  test('is met by one request more a second where another ended when the processor had no more rest', () => {
    const one = clocked(23.5);
    ask(one, 400);
    expect(fullAt(one, { rest: 0 })).toBe(24 + 121);
  });

  test('is two seconds where an engine hangs', () => {
    const hanging = clocked(23.5);
    ask(hanging, 60_000);
    expect(fullAt(hanging, { before: 2_000 })).toBe(24 + 600);
  });

  test('is unknown until a request has ended, and is told of each path alone', () => {
    expect(fullAt(clocked(23.5), { before: 500 })).toBe(24);
    const elsewhere = clocked(23.5);
    ask(elsewhere, 400, '/api/v1/beta/search');
    expect(fullAt(elsewhere, { before: 500 })).toBe(24);
  });

  test('is not what requests take while the processor has no time', () => {
    const busy = clocked(23.5);
    ask(busy, 400);
    busy.saturate();
    ask(busy, 2_000);
    busy.rest();
    expect(fullAt(busy)).toBe(24 + 120);
  });

  test('counts requests that ended within the last second, and since the processor has had no rest', () => {
    const { gate, pass, saturate } = clocked(23.5);
    ask({ gate, pass, saturate } as Clocked, 400);
    endEvenly(enter(gate, 50), 50, pass); // before: 50 ms become a part of what is usual, their number does not
    pass(1);
    saturate();
    endEvenly(enter(gate, 1_000), 500, pass);
    pass(1_001);
    expect(gate.isFull({ caller: 'a', path })).toBe(false);
    enter(gate, 24);
    expect(gate.isFull({ caller: 'a', path })).toBe(true);
  });
});

test('four requests of a caller on a path are always let in', () => {
  const { gate, pass, saturate } = clocked(1);
  saturate();
  enter(gate, 3);
  pass(1_500);
  expect(gate.isFull({ caller: 'a', path })).toBe(false);
  enter(gate, 1);
  expect(gate.isFull({ caller: 'a', path })).toBe(true);
  expect(gate.isFull({ caller: 'a', path: '/api/v1/beta/search' })).toBe(false);
});

test.each([
  { usual: 10, timeout: 200, name: 'a fifth of a second, at least' },
  { usual: 400, timeout: 600, name: 'half as much again as a request takes' },
  { usual: undefined, timeout: 1_500, name: 'a second and a half while that is not known' },
])('a burst is a queue for $name', ({ usual, timeout }) => {
  const { gate, pass, saturate } = clocked(24);
  const ends = enter(gate, usual === undefined ? 0 : 1);
  pass(usual ?? 0);
  for (const end of ends) end();
  pass(1);
  saturate();
  enter(gate, 300);
  pass(timeout - 1);
  expect(gate.isFull({ caller: 'a', path })).toBe(false);
  pass(1);
  expect(gate.isFull({ caller: 'a', path })).toBe(true);
});

test('a caller whose requests have ended takes no share of what may wait', () => {
  const { gate, pass, saturate } = clocked(24);
  saturate();
  const ends = enter(gate, 2, 'b');
  enter(gate, 23);
  pass(1_500);
  expect(gate.isFull({ caller: 'a', path })).toBe(true);
  ends[0]!();
  expect(gate.isFull({ caller: 'a', path })).toBe(true);
  ends[1]!();
  expect(gate.isFull({ caller: 'a', path })).toBe(false);
});

test('a gate of its own looks at the event loop of its thread', async () => {
  const work = (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };
  const start = () => {
    const [began, load] = [performance.now(), watchLoop()];
    const gate = createLoadGate({ backlog: 1, burst: 0 });
    for (const end of enter(gate, 1)) end(); // what is usual is next to nothing
    enter(gate, 5);
    work(120);
    return { load, gate, isFull: gate.isFull({ caller: 'a', path }), took: performance.now() - began };
  };
  let started = start();
  for (let tries = 0; started.took >= 200 && tries < 20; tries += 1) started = start(); // others had the processor
  const { load, gate, isFull } = started;
  expect(isFull).toBe(false);
  work(150);
  expect(gate.isFull({ caller: 'a', path })).toBe(true);
  expect(load.saturatedSince()).toBeLessThan(performance.now() - 260);
  let looks = 0;
  for (; load.saturatedSince() !== undefined && looks < 50; looks += 1) {
    expect(gate.isFull({ caller: 'a', path })).toBe(true); // a moment of rest ends nothing
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  expect(looks).toBeGreaterThan(3);
  expect([gate.isFull({ caller: 'a', path }), load.saturatedSince()]).toEqual([false, undefined]);
});

test('the event loop has no rest from the first look after which it never waited', () => {
  let time = 0;
  let share = 1;
  const utilization = () => ({ idle: 0, active: 0, utilization: share });
  const load = watchLoop({ utilization, now: () => time });
  expect(load.saturatedSince()).toBeUndefined();
  time = 150;
  expect(load.saturatedSince()).toBe(0);
  time = 300;
  expect(load.saturatedSince()).toBe(0);
  share = 0.94;
  time = 350; // too soon to look again
  expect(load.saturatedSince()).toBe(0);
  time = 500; // a moment of rest is none
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

test('a request without a key or a route is one of nobody, on no path', () => {
  const asked: unknown[] = [];
  const gate: LoadGate = {
    isFull: (client) => asked.push(client) > 1,
    enter: (client) => () => asked.push(client),
    refuse: () => 3,
  };
  const raw = new EventEmitter();
  const check = () => refuseOverload(gate)({ routeOptions: {} } as FastifyRequest, { raw } as FastifyReply);
  expect(check()).toBeUndefined();
  raw.emit('close');
  expect(check()).toMatchObject({
    code: 'overloaded',
    message: 'The service has more work than it can do at the moment.',
    headers: { 'retry-after': '3' },
  });
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ caller: '', path: '' })));
});

test('it has been busy since it last had rest, though nobody looked', () => {
  let time = 0;
  let active = 0;
  const utilization = (since = { idle: 0, active: 0, utilization: 0 }) => {
    const [worked, rested] = [active - since.active, time - active - since.idle];
    return { idle: time - active, active, utilization: worked / (worked + rested || 1) };
  };
  const load = watchLoop({ utilization, now: () => time });
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
  expect(load.busyFor()).toBe(450); // too little to have caught up
  pass(20, 0);
  expect(load.busyFor()).toBe(0);
});
