/**
 * What a driver reports over a network that loses, repeats and delays, on a phone that dies at any point and whose
 * clock is wrong, ends as it would have without all that.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { flush, ReportQueue, send } from "~/clients/driver/queue";
import type { Report, ReportStore } from "~/clients/driver/queue";
import { applyChanges } from "~/domain/apply-changes";
import { isFinal, reportAgeSec, reportTime } from "~/domain/route/late-report";
import { finishRoute, startRoute } from "~/domain/route/route-transitions";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { markVisitDone, markVisitFailed, setVisitOnRoute } from "~/domain/visit/visit-transitions";
import type { ReportAnswer } from "~/lib/report-answer";
import { makeRoute, makeVisit } from "../domain/make";

const HISTORIES = 10_000;
const DAY_BEGINS: UtcText = "2026-11-23 06:00:00";
const DAY_BEGINS_MS = Date.parse("2026-11-23T06:00:00Z");
const STOPS = [1, 2, 3, 4];

interface Press {
  intent: "start" | "done" | "failed" | "on-route" | "finish";
  visitId: number;
}

/** What the server does with reports, with the product's rules and a record of what it has answered. */
class Server {
  route = makeRoute({ status: 3 });
  visits = [
    makeVisit({ id: 90, type: "S", status: 3, position: 0 }),
    ...STOPS.map((id) => makeVisit({ id, position: id, status: 3 })),
    makeVisit({ id: 91, type: "E", status: 3, position: 1000 }),
  ];
  /** ids of what was carried out, in order */
  readonly applied: string[] = [];
  readonly #kept = new Map<string, ReportAnswer>();

  constructor(readonly nowMs: () => number) {}

  handle(body: URLSearchParams): { status: number; answer: ReportAnswer } {
    const id = body.get("commandId")!;
    const earlier = this.#kept.get(id);
    if (earlier) return { status: earlier.kind === "refused" ? 409 : 200, answer: earlier };
    const number = (name: string) => (body.has(name) ? Number(body.get(name)) : undefined);
    const nowSec = Math.floor(this.nowMs() / 1000);
    const age = reportAgeSec({ ageSec: number("ageSec"), pressedSec: number("pressedSec") }, nowSec);
    const pressedAt = addSeconds(DAY_BEGINS, nowSec - DAY_BEGINS_MS / 1000 - age);
    const decision = this.#decide(
      { intent: body.get("intent") as Press["intent"], visitId: Number(body.get("visitId")) },
      reportTime(pressedAt, this.visits),
    );
    if (!decision.ok) {
      const { code, message, status = 400 } = decision.error;
      const answer: ReportAnswer = { kind: "refused", message };
      expect(isFinal({ code, status })).toBe(true);
      this.#kept.set(id, answer);
      return { status, answer };
    }
    if (decision.confirm && body.get("confirmed") !== "1")
      return { status: 409, answer: { kind: "question", question: decision.confirm } };
    const { route, visits } = this;
    const after = applyChanges({ routes: [route], visits }, decision.changes);
    this.route = after.routes[0]!;
    this.visits = [...after.visits].sort((a, b) => a.position - b.position);
    this.applied.push(id);
    const answer: ReportAnswer = { kind: "accepted", at: this.nowMs() };
    this.#kept.set(id, answer);
    return { status: 200, answer };
  }

  #decide({ intent, visitId }: Press, now: UtcText) {
    const { route, visits } = this;
    const visit = visits.find((one) => one.id === visitId)!;
    if (intent === "start") return startRoute(route, visits, now);
    if (intent === "finish") return finishRoute(route, visits, now);
    if (intent === "done") return markVisitDone(visit, route, visits, { now });
    if (intent === "failed")
      return markVisitFailed(visit, route, visits, { now, companyFailReasons: [1], failReasonId: 1 });
    return setVisitOnRoute(visit, route);
  }

  get end() {
    const { status, statisticOutOfTurn, statisticOverdueTime } = this.route;
    return {
      route: { status, statisticOutOfTurn, statisticOverdueTime },
      visits: this.visits.map(({ id, status, position, completedAt }) => ({ id, status, position, completedAt })),
    };
  }
}

/** How one request fares. */
const FARES = ["arrives", "lost", "answer lost", "late", "twice", "busy", "hotspot"] as const;
type Fare = (typeof FARES)[number];
/** At which of its steps a page dies, if it does: a write of the phone's database, or a request. */
type Death = number | null;

type Step =
  | { do: "press"; press: Press; afterSec: number; death: Death }
  | { do: "send"; fares: Fare[]; afterSec: number; death: Death }
  | { do: "deliver late ones" }
  | { do: "set the clock"; bySec: number };

/** A promise of a page that is no more. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

class World {
  nowMs = DAY_BEGINS_MS;
  clockErrorMs: number;
  readonly server = new Server(() => this.nowMs);
  readonly #kept = new Map<string, Report>();
  readonly #late: URLSearchParams[] = [];
  /** of the page that is open */
  #life = { stepsLeft: Infinity };
  #queue = this.#page();
  #presses = 0;
  readonly refused: string[] = [];

  constructor(clockErrorSec: number) {
    this.clockErrorMs = clockErrorSec * 1000;
  }

  get phoneMs(): number {
    return this.nowMs + this.clockErrorMs;
  }

  /** A page as it is opened anew: it knows what the phone has. */
  #page(): ReportQueue {
    const life = { stepsLeft: Infinity };
    this.#life = life;
    // Each step is done or not; when the page is dead, nothing more comes of it.
    const step = <T>(work: () => T): Promise<T> => {
      if (life.stepsLeft <= 0) return never();
      life.stepsLeft -= 1;
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
    let isDone = false;
    void work().then(() => (isDone = true));
    // Everything here resolves at once, so a page that is not done after this is dead.
    for (let turns = 0; turns < 400 && !isDone && life.stepsLeft > 0; turns += 1) await Promise.resolve();
    if (!isDone && life.stepsLeft > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    if (isDone && life.stepsLeft > 0) return;
    this.#queue = this.#page();
    await this.#queue.load();
  }

  press({ intent, visitId }: Press, death: Death): Promise<void> {
    const id = `press ${(this.#presses += 1)}`;
    const fields = { intent, visitId: String(visitId), commandId: id };
    const at = { at: this.phoneMs, aheadMs: -this.clockErrorMs };
    const queue = this.#queue;
    return this.#living(death, () => queue.add({ id, owner: "1.2", url: "/route", fields, label: id, ...at }));
  }

  send(fares: Fare[], death: Death): Promise<void> {
    const left = [...fares];
    const [queue, life] = [this.#queue, this.#life];
    return this.#living(death, async () => {
      for (;;) {
        const answer = await flush(
          queue,
          (report) => send(report, { fetch: this.#fetch(life, () => left.shift() ?? "lost"), now: this.phoneMs }),
          (one, report) => one.kind === "refused" && this.refused.push(report.id),
        );
        // The driver says yes.
        const asked = queue.in("asked")[0];
        if (asked) await queue.change(asked.id, { state: "waiting", fields: { ...asked.fields, confirmed: "1" } });
        if (left.length === 0 || (answer === null && !asked)) return;
      }
    });
  }

  #fetch(life: { stepsLeft: number }, nextFare: () => Fare): typeof fetch {
    return (async (_url: unknown, init?: RequestInit) => {
      const body = init?.body as URLSearchParams;
      const fare = nextFare();
      if (life.stepsLeft <= 0) return never();
      life.stepsLeft -= 1;
      if (fare === "lost") throw new TypeError("network");
      if (fare === "busy") return new Response("", { status: 503 });
      if (fare === "hotspot") return new Response("<h1>Welcome</h1>");
      if (fare === "late") {
        this.#late.push(new URLSearchParams(body));
        throw new TypeError("timeout");
      }
      const { status, answer } = this.server.handle(body);
      if (fare === "twice") this.server.handle(body);
      if (life.stepsLeft <= 0) return never();
      if (fare === "answer lost") throw new TypeError("network");
      return new Response(JSON.stringify(answer), { status });
    }) as typeof fetch;
  }

  deliverLate(): void {
    for (const body of this.#late.splice(0).reverse()) this.server.handle(body);
  }

  get waiting(): number {
    return this.#queue.waiting.length;
  }

  get isOnPhone(): string[] {
    return [...this.#kept.keys()];
  }
}

const press = fc.record({
  intent: fc.constantFrom("start", "done", "done", "done", "failed", "on-route", "finish") as fc.Arbitrary<
    Press["intent"]
  >,
  visitId: fc.constantFrom(...STOPS),
});
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
const history = fc.record({
  clockErrorSec: fc.integer({ min: -7200, max: 7200 }),
  steps: fc.array(step, { minLength: 2, maxLength: 14 }),
});

it(`ends as it would have online, over ${HISTORIES} histories`, { timeout: 180_000 }, async () => {
  let [deaths, repeated, refusals] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(history, async ({ clockErrorSec, steps }) => {
      const world = new World(clockErrorSec);
      // The first press is always the start, as on the page.
      await world.press({ intent: "start", visitId: 90 }, null);
      const pressed: [number, string, Press][] = [[world.nowMs, "press 1", { intent: "start", visitId: 90 }]];
      let count = 1;
      for (const one of steps) {
        if (one.do === "deliver late ones") world.deliverLate();
        else if (one.do === "set the clock") world.clockErrorMs += one.bySec * 1000;
        else {
          world.nowMs += one.afterSec * 1000;
          if (one.death !== null) deaths += 1;
          if (one.do === "send") await world.send(one.fares, one.death);
          else {
            count += 1;
            const id = `press ${count}`;
            await world.press(one.press, one.death);
            // Only what the phone has was shown to the driver as pressed.
            expect(world.isOnPhone).toContain(id);
            pressed.push([world.nowMs, id, one.press]);
          }
        }
      }
      world.deliverLate();
      for (let rounds = 0; world.waiting > 0; rounds += 1) {
        expect(rounds).toBeLessThan(50);
        await world.send(
          Array.from({ length: 40 }, () => "arrives" as const),
          null,
        );
      }
      world.deliverLate();

      let nowMs = 0;
      const online = new Server(() => nowMs);
      const refused: string[] = [];
      for (const [atMs, id, { intent, visitId }] of pressed) {
        nowMs = atMs;
        const fields = { intent, visitId: String(visitId), commandId: id, confirmed: "1" };
        const { answer } = online.handle(new URLSearchParams(fields));
        if (answer.kind === "refused") refused.push(id);
      }
      expect(world.server.end).toEqual(online.end);
      expect(world.server.applied).toEqual(online.applied);
      repeated += new Set(world.server.applied).size === world.server.applied.length ? 0 : 1;
      refusals += refused.length;
    }),
    { numRuns: HISTORIES },
  );
  expect(repeated).toBe(0);
  // The histories are none without deaths and refusals.
  expect(deaths).toBeGreaterThan(HISTORIES / 2);
  expect(refusals).toBeGreaterThan(HISTORIES / 2);
});
