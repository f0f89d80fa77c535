import type { Target } from "./target";

/** One thing that was tried, with what a safe server does and what this one did. */
export interface Attempt {
  attack: string;
  what: string;
  expected: string;
  seen: string;
  ok: boolean;
}

export interface Attack {
  /** of the table's line, and of the command line: `npm run attack -- bodies` */
  name: string;
  /** for one that tries thousands of things; its short form has as long as all others */
  limitMs?: number;
  run(scene: Scene): Promise<void>;
}

/** What an attack works with. */
export interface Scene {
  target: Target;
  /** As in `npm test`: small sizes and few repetitions. */
  short: boolean;
  /** A line of the table. @param seen is shown; `ok` decides */
  saw(what: string, expected: string, seen: unknown, ok: boolean): void;
}

/** By the target's stopwatch. An attack that is not over by then has frozen the server, which is a finding. */
const LIMIT_MS = 360_000;
const LOOK_MS = 1_000;

/** Everything that an attack saw; that the server outlived it is its last line. */
export async function runAttack(
  { name, run, limitMs: long = LIMIT_MS }: Attack,
  target: Target,
  short: boolean,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const saw: Scene["saw"] = (what, expected, seen, ok) =>
    void attempts.push({ attack: name, what, expected, seen: String(seen), ok });
  const limitMs = short ? LIMIT_MS : long;
  const netMs = target.stopwatch();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new Error(`not over after ${limitMs / 1000} s`));
    timer = setInterval(() => netMs() >= limitMs && end(), LOOK_MS);
  });
  try {
    await Promise.race([run({ target, short, saw }), late]);
  } catch (error) {
    saw("the attack itself", "comes to its end", error instanceof Error ? error.message : error, false);
  } finally {
    clearInterval(timer);
  }
  const health = await target.health();
  saw("afterwards", "the server answers", health, health === "answers");
  return attempts;
}
