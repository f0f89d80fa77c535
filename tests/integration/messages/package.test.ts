import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { databaseLimiter } from "~/db/limiter.server";
import { insertBilling, updateBilling } from "~/db/repositories/billings.server";
import { allowanceWords, TRIAL_MESSAGES } from "~/domain/messages/message-allowance";
import type { MessageChannel } from "~/domain/messages/message-kind";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { MESSAGE_ACTIONS } from "~/features/messages/actions.server";
import { loadMessagesPage } from "~/features/messages/queries/messages-page.server";
import { findDueMessages, HOLD_SEC } from "~/features/messages/run/find-due.server";
import { sendNextMessage } from "~/features/messages/run/send-due.server";
import { loadVisitDetails } from "~/features/planning/visit-panel/visit-details.server";
import { recordOf } from "~/planner/company-package.server";
import { messageAllowance, takeMessage } from "~/planner/message-allowance.server";
import { CarrierError } from "~/services/carrier-error";
import { setServices } from "~/services/container.server";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import type { Limits } from "~/services/limits/limits.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { at, createRoad } from "../driver/road";
import type { Road } from "../driver/road";

const SHOP = { to: "/company/billing/shop", label: "Open the shop" };
const ENDED = "Your package has ended: recipients are told nothing until another one begins.";
const TRIAL = "A trial sends up to 100 e-mails and 20 SMS a day. A package sends more.";
const PAID = { package: "optimization_monthly", visits_period: "monthly", end_date: "2026-12-30" } as const;
const ALL = { out_for_delivery: ["mail", "sms"], next: ["mail", "sms"], delivered: ["mail", "sms"] };

describe.each(databases())("messages within a company's package on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let now = 0;
  let mails: string[] = [];
  let texts: string[] = [];
  let fail: Error | null = null;

  const carry = (to: string, list: string[]): Promise<void> => {
    if (fail !== null) return Promise.reject(fail);
    list.push(to);
    return Promise.resolve();
  };

  beforeEach(async () => {
    now = epochSec(at("08:01"));
    mails = [];
    texts = [];
    fail = null;
    setDatabase(db());
    setLimits(limitsWith(databaseLimiter(db())));
    setServices(
      testServices({
        clock: { nowMs: () => now * 1000 },
        routing: testRouting(),
        mailer: { send: ({ to }) => carry(to, mails), close: () => undefined },
        sms: { send: ({ to }) => carry(to, texts) },
      }),
    );
    for (const table of ["recipient_messages", "message_contacts"] as const) await db()(table).delete();
    await db()("companies").update({ message_channels: null });
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
  });
  afterEach(() => {
    setLimits(undefined);
    setServices(undefined);
    setDatabase(undefined);
  });

  const TRIAL_OF = {
    package: "free",
    visits_limit: 1000,
    visits_period: "all_period",
    end_date: "2026-11-28",
  } as const;

  /** Two recipients with phone and e-mail, the third with nothing. */
  async function road(channels: object = ALL): Promise<Road> {
    const made = await createRoad(db());
    for (const [index, id] of made.stops.slice(0, 2).entries())
      await db()("routing_visits")
        .where({ id })
        .update({ recipient_phone: `232 12 3${index}`, recipient_email: `r${index}@example.org` });
    await db()("companies")
      .where({ id: made.companyId })
      .update({ message_channels: JSON.stringify(channels) });
    await pays(made, TRIAL_OF);
    return made;
  }
  /** Changes what the company has; at first that is a trial. */
  async function pays({ companyId }: Road, columns: Parameters<typeof updateBilling>[3]): Promise<void> {
    const { row } = await recordOf(db(), companyId, utcText(now));
    await updateBilling(db(), companyId, row.id, columns, utcText(now));
  }
  const find = ({ companyId, routeId }: Road) => findDueMessages(db(), companyId, routeId);
  async function sendAll(): Promise<void> {
    now += HOLD_SEC;
    while (await sendNextMessage(db()));
  }
  async function findAndSend(made: Road): Promise<void> {
    await find(made);
    await sendAll();
  }
  const rows = async () =>
    (await db()("recipient_messages").orderBy("id")).map(({ kind: what, channel, state, reason }) =>
      [what, channel, state, reason].filter(Boolean).join(" "),
    );
  const report = (id: number, time: string) =>
    db()("routing_visits")
      .where({ id })
      .update({ status: 4, completed_at: at(time), updated_at: at(time) });
  /** So many have gone out today. */
  async function haveGoneOut({ companyId }: Road, channel: MessageChannel, many: number): Promise<void> {
    const allowance = await messageAllowance(db(), companyId, utcText(now));
    for (let one = 0; one < many; one += 1) expect(await takeMessage(companyId, channel, allowance)).toBe(0);
  }

  it("are none once it has ended: the log says why, and where another is chosen to those who may", async () => {
    const made = await road({ out_for_delivery: ["mail"], next: ["sms"] });
    await pays(made, { end_date: "2026-11-23" });
    await findAndSend(made);
    await findAndSend(made);
    expect([mails, texts]).toEqual([[], []]);
    expect(await rows()).toEqual([
      "out_for_delivery mail dropped package_ended",
      "out_for_delivery mail dropped package_ended",
      "next sms dropped package_ended",
    ]);
    const [visitId] = made.stops;
    const dispatcher = sessionOf(made, { isDispatcher: true }, made.driverUserId);
    const seen = await loadVisitDetails(made.dispatcher, visitId);
    expect(seen.heldBack).toEqual({ words: ENDED, shop: SHOP });
    expect(seen.messages[0]).toMatchObject({ state: "dropped", why: "The company’s package had ended" });
    expect((await loadVisitDetails(dispatcher, visitId)).heldBack).toEqual({ words: ENDED, shop: null });
    const request = new Request("http://localhost/platform/company/messages");
    expect((await loadMessagesPage(made.dispatcher, request)).package).toEqual({ words: ENDED, shop: SHOP });

    await pays(made, { ...PAID, visits_limit: 100 });
    expect((await loadVisitDetails(made.dispatcher, visitId)).heldBack).toBeNull();
    await findAndSend(made);
    expect([mails, texts]).toEqual([["r0@example.org", "r1@example.org"], ["+4232321230"]]);
  });

  it("that were held back are told for as long as they make sense", async () => {
    const made = await road({ out_for_delivery: ["mail"], delivered: ["mail"] });
    const [a, b] = made.stops;
    await pays(made, { end_date: "2026-11-23" });
    now = epochSec(at("08:20"));
    await report(a, "08:12");
    await find(made);
    now = epochSec(at("10:00"));
    await report(b, "09:50");
    await find(made);
    await pays(made, { ...PAID, visits_limit: 100 });
    now = epochSec(at("11:30"));
    await findAndSend(made);
    expect(mails).toEqual(["r1@example.org"]);
    expect(await rows()).toEqual([
      "delivered mail dropped package_ended",
      "out_for_delivery mail dropped package_ended",
      "delivered mail sent",
    ]);
  });

  it("that wait when it ends are dropped, and those of a route of its last day go out after midnight", async () => {
    const made = await road({ out_for_delivery: ["mail"] });
    await db()("companies")
      .where({ id: made.companyId })
      .update({ message_quiet_start: "04:00", message_quiet_end: "04:00" });
    await find(made);
    await pays(made, { end_date: "2026-11-23" });
    await sendAll();
    expect(new Set(await rows())).toEqual(new Set(["out_for_delivery mail dropped package_ended"]));
    // By UTC the next day has begun.
    await pays(made, { end_date: "2026-11-24" });
    now = epochSec("2026-11-24 00:30:00");
    await findAndSend(made);
    expect(mails).toHaveLength(2);
    await db()("recipient_messages").delete();
    await db()("routing_plans").where({ id: made.planId }).update({ service_date: "2026-11-24" });
    await findAndSend(made);
    expect(mails).toHaveLength(2);
    expect(new Set(await rows())).toEqual(new Set(["out_for_delivery mail dropped package_ended"]));
  });

  it("end for a trial at so many a day, by each way apart, and go on with what is paid for", async () => {
    const made = await road({ out_for_delivery: ["mail", "sms"] });
    await haveGoneOut(made, "sms", TRIAL_MESSAGES.sms - 1);
    await haveGoneOut(made, "mail", TRIAL_MESSAGES.mail);
    await findAndSend(made);
    expect([mails, texts]).toEqual([[], ["+4232321230"]]);
    const [, second] = made.stops;
    expect((await loadVisitDetails(made.dispatcher, second)).heldBack).toEqual({ words: TRIAL, shop: SHOP });
    const held = await rows();
    expect(held.sort()).toEqual([
      "out_for_delivery mail dropped day_limit",
      "out_for_delivery mail dropped day_limit",
      "out_for_delivery sms dropped day_limit",
      "out_for_delivery sms sent",
    ]);
    // Looked at again and again, nothing is put back into the queue.
    await find(made);
    expect((await rows()).sort()).toEqual(held);
    // What was refused, however often, is no part of what may go out once it is paid for.
    const trial = await messageAllowance(db(), made.companyId, utcText(now));
    for (let refused = 0; refused < 600; refused++)
      expect(await takeMessage(made.companyId, "mail", trial)).toBeGreaterThan(0);
    await pays(made, { ...PAID, visits_limit: 100 });
    expect((await loadVisitDetails(made.dispatcher, second)).heldBack).toBeNull();
    await findAndSend(made);
    expect([mails, texts]).toEqual([
      ["r0@example.org", "r1@example.org"],
      ["+4232321230", "+4232321231"],
    ]);
  });

  it.each([
    ["its visits", [], 600],
    ["the visits of a larger one before it", [{ status: "past", start_date: "2026-10-30", visits_limit: 150 }], 750],
    ["its visits, whatever was ordered and given up", [{ status: "past", start_date: "2026-12-30" }], 600],
  ] as const)("reach as far as a paid package needs for %s", async (_whose, others, most) => {
    const made = await road({ out_for_delivery: ["mail"] });
    await pays(made, { ...PAID, visits_limit: 120 });
    for (const other of others)
      await insertBilling(db(), made.companyId, { ...PAID, visits_limit: 9_000, ...other }, utcText(now));
    expect((await messageAllowance(db(), made.companyId, utcText(now))).perDay).toEqual({ mail: most, sms: most });
    await haveGoneOut(made, "mail", most - 1);
    await findAndSend(made);
    expect(mails).toHaveLength(1);
    expect((await rows()).sort()).toEqual(["out_for_delivery mail dropped day_limit", "out_for_delivery mail sent"]);
  });

  it("are never more than a day holds, with two processes that send", async () => {
    const second = kind === "sqlite" ? db() : createDatabase(database().config);
    try {
      const made = await road({ out_for_delivery: ["sms"], next: ["sms"] });
      await haveGoneOut(made, "sms", TRIAL_MESSAGES.sms - 1);
      const both = [db(), second].map((one) => limitsWith(databaseLimiter(one)));
      let turn = 0;
      const inTurn = (): Limits => both[(turn += 1) % 2]!;
      setLimits({
        take: (...use) => inTurn().take(...use),
        giveBack: (...uses) => inTurn().giveBack(...uses),
        look: (...use) => inTurn().look(...use),
        room: (...use) => inTurn().room(...use),
        forget: (...use) => inTurn().forget(...use),
      });
      await find(made);
      now += HOLD_SEC;
      await Promise.all([db(), second, db(), second].map((one) => sendNextMessage(one)));
      await sendAll();
      expect(texts).toHaveLength(1);
      expect((await rows()).filter((row) => row.endsWith("day_limit"))).toHaveLength(1);
    } finally {
      if (second !== db()) await second.destroy();
    }
  });

  it("count though they were queued before the quiet hours, and waited for their end", async () => {
    const made = await road({ out_for_delivery: ["sms"] });
    await haveGoneOut(made, "sms", TRIAL_MESSAGES.sms - 1);
    await find(made);
    // From 08:01 to 09:00 by UTC.
    await db()("companies")
      .where({ id: made.companyId })
      .update({ message_quiet_start: "09:01", message_quiet_end: "10:00" });
    await sendAll();
    expect(await rows()).toEqual(["out_for_delivery sms waiting", "out_for_delivery sms waiting"]);
    now = epochSec(at("09:00"));
    await sendAll();
    expect(texts).toHaveLength(1);
    expect((await rows()).sort()).toEqual(["out_for_delivery sms dropped day_limit", "out_for_delivery sms sent"]);
  });

  it("count once, however often a carrier is tried", async () => {
    const made = await road({ next: ["sms"] });
    await haveGoneOut(made, "sms", TRIAL_MESSAGES.sms - 1);
    await find(made);
    fail = new CarrierError("The mail server could not be reached.");
    await sendAll();
    fail = null;
    now += 15;
    await sendAll();
    expect(await rows()).toEqual(["next sms sent"]);
  });

  it("of a test count like all others, and need a package", async () => {
    const made = await road();
    await db()("users").where({ id: made.ownerId }).update({ phone: "+423 232 12 34" });
    const test = () =>
      submit(MESSAGE_ACTIONS["messages.test"], made.dispatcher, { language: "de", kind: "next", channel: "sms" });
    await haveGoneOut(made, "sms", TRIAL_MESSAGES.sms - 1);
    await test();
    await expect(test()).rejects.toMatchObject({ status: 429, message: `No more messages go out today. ${TRIAL}` });
    await pays(made, { end_date: "2026-11-23" });
    await expect(test()).rejects.toMatchObject({ status: 402, message: ENDED, link: SHOP });
    expect(texts).toEqual(["+4232321234"]);
  });
});

it("where nobody counts, nothing is said of how many messages go out", () => {
  expect(allowanceWords({ isOver: false, isTrial: false, perDay: null })).toBeNull();
});
