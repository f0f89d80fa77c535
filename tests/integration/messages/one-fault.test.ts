import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { epochSec } from "~/domain/time/utc-text";
import { HOLD_SEC } from "~/features/messages/run/find-due.server";
import { lookAtCompany, startRecipientMessages } from "~/features/messages/run/recipient-messages.server";
import { setServices } from "~/services/container.server";
import { createRoute, createVisits } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { withStuckRows } from "../../helpers/stuck-rows";
import { at, createRoad } from "../driver/road";
import type { Road } from "../driver/road";

describe.each(databases())("messages to recipients, where something can't be looked at, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let now = 0;
  let told: string[] = [];

  beforeEach(async () => {
    now = epochSec(at("08:01"));
    told = [];
    setDatabase(db());
    const send = ({ to }: { to: string }) => Promise.resolve(void told.push(to));
    setServices(
      testServices({
        clock: { nowMs: () => now * 1000 },
        routing: testRouting(),
        mailer: { send, close: () => undefined },
        sms: { send },
      }),
    );
    for (const table of ["recipient_messages", "message_contacts"] as const) await db()(table).delete();
    await db()("companies").update({ message_channels: null });
  });
  afterEach(() => {
    setServices(undefined);
    setDatabase(undefined);
  });

  const setChannels = ({ companyId }: Road, message_channels: string) =>
    db()("companies").where({ id: companyId }).update({ message_channels });
  const ON = JSON.stringify({ next: ["mail", "sms"] });

  /** A company of which one stop is next, with an e-mail; the route has last changed an hour ago. */
  async function road(email: string): Promise<Road> {
    const made = await createRoad(db());
    const touch = { updated_at: at("07:00") };
    await db()("routing_plans").where({ id: made.planId }).update(touch);
    await db()("routing_routes").where({ id: made.routeId }).update(touch);
    await db()("routing_visits").where({ id: made.stops[0] }).update({ recipient_email: email, recipient_phone: "" });
    await setChannels(made, ON);
    return made;
  }
  const messagesOf = ({ companyId }: Road) => db()("recipient_messages").where({ company_id: companyId });

  it("come out for all other companies, and for that one once it can be", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const unreadable = await road("ann@example.com");
    await setChannels(unreadable, '{"next":5}');
    const other = await road("ben@example.com");
    const running = startRecipientMessages();
    await vi.waitFor(async () => expect(await messagesOf(other)).toHaveLength(1), { timeout: 60_000 });
    now += HOLD_SEC;
    await vi.waitFor(() => expect(told).toEqual(["ben@example.com"]), { timeout: 60_000 });
    expect(log.mock.calls).toEqual([["Messages to recipients could not be found:", expect.any(TypeError)]]);
    await setChannels(unreadable, ON);
    // The next look at all companies.
    now += 30;
    await vi.waitFor(async () => expect(await messagesOf(unreadable)).toHaveLength(1), { timeout: 60_000 });
    await running.stop();
  });

  it("come out for the company's other routes", async () => {
    const made = await road("ann@example.com");
    const { companyId, planId } = made;
    const look = () => lookAtCompany(db(), companyId, now - DAY_SEC);
    expect(await look()).toBe(1);
    // What was dropped, and holds again, is an update; what is new is none.
    await messagesOf(made).update({ state: "dropped", reason: "too_late", next_try_at: null });
    const routeId = await createRoute(db(), companyId, planId, { status: 4 });
    await createVisits(db(), companyId, [
      { plan_id: planId, route_id: routeId, status: 3, position: 1, recipient_email: "ben@example.com" },
    ]);
    await db()("routing_routes")
      .where({ id: routeId })
      .update({ updated_at: at("07:00") });
    const stuck = { table: "recipient_messages", companyId };
    await withStuckRows({ db: db(), kind }, stuck, () => expect(look()).rejects.toThrow("stuck"));
    expect(await messagesOf(made).orderBy("id").select("route_id", "state")).toEqual([
      { route_id: made.routeId, state: "dropped" },
      { route_id: routeId, state: "waiting" },
    ]);
  });
});
