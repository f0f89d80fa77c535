import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { addDays } from "~/domain/time/calendar";
import { epochSec } from "~/domain/time/utc-text";
import { findDueMessages, HOLD_SEC } from "~/features/messages/run/find-due.server";
import { lookAtCompany } from "~/features/messages/run/recipient-messages.server";
import { sendNextMessage } from "~/features/messages/run/send-due.server";
import { loadVisitDetails } from "~/features/planning/visit-panel/visit-details.server";
import { LINK_ACTIONS } from "~/features/recipients/actions.server";
import { loadLiveVisit } from "~/features/recipients/queries/live-pages.server";
import { setServices } from "~/services/container.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, createRoad } from "../driver/road";
import type { Road } from "../driver/road";

const WRONG = { recipient_email: "wrong@example.org", recipient_phone: "232 12 30" };
const RIGHT = { recipient_email: "right@example.org", recipient_phone: "232 12 31" };

describe.each(databases())("a visit that was told of to somebody else on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let now = 0;
  let sent: string[] = [];
  let road: Road;
  let visitId = 0;

  beforeEach(async () => {
    now = epochSec(at("08:01"));
    sent = [];
    setDatabase(db());
    const carry = ({ to }: { to: string }) => Promise.resolve(void sent.push(to));
    setServices(
      testServices({
        clock: { nowMs: () => now * 1000 },
        routing: testRouting(),
        baseMaps: { current: () => [], own: () => [], named: () => null },
        mailer: { send: carry, close: () => undefined },
        sms: { send: carry },
      }),
    );
    await db()("recipient_messages").delete();
    await db()("companies").update({ message_channels: null });
    road = await createRoad(db());
    [visitId] = road.stops;
    await tells({ next: ["mail", "sms"] });
    await named(WRONG);
  });
  afterEach(() => {
    setServices(undefined);
    setDatabase(undefined);
  });

  const tells = (channels: object) =>
    db()("companies")
      .where({ id: road.companyId })
      .update({ message_channels: JSON.stringify(channels) });
  const named = (columns: Partial<typeof WRONG>) => db()("routing_visits").where({ id: visitId }).update(columns);
  async function tell(): Promise<void> {
    await findDueMessages(db(), road.companyId, road.routeId);
    now += HOLD_SEC;
    while (await sendNextMessage(db()));
    now += 1;
  }
  const revoke = () => submit(LINK_ACTIONS["tracking.revoke_visit"], road.dispatcher, { visitId });
  /** As both the visit's panel and its live page say. */
  async function strangers(): Promise<string[]> {
    const { strangers: found } = await loadVisitDetails(road.dispatcher, visitId);
    expect((await loadLiveVisit(road.dispatcher, visitId)).strangers).toEqual(found);
    return found;
  }

  it("says whose link opens it still, once a message has gone out, until the link is revoked or over", async () => {
    await named(RIGHT);
    expect(await strangers()).toEqual([]);
    await named(WRONG);
    await tell();
    expect(sent.sort()).toEqual(["+4232321230", "wrong@example.org"]);
    expect(await strangers()).toEqual([]);
    await named({ recipient_email: RIGHT.recipient_email });
    expect(await strangers()).toEqual(["wrong@example.org"]);
    await named({ recipient_email: "", recipient_phone: "call me" });
    expect(await strangers()).toEqual(["wrong@example.org", "+4232321230"]);
    // It is told to those who may revoke it.
    expect((await loadLiveVisit(road.driver, visitId)).strangers).toEqual([]);
    const today = now;
    now = epochSec(`${addDays("2026-11-23", 8)} 00:00:00`);
    expect(await strangers()).toEqual([]);
    now = today;
    await revoke();
    expect(await strangers()).toEqual([]);
  });

  it("says nothing where the address or the number is written in another way", async () => {
    await tell();
    for (const recipient_email of ["Wrong@Example.ORG", " wrong@example.org "])
      for (const recipient_phone of ["+423 232 12 30", "00423 2321230", "232-12-30", "+4232321230"]) {
        await named({ recipient_email, recipient_phone });
        expect(await strangers(), `${recipient_email} ${recipient_phone}`).toEqual([]);
      }
  });

  const log = async () =>
    (await db()("recipient_messages").where({ visit_id: visitId }).orderBy("id")).map(
      ({ kind: what, contact, state }) => `${what} ${contact} ${state}`,
    );

  it("tells the new recipient the same once the link is revoked, once, and the log keeps both", async () => {
    await tells({ next: ["mail"] });
    await tell();
    await named(RIGHT);
    await tell();
    expect(sent).toEqual(["wrong@example.org"]);
    await revoke();
    // Nothing of the route has changed.
    expect(await lookAtCompany(db(), road.companyId, now - 60)).toBe(1);
    await tell();
    await tell();
    expect(sent).toEqual(["wrong@example.org", "right@example.org"]);
    expect(await log()).toEqual(["next wrong@example.org sent", "next right@example.org sent"]);
    expect(await strangers()).toEqual([]);
    // To and fro: each of them was told.
    await named({ ...WRONG, recipient_email: "Wrong@example.org" });
    await revoke();
    await tell();
    expect(sent).toHaveLength(2);
  });

  it("tells nobody twice whose link was revoked, and nobody else before it is", async () => {
    await tells({ next: ["mail"] });
    await revoke();
    now += 1;
    await tell();
    // It went out after that, and its link opens.
    await named(RIGHT);
    await tell();
    expect(await strangers()).toEqual(["wrong@example.org"]);
    await named({ recipient_email: "WRONG@example.org" });
    await revoke();
    await tell();
    expect(sent).toEqual(["wrong@example.org"]);
  });

  it("tells the new recipient that the vehicle comes, where another was told that they are next", async () => {
    await tells({ next: ["mail"], out_for_delivery: ["mail"] });
    await tell();
    await named(RIGHT);
    const [a, b] = road.stops;
    await db()("routing_visits").where({ id: a }).update({ position: 2 });
    await db()("routing_visits").where({ id: b }).update({ position: 1 });
    await tell();
    expect(await log()).toEqual(["next wrong@example.org sent", "out_for_delivery right@example.org sent"]);
  });

  it("is told of once where two messages were made for two recipients at the same moment", async () => {
    await tells({ next: ["mail"] });
    await findDueMessages(db(), road.companyId, road.routeId);
    const [first] = await db()("recipient_messages");
    const { id: _id, ...rest } = first!;
    await db()("recipient_messages").insert({ ...rest, uid: "f".repeat(32), contact: RIGHT.recipient_email });
    await named(RIGHT);
    await tell();
    expect(sent).toEqual(["right@example.org"]);
  });
});
