import { expect, test } from 'vitest';
import { randomFrom } from '../../server/scripts/random.mjs';
import { createEventCalendar, createSimulatedServers } from '../src/events.mjs';
import { planMachines } from '../src/plans.mjs';
import { simulateLoad } from '../src/simulate.mjs';

const one = { machines: 1, cores: 1, processes: 1, cost: { main: 10, helper: 0 }, engineDelay: 0 };

test('the same seed gives the same result, and another seed a different one', () => {
  const outcomes = [1, 1, 2].map((seed) => simulateLoad({ ...one, callers: 3, seed }));
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(outcomes[2].p99).not.toBe(outcomes[0].p99);
});

test('a busy core limits throughput, and a second core is used only by a second process', () => {
  expect(simulateLoad({ ...one, callers: 4 }).rate).toBeCloseTo(100, -1);
  expect(simulateLoad({ ...one, cores: 2, callers: 4 }).rate).toBeCloseTo(100, -1);
  expect(simulateLoad({ ...one, cores: 2, processes: 2, callers: 4 }).rate).toBeCloseTo(200, -1);
  expect(simulateLoad({ ...one, speed: 0.5, callers: 4 }).rate).toBeCloseTo(50, -1);
});

test('a thread that waits for garbage collection does nothing else meanwhile', () => {
  const cost = { main: 5, helper: 5 };
  expect(simulateLoad({ ...one, cores: 2, callers: 4, cost }).rate).toBeGreaterThan(130);
  expect(simulateLoad({ ...one, cores: 2, callers: 4, cost: { ...cost, serial: 10 } }).rate).toBeLessThan(105);
});

test('garbage collection in other threads delays the main thread if all cores are busy', () => {
  const cost = { main: 5, helper: 5 };
  const [two, eight] = [2, 8].map((cores) => simulateLoad({ ...one, cores, callers: 8, cost }).rate);
  expect(two).toBeLessThan(190);
  expect(eight).toBeGreaterThan(194); // 200 with the main thread alone
});

test('few callers wait for the engine, not for the core', () => {
  const { rate, cores } = simulateLoad({ ...one, callers: 1, engineDelay: 90 });
  expect(rate).toBeCloseTo(10, 0);
  expect(cores).toBeCloseTo(0.1, 1);
});

test('searches that arrive at a rate are completed at that rate, unless it is too high', () => {
  expect(simulateLoad({ ...one, rate: 50, seconds: 60 }).rate).toBeCloseTo(50, -1);
  expect(simulateLoad({ ...one, rate: 500 }).rate).toBeLessThan(105);
});

test('a single Redis limits many machines, and several share the searches', () => {
  const redis = { time: 10 };
  const { rate, redis: busy } = simulateLoad({ ...one, machines: 5, callers: 10, redis });
  expect(rate).toBeCloseTo(100, -1);
  expect(busy).toBeGreaterThan(0.95);
  const three = simulateLoad({ ...one, machines: 5, callers: 10, redis: { ...redis, servers: 3 } });
  expect(three.rate / rate).toBeGreaterThan(2.4);
});

test('an engine, callers and Redis on the same cores reduce the throughput of the service', () => {
  const alone = simulateLoad({ ...one, callers: 4 }).rate;
  const cost = { ...one.cost, engine: 5, caller: 3 };
  const together = simulateLoad({ ...one, cost, callers: 4, redis: { time: 2, isHere: true } }).rate;
  expect(together / alone).toBeCloseTo(10 / 20, 1);
  expect(simulateLoad({ ...one, callers: 4, redis: { time: 2 } }).rate / alone).toBeCloseTo(1, 1);
});

test('a plan has enough Redis masters, and names the first limit', {
  timeout: 60_000,
}, () => {
  const plans = [1, 10, 100, 1_000].map((machines) => planMachines(machines, { seconds: 3 }));
  expect(plans.map(({ limit }) => limit)).toContain('processor');
  for (const { machines, groups, masters, redis, remedy, proxies, rate } of plans) {
    expect([machines, masters > 0]).toEqual([machines, machines > 1]);
    expect(redis).toBeLessThan(0.7);
    expect(remedy).not.toBe('');
    expect(groups).toBeLessThanOrEqual(machines);
    expect(proxies).toBeGreaterThan(rate * 0.25);
  }
  const [one, ten] = plans;
  expect(ten.rate / one.rate).toBeLessThanOrEqual(10); // a part of the time is spent on Redis
  expect(ten.rate / one.rate).toBeGreaterThan(7);
});

test('cost grows in proportion to page size and traffic price', () => {
  const price = (given) => planMachines(1, { seconds: 1, ...given }).price;
  expect(price({ 'price-per-gb': 8 }) / price({ 'price-per-gb': 4 })).toBeCloseTo(2);
  expect(price({ 'page-kb': 1_120 }) / price({ 'page-kb': 560 })).toBeGreaterThan(1.8);
});

test('events run in order of time, and events at the same time in order of creation', () => {
  const calendar = createEventCalendar();
  const order = [];
  for (const delay of [3, 1, 2, 1]) calendar.after(delay, () => order.push(`${delay} at ${calendar.now()}`));
  calendar.after(9, () => order.push('late'));
  calendar.runUntil(5);
  expect(order).toEqual(['1 at 1', '1 at 1', '2 at 2', '3 at 3']);
});

test('servers serve in order, with limited concurrency', () => {
  const calendar = createEventCalendar();
  const servers = createSimulatedServers(calendar, 2);
  const ends = [];
  for (const time of [5, 3, 4]) servers.serve(time, () => ends.push([time, calendar.now()]));
  calendar.runUntil(20);
  expect([ends, servers.served()]).toEqual([
    [
      [3, 3],
      [5, 5],
      [4, 7],
    ],
    12,
  ]);
  expect(randomFrom(1)()).toBe(randomFrom(1)());
});

test('a Cluster has at least three masters if a single Redis is the limit', () => {
  const remedies = [8, 10, 12]
    .map((machines) => planMachines(machines, { seconds: 1 }))
    .filter(({ limit }) => limit === 'one Redis');
  expect(remedies.length).toBeGreaterThan(0);
  for (const { remedy } of remedies) expect(remedy).toMatch(/^a Redis Cluster of [3-9] masters$/);
});
