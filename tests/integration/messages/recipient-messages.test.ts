import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { keepMessageContact, setStopped } from "~/db/repositories/message-contacts.server";
import {
  claimMessageAcrossCompanies,
  removeOldMessagesAcrossCompanies,
} from "~/db/repositories/recipient-messages.server";
import { ShortPieces } from "~/db/short-pieces.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds, epochSec, utcText } from "~/domain/time/utc-text";
import { MESSAGE_ACTIONS } from "~/features/messages/actions.server";
import { lookAtCompany, startRecipientMessages } from "~/features/messages/run/recipient-messages.server";
import { findDueMessages, HOLD_SEC } from "~/features/messages/run/find-due.server";
import { sendNextMessage } from "~/features/messages/run/send-due.server";
import { SAMPLE_DAY } from "~/features/planning/sample-day";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { publishChange, setPublisher } from "~/realtime/publisher.server";
import { setServices } from "~/services/container.server";
import { CarrierError } from "~/services/carrier-error";
import { MailRefused } from "~/services/mail/mailer";
import type { Mail } from "~/services/mail/mailer";
import { smsGateway } from "~/services/sms/http-gateway.server";
import type { Sms, SmsSender } from "~/services/sms/sms";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { recordChanges } from "../../helpers/live";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, createRoad } from "../driver/road";
import type { Road } from "../driver/road";

const ALL = { out_for_delivery: ["mail", "sms"], next: ["mail", "sms"], delivered: ["mail", "sms"], failed: ["mail"] };

describe.each(databases())("messages to recipients on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let now = 0;
  let mails: (Mail & { uid: string | undefined })[] = [];
  let texts: (Sms & { uid: string })[] = [];
  let fail: Error | null = null;

  const world = (sms?: SmsSender) =>
    setServices(
      testServices({
        clock: { nowMs: () => now * 1000 },
        routing: testRouting(),
        mailer: {
          send(mail, uid) {
            if (fail !== null) return Promise.reject(fail);
            mails.push({ ...mail, uid });
            return Promise.resolve();
          },
          close: () => undefined,
        },
        sms: sms ?? {
          send(one, uid) {
            if (fail !== null) return Promise.reject(fail);
            texts.push({ ...one, uid });
            return Promise.resolve();
          },
        },
      }),
    );

  beforeEach(async () => {
    now = epochSec(at("08:01"));
    mails = [];
    texts = [];
    fail = null;
    setDatabase(db());
    world();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    for (const table of ["recipient_messages", "message_contacts", "message_texts"] as const)
      await db()(table).delete();
    await db()("companies").update({ message_channels: null });
  });
  afterEach(() => {
    setServices(undefined);
    setPublisher(undefined);
    setDatabase(undefined);
    vi.restoreAllMocks();
  });

  /** Three stops: the first with phone and e-mail, the second with an e-mail, the third with neither. */
  async function road(channels: object = ALL, columns: object = {}): Promise<Road> {
    const made = await createRoad(db());
    const [a, b] = made.stops;
    await db()("routing_visits")
      .where({ id: a })
      .update({ recipient_phone: "232 12 34", recipient_email: "ann@example.com", recipient_name: "Ann <b>" });
    await db()("routing_visits").where({ id: b }).update({ recipient_email: "ben@example.com" });
    await db()("companies")
      .where({ id: made.companyId })
      .update({ title: "Bakery", message_channels: JSON.stringify(channels), ...columns });
    return made;
  }
  const find = ({ companyId, routeId }: Road) => findDueMessages(db(), companyId, routeId);
  /** Sends all that is due, after the time in which a wrong tap can be taken back. */
  async function sendAll(afterSec = HOLD_SEC): Promise<void> {
    now += afterSec;
    while (await sendNextMessage(db()));
  }
  const rows = async () =>
    (await db()("recipient_messages").orderBy("id")).map(
      (row) => `${row.kind} ${row.channel} ${row.state}${row.reason === null ? "" : ` ${row.reason}`}`,
    );
  const report = (id: number, time: string, status = 4) =>
    db()("routing_visits")
      .where({ id })
      .update({ status, completed_at: at(time), updated_at: at(time) });

  it("go to nobody of the sample day, whose e-mails and phones are made up", async () => {
    const made = await road();
    const [a] = made.stops;
    const { recipient_email: email, recipient_phone: phone } = SAMPLE_DAY.visits[0]!;
    await db()("routing_visits").where({ route_id: made.routeId }).update({ recipient_email: "", recipient_phone: "" });
    await db()("routing_visits").where({ id: a }).update({ recipient_email: email, recipient_phone: phone });
    await find(made);
    await sendAll();
    expect([mails, texts]).toEqual([[], []]);
    expect((await rows()).sort()).toEqual(["next mail dropped no_contact", "next sms dropped no_contact"]);
  });

  it("say once who comes, by the ways that are on, in the language of the country, with both links", async () => {
    const made = await road();
    const changed: string[] = [];
    recordChanges(({ model, action, ids }) => void changed.push(`${model} ${action} ${ids.join()}`));
    expect(await find(made)).toBe(3);
    expect(await find(made)).toBe(0);
    expect(await sendNextMessage(db())).toBe(false);
    const [a, b] = made.stops;
    expect(changed).toEqual([`RecipientMessage create ${a},${b}`]);
    await sendAll();
    expect(changed.slice(1).sort()).toEqual([a, a, b].map((id) => `RecipientMessage update ${id}`));
    expect(mails.map(({ to }) => to).sort()).toEqual(["ann@example.com", "ben@example.com"]);
    expect(texts).toHaveLength(1);
    const [sms] = texts as [Sms & { uid: string }];
    expect(sms.to).toBe("+4232321234");
    expect(sms.text).toMatch(/^Bakery: Sie sind als Nächstes an der Reihe, voraussichtlich \d\d:\d\d-\d\d:\d\d Uhr\./);
    expect(sms.text).toMatch(/http\S+\/platform\/tracking\/public\/visit\/\d+\/\S{24}/);
    expect(sms.text).toMatch(/Keine SMS mehr: http\S+\/platform\/stop\/[\w-]{16}$/);
    const ann = mails.find(({ to }) => to === "ann@example.com")!;
    expect(ann).toMatchObject({ subject: "Bakery: Sie sind als Nächstes an der Reihe", fromName: "Bakery" });
    expect(ann.text).toContain("Guten Tag Ann <b>,");
    expect(ann.text).toMatch(/Sie können uns zwischen \d\d:\d\d und \d\d:\d\d Uhr erwarten\./);
    expect(ann.html).toContain("Ann &#60;b&#62;");
    expect(ann.html).toContain('<html lang="de">');
    expect(ann.unsubscribeUrl).toMatch(/\/platform\/stop\/[\w-]{16}$/);
    expect(ann.text).toContain(ann.unsubscribeUrl);
    expect(mails.find(({ to }) => to === "ben@example.com")!.subject).toBe("Bakery kommt heute zu Ihnen");
    await find(made);
    await sendAll();
    expect([mails.length, texts.length]).toEqual([2, 1]);
    expect(await rows()).toEqual(["next mail sent", "out_for_delivery mail sent", "next sms sent"]);
  });

  it.each([
    ["22:45", "heute", "23:35"],
    ["23:20", "morgen", "00:10"],
  ])("name the day of the arrival: %s UTC is %s", async (arrival, day, from) => {
    const awake = { message_quiet_start: "04:00", message_quiet_end: "04:00" };
    const made = await road({ out_for_delivery: ["mail", "sms"] }, awake);
    const [a, b] = made.stops;
    await report(made.start, "22:00");
    await db()("routing_visits")
      .where({ id: a })
      .update({ arrival_time: at("22:30") });
    await db()("routing_visits")
      .where({ id: b })
      .update({ arrival_time: at(arrival), recipient_phone: "232 12 35", end_time: null });
    now = epochSec(at("22:01"));
    await find(made);
    await sendAll();
    expect(mails.find(({ to }) => to === "ben@example.com")!.subject).toBe(`Bakery kommt ${day} zu Ihnen`);
    const sms = texts.find(({ to }) => to === "+4232321235")!;
    expect(sms.text).toMatch(new RegExp(`^Bakery kommt ${day} zu Ihnen, voraussichtlich ${from}-`));
  });

  it("are nothing where nothing is on, and follow the company's own words, name and language", async () => {
    const off = await road({});
    expect(await find(off)).toBe(0);
    const made = await road({ next: ["sms"] }, { message_sender: "Zopf", message_language: "fr" });
    await db()("message_texts").insert({
      ...{ company_id: made.companyId, language: "fr", kind: "next", subject: "s", mail: "m" },
      sms: "{company}: {recipient}[, {reason}] {stop}",
      ...{ created_at: at("08:00"), updated_at: at("08:00") },
    });
    await find(made);
    await sendAll();
    expect(texts.map(({ text, from }) => [text.replace(/ http.*/, ""), from])).toEqual([["Zopf: Ann <b>", "Zopf"]]);
  });

  it("of what was done come after it, a failed one with its reason, and each once a day", async () => {
    const made = await road({ delivered: ["mail"], failed: ["mail"] });
    const [a, b] = made.stops;
    await report(a, "08:12");
    await report(b, "08:20", 5);
    await db()("routing_visits").where({ id: b }).update({ fail_reason_id: 1, fail_note: "dog bites" });
    now = epochSec(at("08:21"));
    await find(made);
    await sendAll();
    expect(mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
      "ann@example.com Bakery: Ihre Lieferung ist angekommen",
      "ben@example.com Bakery: Unser Besuch bei Ihnen war nicht erfolgreich",
    ]);
    expect(mails[0]!.text).toContain("um 09:12 Uhr");
    expect(mails[1]!.text).toContain("Grund: niemand war an der Adresse.");
    // Whole: links in the mail are made of random letters.
    expect(mails[1]!.text).not.toContain("dog bites");
    // On route again and failed again: told already.
    await report(b, "08:20", 3);
    await find(made);
    await report(b, "08:40", 5);
    now = epochSec(at("08:41"));
    expect(await find(made)).toBe(0);
    // Another day is another visit to the recipient.
    await db()("routing_plans").where({ id: made.planId }).update({ service_date: "2026-11-24" });
    await db()("routing_visits").where({ id: b }).update({ completed_at: "2026-11-24 08:40:00" });
    now = epochSec("2026-11-24 08:41:00");
    await find(made);
    await sendAll();
    expect(mails.filter(({ to }) => to === "ben@example.com")).toHaveLength(2);
  });

  it("are not sent when what they say is not so any more, as after a tap that was taken back", async () => {
    const made = await road({ next: ["mail"], delivered: ["mail"] });
    const [a] = made.stops;
    await find(made);
    await report(a, "08:01");
    await find(made);
    await db()("routing_visits").where({ id: a }).update({ status: 3, completed_at: null });
    await sendAll();
    expect(mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
      "ann@example.com Bakery: Sie sind als Nächstes an der Reihe",
    ]);
    expect(await rows()).toEqual(["next mail sent", "delivered mail dropped too_late", "next mail dropped too_late"]);
    await report(a, "08:02");
    for (let times = 0; times < 2; times += 1) {
      await find(made);
      await sendAll();
    }
    expect(mails.slice(1).map(({ to, subject }) => `${to} ${subject}`)).toEqual([
      "ann@example.com Bakery: Ihre Lieferung ist angekommen",
      "ben@example.com Bakery: Sie sind als Nächstes an der Reihe",
    ]);
  });

  it("of reports that come hours late, one after the other, are no 'you are next'", async () => {
    const made = await road({ next: ["mail"], delivered: ["mail"] });
    const [a, b] = made.stops;
    now = epochSec(at("12:00"));
    await report(a, "08:12");
    await find(made);
    await report(b, "08:30");
    await find(made);
    await sendAll();
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Bakery: Ihre Lieferung ist angekommen",
      "Bakery: Ihre Lieferung ist angekommen",
    ]);
  });

  it("wait for the end of the quiet hours by the warehouse's clock, and come too late or are sent then", async () => {
    const quiet = { message_quiet_start: "08:00", message_quiet_end: "10:00" };
    const made = await road({ next: ["mail"], out_for_delivery: ["mail"] }, quiet);
    await find(made);
    // 10:00 in Vaduz is 09:00 UTC.
    now = epochSec(at("08:59")) + 59 - HOLD_SEC;
    await sendAll();
    expect(mails).toEqual([]);
    await report(made.stops[0], "08:50");
    now = epochSec(at("09:00"));
    await sendAll(0);
    expect(mails.map(({ to }) => to)).toEqual(["ben@example.com"]);
    expect(await rows()).toEqual(["next mail dropped too_late", "out_for_delivery mail sent"]);
  });

  it("that were queued before the quiet hours began wait, too, for an end after the clock has changed", async () => {
    // In the night to 29 March the clock goes from 02:00 to 03:00: 07:00 is 05:00 UTC.
    const made = await road({ delivered: ["mail"] }, { message_quiet_start: "00:00", message_quiet_end: "07:00" });
    await db()("routing_plans").where({ id: made.planId }).update({ service_date: "2026-03-28" });
    now = epochSec("2026-03-28 22:59:55");
    await db()("routing_visits")
      .where({ id: made.stops[0] })
      .update({ status: 4, completed_at: utcText(now - 60) });
    await find(made);
    await sendAll(HOLD_SEC);
    expect(mails).toEqual([]);
    now = epochSec("2026-03-29 04:59:59");
    await sendAll(0);
    expect(mails).toEqual([]);
    now = epochSec("2026-03-29 05:00:00");
    await sendAll(0);
    expect(mails).toHaveLength(1);
  });

  it("honour who has unsubscribed, whatever brings the address again, for that company and way alone", async () => {
    const made = await road();
    const other = await road();
    const contact = { channel: "mail", contact: "ann@example.com", language: "de" } as const;
    const { id } = await keepMessageContact(db(), made.companyId, contact, at("08:00"));
    await setStopped(db(), made.companyId, id, at("08:00"), at("08:00"));
    await find(made);
    await find(other);
    await sendAll();
    expect(mails.map(({ to }) => to).sort()).toEqual(["ann@example.com", "ben@example.com", "ben@example.com"]);
    expect(texts).toHaveLength(2);
    expect(await rows()).toContain("next mail dropped unsubscribed");
  });

  it("that wait are dropped when the recipient unsubscribes or the company switches them off", async () => {
    const made = await road({ next: ["mail"], out_for_delivery: ["mail"] });
    await find(made);
    const contact = { channel: "mail", contact: "ann@example.com", language: "de" } as const;
    const { id } = await keepMessageContact(db(), made.companyId, contact, at("08:00"));
    await setStopped(db(), made.companyId, id, at("08:00"), at("08:00"));
    await db()("companies")
      .where({ id: made.companyId })
      .update({ message_channels: JSON.stringify({ next: ["mail"] }) });
    await sendAll();
    expect(mails).toEqual([]);
    expect(await rows()).toEqual(["next mail dropped unsubscribed", "out_for_delivery mail dropped switched_off"]);
  });

  it("that wait are dropped when the company is switched off", async () => {
    const made = await road({ next: ["mail"] });
    await find(made);
    await db()("companies").where({ id: made.companyId }).update({ status: 0 });
    await sendAll();
    expect([mails, await rows()]).toEqual([[], ["next mail dropped switched_off"]]);
  });

  it("that wait are dropped when their plan is moved to another day, on which the same is told anew", async () => {
    const noQuiet = { message_quiet_start: "04:00", message_quiet_end: "04:00" };
    const made = await road({ out_for_delivery: ["mail"] }, noQuiet);
    await find(made);
    await db()("routing_plans").where({ id: made.planId }).update({ service_date: "2026-11-24" });
    now = epochSec("2026-11-24 00:30:00");
    await sendAll();
    expect(mails).toEqual([]);
    await find(made);
    await sendAll();
    expect(mails.map(({ to }) => to).sort()).toEqual(["ann@example.com", "ben@example.com"]);
    const [dropped, sent] = ["out_for_delivery mail dropped too_late", "out_for_delivery mail sent"];
    expect(await rows()).toEqual([dropped, dropped, sent, sent]);
  });

  it("to a number that is none are noted and not sent", async () => {
    const made = await road({ next: ["sms"] });
    await db()("routing_visits").where({ id: made.stops[0] }).update({ recipient_phone: "call me" });
    await find(made);
    await sendAll();
    expect(texts).toEqual([]);
    expect(await db()("recipient_messages").first()).toMatchObject({ reason: "no_contact", contact: "call me" });
  });

  it("are found once by two that look, and sent once by two that send, at the same time", async () => {
    const second = kind === "sqlite" ? db() : createDatabase(database().config);
    try {
      const made = await road();
      const found = await Promise.all(
        [db(), second, db(), second].map((one) => findDueMessages(one, made.companyId, made.routeId)),
      );
      expect(found.reduce((sum, added) => sum + added, 0)).toBe(3);
      now += HOLD_SEC;
      await Promise.all([db(), second, db(), second, db(), second].map((one) => sendNextMessage(one)));
      while (await sendNextMessage(db()));
      expect([mails.length, texts.length]).toEqual([2, 1]);
    } finally {
      if (second !== db()) await second.destroy();
    }
  });

  it("are stored all or not at all, and found again after a death in the middle", async () => {
    const made = await road();
    const insert = vi.spyOn(db(), "transaction").mockRejectedValueOnce(new Error("died"));
    await expect(find(made)).rejects.toThrow("died");
    insert.mockRestore();
    expect(await rows()).toEqual([]);
    expect(await find(made)).toBe(3);
    // A process claims one and dies: nobody takes it for three minutes, then it goes out with the same id.
    now += HOLD_SEC;
    const claimed = (await claimMessageAcrossCompanies(db(), utcText(now), addSeconds(utcText(now), 180)))!;
    while (await sendNextMessage(db()));
    expect(mails.length + texts.length).toBe(2);
    now += 179;
    expect(await sendNextMessage(db())).toBe(false);
    now += 1;
    await sendAll(0);
    expect([...mails, ...texts].map(({ uid }) => uid)).toContain(claimed.uid);
    expect(mails.length + texts.length).toBe(3);
  });

  it("are tried again while it may help, with one id, and given up in words that the dispatcher reads", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const made = await road({ out_for_delivery: ["mail"] });
    await find(made);
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const cause = new Error("connect ECONNREFUSED 192.0.2.4:587");
    fail = new CarrierError("The mail server could not be reached.", { cause });
    await sendAll();
    const [first] = await db()("recipient_messages");
    expect(first).toMatchObject({ state: "waiting", failure: fail.message });
    expect(log.mock.calls.flat()).toContain(`${fail.message} ${cause.message}`);
    // Whatever else is thrown is about the program: the log says where it lies, and no contact.
    for (const [waitSec, fault] of [
      [15, new TypeError("Cannot read properties of undefined (reading 'ann@test.example')")],
      [60, new Error("getaddrinfo ENOTFOUND smtp.internal")],
    ] as const) {
      fail = fault;
      await sendAll(waitSec);
      expect((await db()("recipient_messages").first("failure"))!.failure).toBe("The message could not be made.");
      const said = `${fault.name}: ${fault.message.replace("ann@test.example", "…")}\n    at `;
      expect(log.mock.calls.flat()).toContainEqual(expect.stringContaining(said));
    }
    for (const waitSec of [300, 1800, 7200]) await sendAll(waitSec);
    expect(new Set(await rows())).toEqual(new Set(["out_for_delivery mail failed"]));
    expect(report).toHaveBeenCalledTimes(2);
    fail = null;
    await find(made);
    await sendAll();
    expect(mails).toEqual([]);
  });

  it("that were refused for good are not tried again", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const made = await road({ next: ["mail"] });
    await find(made);
    fail = new MailRefused("550 no such user", { cause: new Error("550 no such user") });
    await sendAll();
    expect(log.mock.calls).toEqual([[expect.stringContaining("can't be sent:"), "550 no such user"]]);
    expect(await db()("recipient_messages").first()).toMatchObject({
      ...{ state: "failed", failure: "550 no such user", attempts: 1, next_try_at: null },
    });
  });

  it("go through a gateway that fails, and then does not", async () => {
    const statuses = [503, 200];
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(String(request.headers["idempotency-key"]));
      request.resume();
      response.writeHead(statuses.shift() ?? 500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    world(smsGateway({ url, method: "POST", headers: {}, body: '{"to":"{to}","text":"{text}"}', from: "" }));
    const made = await road({ next: ["sms"] });
    await find(made);
    await sendAll();
    expect(await rows()).toEqual(["next sms waiting"]);
    await sendAll(15);
    expect(await rows()).toEqual(["next sms sent"]);
    expect(new Set(asked).size).toBe(1);
    await new Promise((resolve) => server.close(resolve));
  });

  it("are looked for where something changed, and only on days that are near", async () => {
    const made = await road();
    const since = epochSec(at("08:00"));
    expect(await lookAtCompany(db(), made.companyId, since)).toBe(0);
    await db()("routing_plans")
      .where({ id: made.planId })
      .update({ updated_at: at("08:01") });
    expect(await lookAtCompany(db(), made.companyId, since)).toBe(0);
    await db()("routing_visits")
      .where({ id: made.stops[1] })
      .update({ updated_at: at("08:01") });
    expect(await lookAtCompany(db(), made.companyId, since)).toBe(3);
    await db()("recipient_messages").delete();
    await db()("routing_plans").where({ id: made.planId }).update({ service_date: "2026-11-20" });
    expect(await lookAtCompany(db(), made.companyId, since)).toBe(0);
  });

  it("come out by themselves: a server that starts looks back over the day, then hears of changes", async () => {
    const made = await road();
    const touch = { updated_at: at("07:00") };
    await db()("routing_plans").where({ id: made.planId }).update(touch);
    await db()("routing_routes").where({ id: made.routeId }).update(touch);
    setPublisher(inProcessPublisher());
    const running = startRecipientMessages();
    await vi.waitFor(async () => expect(await rows()).toHaveLength(3), { timeout: 60_000 });
    now += HOLD_SEC;
    await vi.waitFor(() => expect(mails.length + texts.length).toBe(3), { timeout: 60_000 });
    await report(made.stops[0], "08:02");
    await db()("routing_plans")
      .where({ id: made.planId })
      .update({ updated_at: at("08:02") });
    publishChange(made.companyId, { model: "RoutingPlan", action: "update", ids: [made.planId] });
    await vi.waitFor(async () => expect(await rows()).toContain("delivered sms waiting"), { timeout: 60_000 });
    await running.stop();
  });

  it("come out for routes that are on their way when they are switched on", async () => {
    const first = await road({ next: ["mail"] });
    const late = await road({});
    for (const { planId, routeId } of [first, late]) {
      await db()("routing_plans")
        .where({ id: planId })
        .update({ updated_at: at("07:00") });
      await db()("routing_routes")
        .where({ id: routeId })
        .update({ updated_at: at("07:00") });
    }
    setPublisher(inProcessPublisher());
    const running = startRecipientMessages();
    // The look back over the day is done: it knows nothing of the other company.
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 60_000 });
    await submit(MESSAGE_ACTIONS["messages.save"], late.dispatcher, {
      ...{ out_for_delivery_mail: "1", quiet_start: "", quiet_end: "", sender: "", language: "" },
    });
    const told = () => db()("recipient_messages").where({ company_id: late.companyId });
    await vi.waitFor(async () => expect(await told()).toHaveLength(2), { timeout: 60_000 });
    await running.stop();
  });

  it("are forgotten after their time, those that wait excepted", async () => {
    const made = await road();
    await find(made);
    await db()("recipient_messages").where({ channel: "mail" }).update({ next_try_at: null, state: "sent" });
    await removeOldMessagesAcrossCompanies(db(), new ShortPieces(db()), utcText(now - DAY_SEC));
    expect(await rows()).toHaveLength(3);
    await removeOldMessagesAcrossCompanies(db(), new ShortPieces(db()), utcText(now));
    expect(await rows()).toEqual(["next sms waiting"]);
  });
});
