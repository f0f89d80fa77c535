import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { driverReport } from "~/features/driver/driver-action.server";
import type { ReportAnswer } from "~/lib/report-answer";
import { databases, useTestDatabase } from "../../helpers/databases";
import { postForm } from "../../helpers/forms";
import type { Forms } from "../../helpers/forms";
import { at, createRoad, forgetWorld, planVersion, setWorld, visitOf } from "./road";
import type { Road } from "./road";

const EN_ROUTE = 3;
const DELIVERED = 4;

describe.each(databases())("what the server answers to the script of a driver's page, on %s", (kind) => {
  const database = useTestDatabase(kind);
  let road: Road;
  let forms: Forms;

  beforeEach(async () => {
    setWorld(database().db, at("08:15"));
    road = await createRoad(database().db);
    const user = await getUserAcrossCompanies(database().db, road.driverUserId);
    const cookie = (await openSession(user, new Headers())).split(";")[0]!;
    forms = { companyId: road.companyId, cookie };
  });
  afterEach(forgetWorld);

  async function report(fields: Record<string, string>, given: Partial<Forms> = {}): Promise<[number, ReportAnswer]> {
    const { routeId } = road;
    const action = (request: Request) => driverReport(request, { routeId: String(routeId) });
    const response = await postForm(action, `driver/report/${routeId}`, { ...forms, ...given }, fields);
    return [response.status, (await response.json()) as ReportAnswer];
  }
  const done = (stop: number, more: Record<string, string> = {}) => ({
    intent: "done",
    visitId: String(road.stops[stop]),
    commandId: `report-of-stop-${stop}`,
    ...more,
  });
  const statusOf = async (stop: number) => (await visitOf(road, road.stops[stop]!)).status;

  it("accepts what is in turn, once", async () => {
    const before = await planVersion(road);
    expect(await report(done(0))).toEqual([200, { kind: "accepted", at: expect.any(Number) }]);
    expect(await report(done(0))).toEqual([200, { kind: "accepted", at: expect.any(Number) }]);
    expect(await statusOf(0)).toBe(DELIVERED);
    expect(await planVersion(road)).toBe(before + 1);
  });

  it("asks about what is out of turn and changes nothing before the answer", async () => {
    const [status, answer] = await report(done(2));
    expect([status, answer.kind]).toEqual([409, "question"]);
    expect(answer).toMatchObject({
      question: { title: expect.stringMatching(/\w/), text: expect.stringMatching(/\w/) },
    });
    expect(await statusOf(2)).toBe(EN_ROUTE);
    expect((await report(done(2, { confirmed: "1" })))[1].kind).toBe("accepted");
    expect(await statusOf(2)).toBe(DELIVERED);
  });

  it("refuses with a sentence what can't be", async () => {
    expect(await report({ ...done(0), visitId: "999999" })).toEqual([
      404,
      { kind: "refused", message: "Visit not found" },
    ]);
    expect(await report({ intent: "fly" })).toEqual([400, { kind: "refused", message: 'This page cannot do "fly".' }]);
  });

  it("says when the session has ended, and when it works for another company", async () => {
    expect(await report(done(0), { cookie: "" })).toEqual([401, { kind: "signed-out" }]);
    expect(await report(done(0), { companyId: road.companyId + 1 })).toEqual([409, { kind: "switched" }]);
    expect(await statusOf(0)).toBe(EN_ROUTE);
  });
});
