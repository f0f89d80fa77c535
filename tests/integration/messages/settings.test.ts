import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { findMessageContact, keepMessageContact } from "~/db/repositories/message-contacts.server";
import { MESSAGE_ACTIONS } from "~/features/messages/actions.server";
import { loadMessagesPage } from "~/features/messages/queries/messages-page.server";
import { answerStopForm, loadStopPage } from "~/features/messages/stop-page.server";
import { setServices } from "~/services/container.server";
import { MailRefused } from "~/services/mail/mailer";
import type { Mail } from "~/services/mail/mailer";
import type { Sms } from "~/services/sms/sms";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked } from "../../helpers/explained";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { listen } from "../planning/desk";

const TEXT = { language: "de", kind: "next", subject: "{company}", mail: "Bald[ {eta}]", sms: "Bald {stop}" };
const page = (query = "") => new Request(`http://localhost/platform/company/messages${query}`);

describe.each(databases())("settings of messages on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let sent: (Mail | Sms)[];
  let fail: Error | null;

  const owner = () => sessionOf(company, { isOwner: true }, company.ownerId);
  const dispatcher = () => sessionOf(company, { isDispatcher: true }, company.driverUserId);
  const save = (fields: Posted, session = owner()) => submit(MESSAGE_ACTIONS["messages.save"], session, fields);
  const saveText = (fields: Posted) => submit(MESSAGE_ACTIONS["message_text.save"], owner(), fields);
  const test = (channel: string, session = owner()) =>
    submit(MESSAGE_ACTIONS["messages.test"], session, { language: "de", kind: "next", channel });

  beforeEach(async () => {
    sent = [];
    fail = null;
    const send = (one: Mail | Sms) => {
      if (fail !== null) return Promise.reject(fail);
      sent.push(one);
      return Promise.resolve();
    };
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) },
        mailer: { send, close: () => undefined },
        sms: { send },
      }),
    );
    setDatabase(db());
    company = await createCompany(db());
  });
  afterEach(() => {
    setServices(undefined);
    setDatabase(undefined);
  });

  it("offer visits for the preview without counting all that were ever planned", async () => {
    const statements = await asked(db(), "routing_visits", () => loadMessagesPage(owner(), page()));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter(({ sql }) => /count\(/i.test(sql))).toEqual([]);
  });

  it("are kept as they were ticked, and are for administrators alone", async () => {
    await save({
      next_sms: "1",
      next_mail: "0",
      failed_mail: "1",
      quiet_start: "22",
      quiet_end: "6:30",
      sender: " Zopf ",
    });
    const shown = await loadMessagesPage(owner(), page());
    expect(Object.entries(shown.switches).flatMap(([name, on]) => (on ? [name] : []))).toEqual([
      "next_sms",
      "failed_mail",
    ]);
    expect(shown.texts).toEqual({ quiet_start: "22:00", quiet_end: "06:30", sender: "Zopf", language: "" });
    await save({ next_sms: "0", failed_mail: "0", quiet_start: "", quiet_end: "", language: "fr" });
    expect(await db()("companies").where({ id: company.companyId }).first()).toMatchObject({ message_channels: null });
    expect((await loadMessagesPage(owner(), page())).texts).toMatchObject({ quiet_start: "", quiet_end: "" });
    await expect(save({}, dispatcher())).rejects.toMatchObject({ status: 403 });
    await expect(loadMessagesPage(dispatcher(), page())).rejects.toMatchObject({ status: 403 });
    expect(await db()("audit_log").where({ company_id: company.companyId, action: "messages.save" })).not.toHaveLength(
      0,
    );
  });

  it("count from when each kind was switched on by each way, and go on counting through other changes", async () => {
    const since = async () =>
      JSON.parse(
        (await db()("companies").where({ id: company.companyId }).first())!.message_on_since ?? "{}",
      ) as Record<string, string>;
    const EARLIER = "2026-11-01 10:00:00";
    await save({ next_sms: "1", failed_mail: "1" });
    await db()("companies")
      .where({ id: company.companyId })
      .update({ message_on_since: JSON.stringify({ next: EARLIER, failed: EARLIER }) });
    await save({ next_mail: "1", failed_mail: "0", delivered_mail: "1" });
    expect(await since()).toEqual({ next_sms: EARLIER, next_mail: NOW, delivered_mail: NOW });
    await db()("companies")
      .where({ id: company.companyId })
      .update({ message_on_since: JSON.stringify({ next_sms: EARLIER, next_mail: EARLIER }) });
    await save({ failed_mail: "1", next_sms: "0", delivered_mail: "0" });
    expect(await since()).toEqual({ failed_mail: NOW, next_mail: EARLIER });
  });

  it.each([
    [{ quiet_start: "22:00", quiet_end: "" }, "quiet_end", "Quiet to is required"],
    [{ quiet_start: "x", quiet_end: "07:00" }, "quiet_start", /Quiet from/],
    [{ sender: "x".repeat(61) }, "sender", "Sender should be less then 60"],
    [{ language: "xx" }, "language", "Language is not correct"],
  ])("%j is refused by its field", async (fields, field, message) => {
    const error = await save(fields as Posted).catch((one: { issues: { path: string[]; message: string }[] }) => one);
    const { issues } = error as { issues: { path: string[]; message: string }[] };
    expect(issues.map((issue) => issue.path.join("."))).toEqual([field]);
    expect(issues[0]!.message).toMatch(message);
  });

  it.each([
    [{ mail: "{reason}" }, "mail", "E-mail: {reason} has no value in this message"],
    [{ subject: "{compny}" }, "subject", "Subject: {compny} is no placeholder"],
    [{ sms: "Bald" }, "sms", /^SMS: \{stop\} is missing/],
    [{ sms: "x".repeat(601) }, "sms", "SMS should be less then 600"],
    [{ subject: "" }, "subject", "Subject is required"],
    [{ mail: " " }, "mail", "E-mail is required"],
  ])("a text with %j is refused by its field", async (fields, field, message) => {
    const error = await saveText({ ...TEXT, ...fields }).catch((one: unknown) => one);
    const { issues } = error as { issues: { path: string[]; message: string }[] };
    expect(issues.map((issue) => issue.path.join("."))).toContain(field);
    expect(issues.find((issue) => issue.path[0] === field)!.message).toMatch(message);
    expect(await db()("message_texts").where({ company_id: company.companyId })).toEqual([]);
  });

  it("a text counts in place of the built-in one until it is taken away, with a preview of a real visit", async () => {
    await saveText(TEXT);
    await saveText({ ...TEXT, mail: "Gleich" });
    const query = `?language=de&kind=next&visit=${company.visitIds[0]}`;
    await db()("routing_visits").where({ id: company.visitIds[0] }).update({ recipient_name: "Ben" });
    const shown = await loadMessagesPage(owner(), page(query));
    expect([shown.text, shown.isOwn]).toEqual([{ subject: TEXT.subject, mail: "Gleich", sms: TEXT.sms }, true]);
    expect([shown.values.mail.recipient, shown.chosen.visitId]).toEqual(["Ben", company.visitIds[0]]);
    expect((await loadMessagesPage(owner(), page("?language=fr&kind=next"))).isOwn).toBe(false);
    const other = await createCompany(db());
    const theirs = await loadMessagesPage(owner(), page(`?visit=${other.visitIds[0]}`));
    expect([theirs.values.mail.recipient, theirs.chosen.visitId]).toEqual(["Anna Keller", null]);
    await submit(MESSAGE_ACTIONS["message_text.reset"], owner(), { language: "de", kind: "next" });
    expect((await loadMessagesPage(owner(), page(query))).isOwn).toBe(false);
  });

  it("a text that is stored or taken away is told to colleagues who have it before them", async () => {
    const published = listen();
    const told = () => published.splice(0).map(({ model, action, ids }) => [model, action, ids]);
    await saveText(TEXT);
    expect(told()).toEqual([["Company", "update", [company.companyId]]]);
    await submit(MESSAGE_ACTIONS["message_text.reset"], owner(), { language: "de", kind: "next" });
    expect(told()).toEqual([["Company", "update", [company.companyId]]]);
  });

  it("a test goes to whoever asks, and says why it could not", async () => {
    const { email } = (await db()("users").where({ id: company.ownerId }).first())!;
    expect(await test("mail")).toBe(email);
    await expect(test("sms")).rejects.toMatchObject({ code: "messages.no_phone", status: 422 });
    await db()("users").where({ id: company.ownerId }).update({ phone: "+423 232 12 34" });
    await test("sms");
    expect(sent.map(({ to }) => to)).toEqual([email, "+4232321234"]);
    fail = new MailRefused("550 no");
    await expect(test("mail")).rejects.toMatchObject({ status: 422, message: "The test could not be sent: 550 no" });
    // A fault of the program is answered and logged as one.
    fail = new Error("getaddrinfo ENOTFOUND smtp.internal");
    await expect(test("mail")).rejects.toBe(fail);
  });

  it("a link ends the messages, asks first, and says nothing of the recipient", async () => {
    const of = { channel: "mail", contact: "ann@example.com" } as const;
    const { token } = await keepMessageContact(db(), company.companyId, { ...of, language: "de" }, NOW);
    const stoppedAt = async () => (await findMessageContact(db(), company.companyId, of))!.stopped_at;
    const params = { token };
    const shown = await (await loadStopPage({ params })).json();
    expect(shown).toMatchObject({ language: "de", button: { intent: "stop" }, isStopped: false });
    expect(JSON.stringify(shown)).not.toContain("ann@");
    expect(await stoppedAt()).toBeNull();
    const post = (body: string) =>
      answerStopForm({
        params,
        request: new Request(`http://localhost/platform/stop/${token}`, {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body,
        }),
      });
    await post("List-Unsubscribe=One-Click");
    await post("List-Unsubscribe=One-Click");
    expect(await stoppedAt()).toBe(NOW);
    expect(await (await loadStopPage({ params })).json()).toMatchObject({
      isStopped: true,
      button: { intent: "resume" },
    });
    await post("intent=resume");
    expect(await stoppedAt()).toBeNull();
    for (const bad of ["", "x", "sample-not-real0", `${token}x`, "x".repeat(10_000)]) {
      const answer = await loadStopPage({ params: { token: bad } });
      expect([answer.status, await answer.json()]).toMatchObject([404, { button: null }]);
      const refused = answerStopForm({
        params: { token: bad },
        request: new Request(page(), {
          method: "POST",
          body: "a=1",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
        }),
      });
      await expect(refused).rejects.toMatchObject({ status: 404 });
    }
  });
});
