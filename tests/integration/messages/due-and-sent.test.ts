import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { MESSAGE_ACTIONS } from "~/features/messages/actions.server";
import { findDueMessages, HOLD_SEC } from "~/features/messages/run/find-due.server";
import { lookAtCompany } from "~/features/messages/run/recipient-messages.server";
import { sendNextMessage } from "~/features/messages/run/send-due.server";
import { setServices } from "~/services/container.server";
import type { Mail } from "~/services/mail/mailer";
import type { Sms } from "~/services/sms/sms";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, createRoad } from "../driver/road";
import type { Road } from "../driver/road";

/** Two recipients of the road: of its first stop with phone and e-mail, of its second one with an e-mail. */
describe.each(databases())("what is due and sent to recipients on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let now = 0;
  let mails: Mail[] = [];
  let texts: Sms[] = [];

  beforeEach(async () => {
    now = epochSec(at("08:01"));
    mails = [];
    texts = [];
    setDatabase(db());
    setServices(
      testServices({
        clock: { nowMs: () => now * 1000 },
        routing: testRouting(),
        mailer: { send: (mail) => Promise.resolve(void mails.push(mail)), close: () => undefined },
        sms: { send: (sms) => Promise.resolve(void texts.push(sms)) },
      }),
    );
    for (const table of ["recipient_messages", "message_contacts"] as const) await db()(table).delete();
    await db()("companies").update({ message_channels: null });
  });
  afterEach(() => {
    setServices(undefined);
    setDatabase(undefined);
  });

  async function road(channels: object, columns: object = {}): Promise<Road> {
    const made = await createRoad(db());
    const [a, b] = made.stops;
    const ann = { recipient_phone: "232 12 34", recipient_email: "ann@example.com" };
    await db()("routing_visits").where({ id: a }).update(ann);
    await db()("routing_visits").where({ id: b }).update({ recipient_email: "ben@example.com" });
    await company(made, { title: "Bakery", message_channels: JSON.stringify(channels), ...columns });
    return made;
  }
  const company = ({ companyId }: Road, columns: object) => db()("companies").where({ id: companyId }).update(columns);
  const find = ({ companyId, routeId }: Road) => findDueMessages(db(), companyId, routeId);
  async function sendAll(afterSec = HOLD_SEC): Promise<void> {
    now += afterSec;
    while (await sendNextMessage(db()));
  }

  const rows = async () =>
    (await db()("recipient_messages").orderBy("id")).map(
      (row) => `${row.kind} ${row.channel} ${row.state}${row.reason === null ? "" : ` ${row.reason}`}`,
    );
  /** @param time UTC clock, or epoch seconds */
  const report = (id: number, time: string | number) => {
    const text = typeof time === "string" ? at(time) : utcText(time);
    return db()("routing_visits").where({ id }).update({ status: 4, completed_at: text, updated_at: text });
  };

  it("are answered to the company's e-mail, unless that is hidden or somebody's to sign in with", async () => {
    const told = async (columns: object) => {
      const made = await road({ next: ["mail"] }, { email: "desk@bakery.example" });
      const { email } = (await db()("users").where({ id: made.ownerId }).first())!;
      if (Object.keys(columns).length > 0) await company(made, "email" in columns ? { email } : columns);
      await find(made);
      await sendAll();
      return mails.at(-1)!;
    };
    expect((await told({})).replyTo).toBe("desk@bakery.example");
    expect(await told({ email: "the owner's" })).not.toHaveProperty("replyTo");
    expect(await told({ recipient_settings: '{"contact":false}' })).not.toHaveProperty("replyTo");
    expect(mails).toHaveLength(3);
  });

  it("name the driver by their first name alone", async () => {
    const made = await road({ next: ["mail"] }, { message_language: "en" });
    const textWith = async (name: string) => {
      await db()("company_members").where({ id: made.driverId }).update({ name });
      await db()("recipient_messages").delete();
      await find(made);
      await sendAll();
      return mails.at(-1)!.text;
    };
    expect(await textWith("Dora Driver")).toContain("the next stop of our driver Dora. ");
    // Without a name in the team it is the account's.
    await db()("users").where({ id: made.driverUserId }).update({ name: "Dolly Dot" });
    expect(await textWith("")).toContain("the next stop of our driver Dolly. ");
  });

  it("tell one who was told by SMS that they are next by e-mail, too, that the vehicle is on its way", async () => {
    const made = await road({ out_for_delivery: ["mail"], next: ["sms"] });
    await find(made);
    // As where the carrier of mails is away for a minute.
    await db()("recipient_messages")
      .where({ channel: "mail" })
      .update({ next_try_at: utcText(now + 60) });
    await sendAll();
    expect([mails.length, texts.length]).toEqual([0, 1]);
    await sendAll(60);
    expect(mails.map(({ to }) => to).sort()).toEqual(["ann@example.com", "ben@example.com"]);
  });

  it("tell nothing by a way that was switched on later, but that the vehicle comes", async () => {
    const made = await road({ delivered: ["mail"] }, { message_on_since: JSON.stringify({ delivered: at("07:00") }) });
    const [a, b] = made.stops;
    await db()("routing_visits").where({ id: b }).update({ recipient_phone: "232 12 35" });
    await report(a, "08:12");
    now = epochSec(at("08:12"));
    await find(made);
    await sendAll();
    expect([mails.length, texts.length]).toEqual([1, 0]);
    now = epochSec(at("14:00"));
    await db()("routing_plans")
      .where({ id: made.planId })
      .update({ updated_at: at("08:12") });
    await submit(MESSAGE_ACTIONS["messages.save"], made.dispatcher, {
      ...{ delivered_mail: "1", delivered_sms: "1", out_for_delivery_sms: "1" },
      ...{ quiet_start: "", quiet_end: "", sender: "", language: "" },
    });
    await lookAtCompany(db(), made.companyId, now - DAY_SEC);
    await sendAll();
    expect(await rows()).toEqual(["delivered mail sent", "out_for_delivery sms sent"]);
    await report(b, "14:02");
    now = epochSec(at("14:02"));
    await find(made);
    await sendAll();
    expect((await rows()).slice(2).sort()).toEqual(["delivered mail sent", "delivered sms sent"]);
  });

  it("switched on while it waits is not told of what was done before either", async () => {
    const made = await road({ delivered: ["mail", "sms"] });
    await report(made.stops[0], "08:12");
    now = epochSec(at("08:12"));
    await find(made);
    await company(made, { message_on_since: JSON.stringify({ delivered_sms: at("08:13") }) });
    await sendAll();
    expect(await rows()).toEqual(["delivered mail sent", "delivered sms dropped too_late"]);
  });

  const BOTH = { out_for_delivery: ["mail"], next: ["mail"] };
  const told = () => mails.map(({ to, subject }) => `${to} ${subject}`);
  const COMES = "Bakery kommt heute zu Ihnen";
  const NEXT = "Bakery: Sie sind als Nächstes an der Reihe";

  it.each([
    ["within the time of a wrong tap", {}, 5],
    ["within the quiet hours", { message_quiet_start: "08:00", message_quiet_end: "10:00" }, 59 * 60],
  ])("tell one who is next %s that alone", async (_when, quiet, afterSec) => {
    const made = await road(BOTH, quiet);
    await find(made);
    await report(made.stops[0], now + 5);
    now += 5;
    await find(made);
    // 10:00 in Vaduz is 09:00 UTC; the next stop is a quarter of an hour away, and a report makes it last.
    await report(made.stops[0], now + afterSec - 10);
    await sendAll(afterSec + HOLD_SEC);
    await find(made);
    await sendAll();
    expect(told()).toEqual([`ben@example.com ${NEXT}`]);
    expect(await rows()).toEqual([
      "next mail dropped too_late",
      "out_for_delivery mail dropped too_late",
      "next mail sent",
    ]);
  });

  it.each([
    ["before it is sent", [`ben@example.com ${COMES}`]],
    ["and that is found before it is sent", []],
  ])("tell one who was to be next, and is no more, that the vehicle comes: %s", async (_when, besides) => {
    const made = await road(BOTH);
    const [a, b] = made.stops;
    await find(made);
    const place = (id: number, position: number) => db()("routing_visits").where({ id }).update({ position });
    await place(a, 2);
    await place(b, 1);
    if (besides.length === 0) await find(made);
    await sendAll();
    await find(made);
    await sendAll();
    await find(made);
    await sendAll();
    expect(told().sort()).toEqual([`ann@example.com ${COMES}`, ...besides, `ben@example.com ${NEXT}`].sort());
  });
});
