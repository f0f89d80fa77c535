/** A moment by both clocks of this device, milliseconds. */
export interface Moment {
  /** may be put right at any time */
  wall: number;
  /** never put right, but stands still on some devices while they sleep */
  steady: number;
}

export const thisMoment = (): Moment => ({ wall: Date.now(), steady: performance.now() });

/**
 * Milliseconds. A clock that was put back has gone on for less than the steady one, and a sleep for more. One that was
 * put forward looks like a sleep: signed-in pages load again within seconds after either, with the server's time
 * (`realtime/line-watch`), and a driver's page with the next answer.
 */
export const elapsedSince = ({ wall, steady }: Moment): number =>
  Math.max(Date.now() - wall, performance.now() - steady);
