import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { ActionResult } from "~/lib/action-result";
import { planAction } from "~/features/page-actions.server";
import { driverAction } from "~/features/driver/driver-action.server";
import type { DriverAnswer } from "~/features/driver/driver-action.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { withStuckRows } from "../../helpers/stuck-rows";
import { attachmentsOf, useProofWorld } from "./proof-world";
import { createRoad } from "./road";
import type { Road } from "./road";

const door = readFileSync("tests/fixtures/pictures/door.jpg");
const NOT_STORED = "The pictures could not be stored. See which are there, and add the others once more.";

describe.each(databases())("pictures beside a report that is refused, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  useProofWorld(db);
  let road: Road;
  let cookie: string;

  beforeEach(async () => {
    road = await createRoad(db());
    const user = await getUserAcrossCompanies(db(), road.driverUserId);
    cookie = (await openSession(user, new Headers())).split(";")[0]!;
  });
  afterEach(() => void vi.restoreAllMocks());

  function formOf(fields: Record<string, string>): FormData {
    const body = new FormData();
    for (const [name, value] of Object.entries({ pageCompany: String(road.companyId), ...fields }))
      body.set(name, value);
    body.append("photo", new File([door], "door.jpg"));
    return body;
  }
  /** Of a plain form, as the browser sends it. */
  async function answerTo(fields: Record<string, string>): Promise<DriverAnswer> {
    const body = formOf(fields);
    const url = `http://localhost/platform/driver/${road.routeId}`;
    const request = new Request(url, { method: "POST", body, headers: { Cookie: cookie } });
    const answer = await driverAction(request, { routeId: String(road.routeId) });
    return (await answer.json()) as DriverAnswer;
  }
  /** The same from the plan's page. */
  async function answerInPlan(fields: Record<string, string>): Promise<ActionResult> {
    const user = await getUserAcrossCompanies(db(), road.dispatcher.user.id!);
    const headers = { Cookie: (await openSession(user, new Headers())).split(";")[0]! };
    const request = new Request(`http://localhost/platform/planning/plan/${road.planId}`, {
      method: "POST",
      body: formOf(fields),
      headers,
    });
    const answer = await planAction({ request, params: { planId: String(road.planId) } });
    return answer.json();
  }
  const failed = () => ({ intent: "failed", visitId: String(road.stops[0]), failReasonId: "999" });
  const outOfTurn = () => ({ intent: "done", visitId: String(road.stops[2]) });
  const stuck = <T>(work: () => Promise<T>): Promise<T> =>
    withStuckRows({ db: db(), kind }, { table: "routing_visits", companyId: road.companyId }, work);

  it("are attached all the same, and nothing is said of them", async () => {
    expect((await answerTo(failed())).message).not.toContain("pictures");
    expect(await answerTo(outOfTurn())).toMatchObject({ message: null, confirm: { danger: expect.any(Boolean) } });
    expect([await attachmentsOf(road, road.stops[0]), await attachmentsOf(road, road.stops[2])]).toEqual([
      [expect.anything()],
      [expect.anything()],
    ]);
  });

  it("are never lost without a word: the fault is logged, and whoever took them is told", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { message } = await stuck(() => answerTo(failed()));
    expect(message).toMatch(/^\S.+\. The pictures could not be stored\./);
    const asked = await stuck(() => answerTo(outOfTurn()));
    expect([asked.message, asked.confirm === null]).toEqual([NOT_STORED, false]);
    const inPlan = await stuck(() => answerInPlan({ ...failed(), intent: "visit.failed" }));
    expect(inPlan).toMatchObject({ ok: false, detail: NOT_STORED });
    const stored = expect.stringContaining("stuck") as string;
    expect(logged.mock.calls.map((call) => String(call.at(-1)))).toEqual([stored, stored, stored]);
    expect(await attachmentsOf(road, road.stops[0])).toEqual([]);
  });

  it("are refused with the report where there is no room for them, which is no fault", async () => {
    for (let nth = 0; nth < 4; nth += 1)
      expect((await answerTo(failed())).message).not.toContain("pictures could not be stored");
    expect(await attachmentsOf(road, road.stops[0])).toHaveLength(3);
  });
});
