/**
 * What a driver reports over a network that loses, repeats and delays, on a phone that dies at any point and whose
 * clock is wrong, ends as it would have without all that.
 */
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { applyChanges } from "~/domain/apply-changes";
import { refuse } from "~/domain/decision";
import { departedAt } from "~/domain/route/departed";
import { isFinal, needsDispatcher, reportAgeSec, reportTime, unlessReportedSince } from "~/domain/route/late-report";
import { RouteStatus } from "~/domain/route/route-status";
import { finishRoute, startRoute } from "~/domain/route/route-transitions";
import { utcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { ATTACHMENTS_PER_VISIT, tooManyAttachments } from "~/domain/visit/confirmation";
import { VisitStatus } from "~/domain/visit/visit-status";
import { markVisitDone, markVisitFailed, setVisitOnRoute } from "~/domain/visit/visit-transitions";
import type { ReportAnswer } from "~/lib/report-answer";
import { formOf, history, historyWithResets, live, photosOf, PhoneWorld, STOPS } from "../../helpers/phone-world";
import type { Body, Handled, Press } from "../../helpers/phone-world";
import { makeRoute, makeVisit } from "../domain/make";

const HISTORIES = 10_000;
const HISTORIES_WITH_RESETS = 2_500;

const text = (form: Body, name: string): string => String(form.get(name) ?? "");

/** As toEqual, which takes longer than the histories where nothing differs. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function assert(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}

const ROUTE = makeRoute({ status: 3 });
const VISITS = [
  makeVisit({ id: 90, type: "S", status: 3, position: 0 }),
  ...STOPS.map((id) => makeVisit({ id, position: id, status: 3 })),
  makeVisit({ id: 91, type: "E", status: 3, position: 1000 }),
];

/** What the server does with reports, with the product's rules and a record of what it has answered. */
class Server {
  route = ROUTE;
  visits = VISITS;
  /** ids of what was carried out, in order */
  readonly applied: string[] = [];
  /** by stop */
  readonly photos = new Map<number, string[]>();
  /**
   * refused, and a dispatcher looks at it; or its driver mends it, who is still there. With the photos without a visit
   */
  readonly tasks: { id: string; photos: string[] }[] = [];
  readonly refusedAtOnce: { id: string; photos: string[] }[] = [];
  readonly #kept = new Map<string, ReportAnswer>();

  constructor(readonly nowMs: () => number) {}

  handle(body: Body): Handled {
    const id = text(body, "commandId");
    const photos = body.getAll("photo").map((file) => (file as File).name);
    const earlier = this.#kept.get(id);
    if (earlier) return { status: earlier.kind === "refused" ? 409 : 200, answer: earlier };
    const number = (name: string) => (body.has(name) ? Number(body.get(name)) : undefined);
    const nowSec = Math.floor(this.nowMs() / 1000);
    const age = reportAgeSec({ ageSec: number("ageSec"), pressedSec: number("pressedSec") }, nowSec);
    const pressedAt = utcText(nowSec - age);
    const decision = this.#decide(
      { intent: text(body, "intent") as Press["intent"], stop: Number(body.get("visitId")), photos: photos.length },
      reportTime(pressedAt, { departedAt: departedAt(this.visits) }, utcText(nowSec)),
    );
    if (!decision.ok) {
      const { code, message, status = 400 } = decision.error;
      const answer: ReportAnswer = { kind: "refused", message };
      assert(isFinal({ code, status }), `${code} is not the last word`);
      const left = this.#attach(Number(body.get("visitId")), photos);
      if (needsDispatcher({ code, status }, age)) this.tasks.push({ id, photos: left });
      else this.refusedAtOnce.push({ id, photos: left });
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
    assert(
      this.#attach(Number(body.get("visitId")), photos).length === 0,
      "a visit took more photos than it has room for",
    );
    const answer: ReportAnswer = { kind: "accepted", at: this.nowMs() };
    this.#kept.set(id, answer);
    return { status: 200, answer };
  }

  /** @returns those for which the visit has no room */
  #attach(stop: number, photos: readonly string[]): string[] {
    const attached = this.photos.get(stop) ?? [];
    const room = ATTACHMENTS_PER_VISIT.photo - attached.length;
    this.photos.set(stop, [...attached, ...photos.slice(0, room)]);
    return photos.slice(room);
  }

  /** The dispatcher takes the route back to what it was before the start. */
  reset(): void {
    this.route = { ...this.route, status: RouteStatus.Scheduled };
    this.visits = this.visits.map((visit) => ({ ...visit, status: VisitStatus.Scheduled, completedAt: null }));
  }

  #decide({ intent, stop, photos }: Press, now: UtcText) {
    const { route, visits } = this;
    const visit = visits.find((one) => one.id === stop)!;
    if (photos + (this.photos.get(stop)?.length ?? 0) > ATTACHMENTS_PER_VISIT.photo)
      return refuse("attachment.too_many", tooManyAttachments("photo"), 409);
    if (intent === "start") return startRoute(route, visits, now);
    if (intent === "finish") return finishRoute(route, visits, now);
    const decided =
      intent === "done"
        ? markVisitDone(visit, route, visits, { now })
        : intent === "failed"
          ? markVisitFailed(visit, route, visits, { now, companyFailReasons: [1], failReasonId: 1 })
          : setVisitOnRoute(visit, route, now);
    return unlessReportedSince(visit, now, decided);
  }

  get end() {
    const { status, statisticOutOfTurn, statisticOverdueTime } = this.route;
    return {
      route: { status, statisticOutOfTurn, statisticOverdueTime },
      photos: [...this.photos].sort(([a], [b]) => a - b),
      visits: this.visits.map(({ id, status, position, completedAt }) => ({ id, status, position, completedAt })),
    };
  }
}

it(`ends as it would have online, over ${HISTORIES} histories`, async () => {
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
        const { answer } = online.handle(formOf(press, id, { confirmed: "1" }));
        if (answer.kind === "refused") refusals += 1;
      }
      expectEqual(server.end, online.end);
      expectEqual(server.applied, online.applied);
      assert(new Set(server.applied).size === server.applied.length, "a report was carried out twice");
      deaths += steps.filter((one) => "death" in one && one.death !== null).length;
    }),
    { numRuns: HISTORIES },
  );
  // The histories are none without deaths and refusals.
  expect(deaths).toBeGreaterThan(HISTORIES / 2);
  expect(refusals).toBeGreaterThan(HISTORIES / 2);
});

it(
  `loses and repeats nothing when a dispatcher resets the route meanwhile, over ${HISTORIES_WITH_RESETS} histories`,
  {
    timeout: 180_000,
  },
  async () => {
    let tasks = 0;
    await fc.assert(
      fc.asyncProperty(historyWithResets, async ({ clockErrorSec, steps }) => {
        const server: Server = new Server(() => world.nowMs);
        const world: PhoneWorld = new PhoneWorld(clockErrorSec, (body) => Promise.resolve(server.handle(body)));
        const pressed = await live(world, steps, () => server.reset());
        const refused = [...server.tasks, ...server.refusedAtOnce];
        // Each report is carried out, waits for a dispatcher, or was told to a driver who was still there: once.
        const ends = [...server.applied, ...refused.map(({ id }) => id)].sort();
        expectEqual(ends, pressed.map(({ id }) => id).sort());
        const photos = [...server.photos.values(), ...refused.map((one) => one.photos)].flat().sort();
        expectEqual(photos, pressed.flatMap(({ press, id }) => photosOf(press, id)).sort());
        expectEqual(world.toldAsRefused.sort(), refused.map(({ id }) => id).sort());
        tasks += server.tasks.length;
      }),
      { numRuns: HISTORIES_WITH_RESETS },
    );
    expect(tasks).toBeGreaterThan(HISTORIES_WITH_RESETS / 10);
  },
);
