const STOPS = 24;
const size = STOPS + 1;
/** A depot in the middle of a spiral of stops; seconds at 10 m/s. */
const at = Array.from({ length: size }, (_, k) => [k * 90 * Math.cos(k), k * 90 * Math.sin(k)] as const);
const seconds = at.map(([x, y]) => at.map(([u, v]) => Math.round(Math.hypot(x - u, y - v) / 10)));

/** A day in VROOM's format: two kinds of vehicles, a break, windows; everything can be served. */
export const DAY = {
  vehicles: [1, 2, 3].map((id) => ({
    id,
    start_index: 0,
    end_index: 0,
    capacity: [id === 3 ? 6 : 10],
    time_window: [0, 14_400],
    ...(id === 1 ? { breaks: [{ id: 1, service: 900, time_windows: [[3600, 7200]] }] } : {}),
  })),
  jobs: Array.from({ length: STOPS }, (_, k) => ({
    id: k + 1,
    location_index: k + 1,
    service: 240,
    delivery: [1],
    ...(k % 4 === 0 ? { time_windows: [[1800, 9000]] } : {}),
  })),
  matrices: { car: { durations: seconds } },
};
