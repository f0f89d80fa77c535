import type { Peers } from "./peers";
import type { Entry } from "./run-one";

/**
 * How the instances are run: "10s2t" is 10 s on 2 threads; "vroom" is VROOM's own wall time on 1 thread, "vroom10" at
 * most 10 s of it.
 */
export interface Setting {
  readonly name: string;
  readonly title: string;
  readonly threads: number;
  /** Undefined where VROOM's time is not known. */
  readonly secondsFor: (entry: Entry) => number | undefined;
}

/** Null for a name that is no such setting. */
export function readSetting(name: string, peers: Peers): Setting | null {
  const fixed = /^(\d+(?:\.\d+)?)s(\d+)t$/.exec(name);
  if (fixed !== null) {
    const seconds = Number(fixed[1]);
    const threads = Number(fixed[2]);
    return {
      name,
      title: `${seconds} s, ${threads} thread${threads === 1 ? "" : "s"}`,
      threads,
      secondsFor: () => seconds,
    };
  }
  const vroom = /^vroom(\d*)$/.exec(name);
  if (vroom === null) return null;
  const cap = vroom[1] === "" ? Infinity : Number(vroom[1]);
  const title = `VROOM's own wall time at exploration 5, 1 thread${cap === Infinity ? "" : `, but at most ${cap} s`}`;
  return {
    name,
    title,
    threads: 1,
    secondsFor: (entry) => {
      const wall = peers.vroomWallSec(entry.name, entry.family);
      return wall === undefined ? undefined : Math.min(wall, cap);
    },
  };
}
