/** A driver's phone in a world of weak lines: for histories of what can happen to reports. */
import fc from "fast-check";
import { flush, ReportQueue, send } from "~/clients/driver/queue";
import type { Report, ReportStore } from "~/clients/driver/queue";
import type { ReportAnswer } from "~/lib/report-answer";

export const DAY_BEGINS_MS = Date.parse("2026-11-23T08:00:00Z");
/** The stops of the route, by their number. */
export const STOPS = [1, 2, 3];

export interface Press {
  intent: "start" | "done" | "failed" | "on-route" | "finish";
  /** number of the stop; 0: about the route */
  stop: number;
  /** taken for it */
  photos: number;
}

export interface Handled {
  status: number;
  answer: ReportAnswer;
}

/** The smallest picture: what counts here is which of them arrive. */
export const PHOTO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** What a press posts, beside its times. */
export const fieldsOf = ({ intent, stop }: Press, commandId: string): Record<string, string> => ({
  intent,
  ...(stop === 0 ? {} : { visitId: String(stop) }),
  commandId,
  ...(intent === "failed" ? { failReasonId: "1" } : {}),
});

/** The photos of a press, each with a name of its own. */
export const photosOf = ({ photos }: Press, id: string): string[] =>
  Array.from({ length: photos }, (_, index) => `${id}, photo ${index + 1}`);

/** Each history has photos of the same names: they are made once, which takes longer than all that happens to them. */
const files = new Map<string, File>();
function fileOf(name: string): File {
  const file = files.get(name) ?? new File([PHOTO], name);
  files.set(name, file);
  return file;
}

/** Reports without pictures are sent as plain forms. */
export type Body = URLSearchParams | FormData;

/** A report as the server gets it. */
export function formOf(press: Press, id: string, more: Readonly<Record<string, string>> = {}): Body {
  const fields = { ...fieldsOf(press, id), ...more };
  if (press.photos === 0) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const name of photosOf(press, id)) form.append("photo", fileOf(name));
  return form;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How one request fares. */
const FARES = ["arrives", "lost", "answer lost", "late", "twice", "busy", "hotspot"] as const;
type Fare = (typeof FARES)[number];
/** At which of its steps a page dies, if it does: a write of the phone's database, or a request. */
type Death = number | null;

export type Step =
  | { do: "press"; press: Press; afterSec: number; death: Death }
  | { do: "send"; fares: Fare[]; afterSec: number; death: Death }
  | { do: "deliver late ones" }
  | { do: "reset the route" }
  | { do: "set the clock"; bySec: number };

/** A promise of a page that is no more. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** An open page. */
interface Life {
  stepsLeft: number;
  /** with the last of its steps */
  end: () => void;
}

function takeStep(life: Life): void {
  life.stepsLeft -= 1;
  if (life.stepsLeft <= 0) life.end();
}

/** What `send` reads of a response. A whole one has a stream, which takes longer than the report. */
const response = (text: string, status = 200) => ({ status, text: () => Promise.resolve(text) });

const NO_NETWORK = new TypeError("network");

export class PhoneWorld {
  nowMs = DAY_BEGINS_MS;
  clockErrorMs: number;
  readonly #kept = new Map<string, Report>();
  readonly #late: Body[] = [];
  readonly #running = new Set<Promise<Handled>>();
  /** of the page that is open */
  #life: Life = { stepsLeft: Infinity, end: () => undefined };
  #queue = this.#page();
  #presses = 0;

  /** @param handle what the server does with a report */
  constructor(
    clockErrorSec: number,
    private readonly server: (body: Body) => Promise<Handled>,
  ) {
    this.clockErrorMs = clockErrorSec * 1000;
  }

  /** The server goes on with a request whose page has died. */
  private async handle(body: Body): Promise<Handled> {
    const handled = this.server(body);
    this.#running.add(handled);
    return handled.finally(() => this.#running.delete(handled));
  }

  /** Until the server has answered everything, to whomever. */
  async quiet(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  get phoneMs(): number {
    return this.nowMs + this.clockErrorMs;
  }

  /** A page as it is opened anew: it knows what the phone has. */
  #page(): ReportQueue {
    const life: Life = { stepsLeft: Infinity, end: () => undefined };
    this.#life = life;
    // Each step is done or not; when the page is dead, nothing more comes of it.
    const step = <T>(work: () => T): Promise<T> => {
      if (life.stepsLeft <= 0) return never();
      takeStep(life);
      const result = work();
      return life.stepsLeft <= 0 ? never() : Promise.resolve(result);
    };
    const store: ReportStore = {
      all: () => Promise.resolve([...this.#kept.values()]),
      put: (report) => step(() => void this.#kept.set(report.id, { ...report })),
      remove: (id) => step(() => void this.#kept.delete(id)),
    };
    return new ReportQueue(store);
  }

  async #living(death: Death, work: () => Promise<unknown>): Promise<void> {
    const life = this.#life;
    life.stepsLeft = death ?? Infinity;
    await new Promise<void>((resolve, reject) => {
      life.end = resolve;
      work().then(() => resolve(), reject);
    });
    if (life.stepsLeft > 0) return;
    // What was under way when the page died has come to nothing before the next one opens.
    await turn();
    this.#queue = this.#page();
    await this.#queue.load();
  }

  press(press: Press, death: Death): Promise<void> {
    const id = `press ${(this.#presses += 1)}`;
    const fields = fieldsOf(press, id);
    const at = { at: this.phoneMs, aheadMs: -this.clockErrorMs };
    const queue = this.#queue;
    const files = photosOf(press, id).map((name) => ({ field: "photo", file: fileOf(name), name }));
    const report = { id, owner: "1.2", url: "/route", fields, label: id, ...at };
    return this.#living(death, () => queue.add(files.length > 0 ? { ...report, files } : report));
  }

  send(fares: Fare[], death: Death): Promise<void> {
    const left = [...fares];
    const [queue, life] = [this.#queue, this.#life];
    return this.#living(death, async () => {
      for (;;) {
        const answer = await flush(queue, (report) =>
          send(report, { fetch: this.#fetch(life, () => left.shift() ?? "lost"), now: this.phoneMs }),
        );
        // The driver says yes.
        const asked = queue.in("asked")[0];
        if (asked) await queue.change(asked.id, { state: "waiting", fields: { ...asked.fields, confirmed: "1" } });
        if (left.length === 0 || (answer === null && !asked)) return;
      }
    });
  }

  #fetch(life: Life, nextFare: () => Fare): typeof fetch {
    return (async (_url: unknown, init?: RequestInit) => {
      const body = init?.body as Body;
      const fare = nextFare();
      if (life.stepsLeft <= 0) return never();
      takeStep(life);
      if (fare === "lost") throw NO_NETWORK;
      if (fare === "busy") return response("", 503);
      if (fare === "hotspot") return response("<h1>Welcome</h1>");
      if (fare === "late") {
        this.#late.push(body);
        throw NO_NETWORK;
      }
      const { status, answer } = await this.handle(body);
      if (fare === "twice") await this.handle(body);
      if (life.stepsLeft <= 0) return never();
      if (fare === "answer lost") throw NO_NETWORK;
      return response(JSON.stringify(answer), status);
    }) as unknown as typeof fetch;
  }

  async deliverLate(): Promise<void> {
    for (const body of this.#late.splice(0).reverse()) await this.handle(body);
  }

  get waiting(): number {
    return this.#queue.waiting.length;
  }

  /** The driver is told of these until they have read them, on whatever page. */
  get toldAsRefused(): string[] {
    return [...this.#kept.values()].filter(({ state }) => state === "refused").map(({ id }) => id);
  }

  isOnPhone(id: string): boolean {
    return this.#kept.has(id);
  }
}

const intents: Press["intent"][] = ["start", "done", "done", "done", "failed", "on-route", "finish"];
const press: fc.Arbitrary<Press> = fc
  .record({
    intent: fc.constantFrom(...intents),
    stop: fc.constantFrom(...STOPS),
    photos: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ intent, stop, photos }) => ({
    intent,
    stop: intent === "start" || intent === "finish" ? 0 : stop,
    photos: intent === "done" ? photos : 0,
  }));
const death = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3, nil: null });
const afterSec = fc.integer({ min: 0, max: 3000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("press" as const), press, afterSec, death }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      fares: fc.array(fc.constantFrom(...FARES), { minLength: 1, maxLength: 4 }),
      afterSec,
      death,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "deliver late ones" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("set the clock" as const), bySec: fc.integer({ min: -7200, max: 7200 }) }),
  },
);
const clockErrorSec = fc.integer({ min: -7200, max: 7200 });
export const history = fc.record({ clockErrorSec, steps: fc.array(step, { minLength: 2, maxLength: 14 }) });

/** The same with a dispatcher who takes the route back meanwhile. */
const reset: fc.Arbitrary<Step> = fc.constant({ do: "reset the route" as const });
export const historyWithResets = fc.record({
  clockErrorSec,
  steps: fc.array(fc.oneof({ weight: 9, arbitrary: step }, { weight: 1, arbitrary: reset }), {
    minLength: 4,
    maxLength: 14,
  }),
});

/** A press as the driver sees it: when, under which id, what. */
export interface Pressed {
  atMs: number;
  id: string;
  press: Press;
}

/**
 * Lets a history happen, and then everything arrive that is left.
 * @param reset what the dispatcher does
 * @returns what was pressed, in order
 */
export async function live(
  world: PhoneWorld,
  steps: readonly Step[],
  reset: () => void = () => undefined,
): Promise<Pressed[]> {
  const pressed: Pressed[] = [];
  const doPress = async (press: Press, death: Death) => {
    await world.press(press, death);
    const id = `press ${pressed.length + 1}`;
    // Only what the phone has is shown to the driver as pressed.
    if (!world.isOnPhone(id)) throw new Error(`The phone does not have ${id}.`);
    pressed.push({ atMs: world.nowMs, id, press });
  };
  // The first press is always the start, as on the page.
  await doPress({ intent: "start", stop: 0, photos: 0 }, null);
  for (const one of steps) {
    if (one.do === "deliver late ones") await world.deliverLate();
    else if (one.do === "reset the route") reset();
    else if (one.do === "set the clock") world.clockErrorMs += one.bySec * 1000;
    else {
      world.nowMs += one.afterSec * 1000;
      if (one.do === "send") await world.send(one.fares, one.death);
      else await doPress(one.press, one.death);
    }
  }
  await world.deliverLate();
  for (let rounds = 0; world.waiting > 0; rounds += 1) {
    if (rounds === 50) throw new Error("Reports wait without an end.");
    await world.send(
      Array.from({ length: 40 }, () => "arrives" as const),
      null,
    );
  }
  await world.deliverLate();
  await world.quiet();
  return pressed;
}
