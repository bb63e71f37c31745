/** Creates a calendar of timed events, earliest first (a binary heap). */
export function createEventCalendar() {
  const heap = [];
  let now = 0;
  let count = 0;

  const isBefore = (one, other) => one.time < other.time || (one.time === other.time && one.number < other.number);

  function swap(one, other) {
    [heap[one], heap[other]] = [heap[other], heap[one]];
  }

  function rise(index) {
    for (let child = index; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!isBefore(heap[child], heap[parent])) return;
      swap(child, parent);
      child = parent;
    }
  }

  function sink() {
    for (let parent = 0; ; ) {
      const children = [2 * parent + 1, 2 * parent + 2].filter((child) => child < heap.length);
      const least = children.reduce((one, other) => (isBefore(heap[other], heap[one]) ? other : one), parent);
      if (least === parent) return;
      swap(parent, least);
      parent = least;
    }
  }

  return {
    now: () => now,
    /** Schedules an event after this many milliseconds. */
    after(delay, happen) {
      heap.push({ time: now + delay, number: count++, happen });
      rise(heap.length - 1);
    },
    /** Runs all events until a time. */
    runUntil(end) {
      while (heap.length > 0 && heap[0].time <= end) {
        const { time, happen } = heap[0];
        const last = heap.pop();
        if (heap.length > 0) {
          heap[0] = last;
          sink();
        }
        now = time;
        happen();
      }
      now = end;
    },
  };
}

/** A number of servers with a common queue in order of arrival. */
export function createSimulatedServers(calendar, serverCount) {
  const waiting = [];
  let busy = 0;
  let served = 0;
  let head = 0;

  function next() {
    if (head === waiting.length || busy === serverCount) return;
    const { time, done } = waiting[head++];
    if (head > 1_000 && head * 2 > waiting.length) {
      waiting.splice(0, head);
      head = 0;
    }
    busy += 1;
    calendar.after(time, () => {
      busy -= 1;
      served += time;
      done();
      next();
    });
  }

  return {
    serve(time, done) {
      waiting.push({ time, done });
      next();
    },
    /** Milliseconds of service so far, of all servers together. */
    served: () => served,
  };
}
