import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { useDatabase } from "~/db/database.server";
import { claimMail, removeOldMails } from "~/db/repositories/mails.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { mailOf } from "~/mail/mail-text";
import { queueMail } from "~/mail/queue-mail.server";
import { sendNextMail, startMails } from "~/mail/send-queued.server";
import { setServices } from "~/services/container.server";
import { CarrierError } from "~/services/carrier-error";
import { MailRefused } from "~/services/mail/mailer";
import type { Mail } from "~/services/mail/mailer";
import { sealText } from "~/services/secret.server";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";

const mail = (to: string): Mail => mailOf({ to, subject: "Hello", paragraphs: ["The secret words"] });

describe.each(databases())("the queue of mails on %s", (kind) => {
  const database = useTestDatabase(kind);
  let now = epochSec(NOW);
  let sent: { to: string; uid: string | undefined }[] = [];
  let fail: Error | null = null;

  beforeEach(async () => {
    now = epochSec(NOW);
    sent = [];
    fail = null;
    setServices(
      testServices({
        clock: { nowMs: () => now * 1000 },
        mailer: {
          async send({ to, text }, uid) {
            expect(text).toBe("The secret words\n");
            sent.push({ to, uid });
            if (fail) throw fail;
          },
          close: () => undefined,
        },
      }),
    );
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await database().db("mails").delete();
  });
  afterEach(() => {
    setServices(undefined);
    useDatabase(undefined);
  });

  it("sends what was committed, in its order, and keeps nothing of it", async () => {
    const { db } = database();
    await withTransaction(db, (trx) => queueMail(trx, mail("first@test.example")));
    await withTransaction(db, (trx) => queueMail(trx, mail("second@test.example")));
    expect(JSON.stringify(await db("mails"))).not.toContain("secret words");
    const undone = withTransaction(db, async (trx) => {
      await queueMail(trx, mail("undone@test.example"));
      throw new Error("rolled back");
    });
    await expect(undone).rejects.toThrow("rolled back");
    expect([await sendNextMail(db), await sendNextMail(db), await sendNextMail(db)]).toEqual([true, true, false]);
    expect(sent.map(({ to }) => to)).toEqual(["first@test.example", "second@test.example"]);
    expect(await db("mails")).toEqual([]);
  });

  it("refuses what no mail can be before anything is stored", async () => {
    const { db } = database();
    const forged = { ...mail("a@test.example"), subject: "Hello\r\nBcc: eve@test.example" };
    await expect(withTransaction(db, (trx) => queueMail(trx, forged))).rejects.toThrow(MailRefused);
    expect(await db("mails")).toEqual([]);
  });

  it("tries again with growing waits and one Message-ID, then gives up and forgets the text", async () => {
    const { db } = database();
    const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const cause = new Error("connect ECONNREFUSED");
    fail = new CarrierError("The mail server could not be reached.", { cause });
    await queueMail(db, mail("later@test.example"));
    for (const waitSec of [15, 60, 300, 1800, 7200, 12_600]) {
      expect(await sendNextMail(db)).toBe(true);
      now += waitSec - 1;
      expect(await sendNextMail(db)).toBe(false);
      now += 1;
    }
    expect(report).not.toHaveBeenCalled();
    expect(await sendNextMail(db)).toBe(true);
    expect(report).toHaveBeenCalledOnce();
    expect(new Set(sent.map(({ uid }) => uid)).size).toBe(1);
    expect(sent).toHaveLength(7);
    // Operators read the cause, too.
    const failure = "The mail server could not be reached. connect ECONNREFUSED";
    expect(await db("mails").first()).toMatchObject({ body: null, next_try_at: null, failure });
    now += 1_000_000;
    expect(await sendNextMail(db)).toBe(false);
    await removeOldMails(db, addSeconds(NOW, 1));
    expect(await db("mails")).toEqual([]);
  });

  it("gives up at once what a server will never take", async () => {
    const { db } = database();
    const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
    fail = new MailRefused("550 5.1.1 <gone@test.example>: no such mailbox");
    await queueMail(db, mail("gone@test.example"));
    await sendNextMail(db);
    // The log is no place for names: the row knows whose mail it is.
    const { uid, failure } = (await db("mails").first())!;
    expect(report.mock.calls).toEqual([[`The mail ${uid} can't be sent:`, "550 5.1.1 <…>: no such mailbox"]]);
    expect(failure).toContain("gone@test.example");
    expect(await db("mails").first()).toMatchObject({ body: null, next_try_at: null });
  });

  it("gives up what was sealed with another secret", async () => {
    const { db } = database();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await queueMail(db, mail("sealed@test.example"));
    await db("mails").update({ body: sealText("another purpose", "{}") });
    await sendNextMail(db);
    expect(sent).toEqual([]);
    expect(await db("mails").first()).toMatchObject({ body: null, next_try_at: null });
  });

  it("leaves a mail whose process died to another one, once the claim has ended", async () => {
    const { db } = database();
    await queueMail(db, mail("orphan@test.example"));
    // A process that claims and is killed before it sends.
    expect(await claimMail(db, NOW, addSeconds(NOW, 180))).not.toBeNull();
    expect(await sendNextMail(db)).toBe(false);
    now += 180;
    expect(await sendNextMail(db)).toBe(true);
    expect(sent.map(({ to }) => to)).toEqual(["orphan@test.example"]);
  });

  it("gives each mail to one process when several look at the same time", async () => {
    const { db, config } = database();
    const other = createDatabase(config);
    try {
      await other.raw("SELECT 1");
      for (let nth = 0; nth < 10; nth += 1) await queueMail(db, mail(`person-${nth}@test.example`));
      const claims = Array.from({ length: 16 }, (_, nth) => claimMail(nth % 2 ? db : other, NOW, addSeconds(NOW, 180)));
      const taken = (await Promise.all(claims)).flatMap((row) => (row === null ? [] : [row.recipient]));
      expect(taken.sort()).toEqual(Array.from({ length: 10 }, (_, nth) => `person-${nth}@test.example`));
    } finally {
      await other.destroy();
    }
  });

  it("is emptied by the job that the server starts", async () => {
    const { db } = database();
    await queueMail(db, mail("job@test.example"));
    useDatabase(db);
    const rounds = startMails();
    try {
      await vi.waitFor(async () => expect(await db("mails")).toEqual([]), { timeout: 60_000 });
    } finally {
      await rounds.stop();
    }
    expect(sent.map(({ to }) => to)).toEqual(["job@test.example"]);
  });
});
