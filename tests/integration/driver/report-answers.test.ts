import { beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { driverAction, driverReport } from "~/features/driver/driver-action.server";
import type { DriverAnswer } from "~/features/driver/driver-action.server";
import type { ReportAnswer } from "~/lib/report-answer";
import { databases, useTestDatabase } from "../../helpers/databases";
import { postForm } from "../../helpers/forms";
import type { Forms } from "../../helpers/forms";
import { attachmentsOf, picture, useProofWorld } from "./proof-world";
import { createRoad, planVersion, visitOf } from "./road";
import type { Road } from "./road";

const EN_ROUTE = 3;
const DELIVERED = 4;

describe.each(databases())("what the server answers to the script of a driver's page, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const { filesIn } = useProofWorld(() => database().db);
  let road: Road;
  let forms: Forms;

  beforeEach(async () => {
    road = await createRoad(database().db);
    const user = await getUserAcrossCompanies(database().db, road.driverUserId);
    const cookie = (await openSession(user, new Headers())).split(";")[0]!;
    forms = { companyId: road.companyId, cookie };
  });

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

  /** As the page's form sends it by itself, with a photo. */
  async function sendForm(fields: Record<string, string>): Promise<{ status: number; answer: DriverAnswer | null }> {
    const body = new FormData();
    for (const [name, value] of Object.entries({ pageCompany: String(road.companyId), ...fields }))
      body.set(name, value);
    body.append("photo", picture("door.jpg"));
    const url = `http://localhost/platform/driver/route/${road.routeId}`;
    const request = new Request(url, { method: "POST", body, headers: { Cookie: forms.cookie, Accept: "text/html" } });
    const response = await driverAction(request, { routeId: String(road.routeId) });
    const answer = response.status === 303 ? null : ((await response.json()) as DriverAnswer);
    return { status: response.status, answer };
  }
  const stored = async (stop: number) => [
    (await attachmentsOf(road, road.stops[stop]!)).length,
    filesIn(road.companyId).length,
  ];

  it("keeps the photo of a plain form that is refused: nobody takes it twice", async () => {
    await database()
      .db("companies")
      .where({ id: road.companyId })
      .update({ delivery_confirmation: 1, confirmation_settings: '{"to_door":{"enabled":1,"photo":2,"signature":2}}' });
    const { status, answer } = await sendForm(done(0, { confirmationType: "to_door", signatureName: "Ann" }));
    expect([status, answer!.message]).toEqual([422, expect.stringContaining("Signature")]);
    expect(await stored(0)).toEqual([1, 1]);
    expect(await statusOf(0)).toBe(EN_ROUTE);
  });

  it("keeps the photo of a plain form while it asks, and keeps it once", async () => {
    const { status, answer } = await sendForm(done(2));
    expect([status, answer!.confirm]).toEqual([409, expect.objectContaining({ title: expect.any(String) })]);
    expect(await stored(2)).toEqual([1, 1]);
    const confirmed = await report(done(2, { confirmed: "1" }));
    expect(confirmed[1].kind).toBe("accepted");
    expect([await stored(2), await statusOf(2)]).toEqual([[1, 1], DELIVERED]);
  });

  it("says when the session has ended, and when it works for another company", async () => {
    expect(await report(done(0), { cookie: "" })).toEqual([401, { kind: "signed-out" }]);
    expect(await report(done(0), { companyId: road.companyId + 1 })).toEqual([409, { kind: "switched" }]);
    expect(await statusOf(0)).toBe(EN_ROUTE);
  });
});
