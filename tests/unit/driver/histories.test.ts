/**
 * What a driver reports over a network that loses, repeats and delays, on a phone that dies at any point and whose
 * clock is wrong, ends as it would have without all that.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges } from "~/domain/apply-changes";
import { isFinal, reportAgeSec, reportTime } from "~/domain/route/late-report";
import { finishRoute, startRoute } from "~/domain/route/route-transitions";
import { utcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { markVisitDone, markVisitFailed, setVisitOnRoute } from "~/domain/visit/visit-transitions";
import type { ReportAnswer } from "~/lib/report-answer";
import { fieldsOf, history, live, PhoneWorld, STOPS } from "../../helpers/phone-world";
import type { Handled, Press } from "../../helpers/phone-world";
import { makeRoute, makeVisit } from "../domain/make";

const HISTORIES = 10_000;

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

  handle(body: URLSearchParams): Handled {
    const id = body.get("commandId")!;
    const earlier = this.#kept.get(id);
    if (earlier) return { status: earlier.kind === "refused" ? 409 : 200, answer: earlier };
    const number = (name: string) => (body.has(name) ? Number(body.get(name)) : undefined);
    const nowSec = Math.floor(this.nowMs() / 1000);
    const age = reportAgeSec({ ageSec: number("ageSec"), pressedSec: number("pressedSec") }, nowSec);
    const pressedAt = utcText(nowSec - age);
    const decision = this.#decide(
      { intent: body.get("intent") as Press["intent"], stop: Number(body.get("visitId")) },
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

  #decide({ intent, stop }: Press, now: UtcText) {
    const { route, visits } = this;
    const visit = visits.find((one) => one.id === stop)!;
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

it(`ends as it would have online, over ${HISTORIES} histories`, { timeout: 180_000 }, async () => {
  let [deaths, refusals] = [0, 0];
  await fc.assert(
    fc.asyncProperty(history, async ({ clockErrorSec, steps }) => {
      const server: Server = new Server(() => world.nowMs);
      const world: PhoneWorld = new PhoneWorld(clockErrorSec, (body) => Promise.resolve(server.handle(body)));
      const pressed = await live(world, steps);

      let nowMs = 0;
      const online = new Server(() => nowMs);
      for (const { atMs, id, press } of pressed) {
        nowMs = atMs;
        const { answer } = online.handle(new URLSearchParams({ ...fieldsOf(press, id), confirmed: "1" }));
        if (answer.kind === "refused") refusals += 1;
      }
      expect(server.end).toEqual(online.end);
      expect(server.applied).toEqual(online.applied);
      expect(new Set(server.applied).size).toBe(server.applied.length);
      deaths += steps.filter((one) => "death" in one && one.death !== null).length;
    }),
    { numRuns: HISTORIES },
  );
  // The histories are none without deaths and refusals.
  expect(deaths).toBeGreaterThan(HISTORIES / 2);
  expect(refusals).toBeGreaterThan(HISTORIES / 2);
});
