import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mailOf } from "~/mail/mail-text";
import { CarrierError } from "~/services/carrier-error";
import { MailRefused } from "~/services/mail/mailer";
import type { Mail } from "~/services/mail/mailer";
import { outboxMailer } from "~/services/mail/outbox-mailer.server";
import { smtpMailer } from "~/services/mail/smtp-mailer.server";

const FROM = '"Route planning" <no-reply@routes.example>';
const LINK = "https://routes.example/platform/reset?token=abc&email=a%40b.example";
const MAIL = mailOf({
  to: "uma@test.example",
  subject: "Set a new password",
  paragraphs: ["Hello <b>Uma</b> & co."],
  link: { label: "Set a new password", url: LINK },
});

/** The quoted-printable or plain text of a message, whole again. */
const readable = (message: string) =>
  message.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
const headOf = (message: string) => message.split(/\r?\n\r?\n/)[0]!;

const INJECTIONS: [string, Partial<Mail>][] = [
  ["a line end in the address", { to: "uma@test.example\r\nBcc: all@test.example" }],
  ["a second address", { to: "uma@test.example, eve@test.example" }],
  ["a name with an address", { to: "Uma <eve@test.example>" }],
  ["no address", { to: "uma" }],
  ["a line end in the subject", { subject: "Hello\nBcc: eve@test.example" }],
  ["an empty subject", { subject: " " }],
  ["a subject without end", { subject: "x".repeat(201) }],
  ["a text without end", { text: "x".repeat(100_001) }],
];

it("a mail breaks names that are wider than a phone, and is laid out for the phone's width", () => {
  expect(MAIL.html).toMatch(/<div style="[^"]*overflow-wrap:anywhere;word-break:break-word"/);
  expect(MAIL.html).toContain('<meta name="viewport" content="width=device-width">');
});

describe("mails without a mail server", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "outbox-"));
    vi.spyOn(console, "info").mockImplementation(() => undefined);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const outbox = () => path.join(folder, "outbox");

  it("are files of two parts that only this user can read, and their link is printed", async () => {
    await outboxMailer(outbox(), FROM).send(MAIL, "f".repeat(32));
    const [name] = readdirSync(outbox());
    expect(name).toMatch(/ffffffff\.eml$/);
    expect(statSync(path.join(outbox(), name!)).mode & 0o077).toBe(0);
    const message = readFileSync(path.join(outbox(), name!), "utf8");
    const head = headOf(message);
    expect(head).toContain("To: uma@test.example");
    expect(head).toContain("From: Route planning <no-reply@routes.example>");
    expect(head).toContain("Subject: Set a new password");
    expect(head).toContain(`Message-ID: <${"f".repeat(32)}@routes.example>`);
    expect(head).toContain("multipart/alternative");
    expect(message).toContain("Content-Type: text/plain");
    expect(message).toContain("Content-Type: text/html");
    expect(readable(message)).toContain(`Set a new password:\r\n${LINK}`);
    expect(vi.mocked(console.info).mock.calls.flat().join()).toContain(LINK);
  });

  it.each(INJECTIONS)("refuse %s", async (_, part) => {
    await expect(outboxMailer(outbox(), FROM).send({ ...MAIL, ...part })).rejects.toThrow(MailRefused);
    expect(() => readdirSync(outbox())).toThrow("ENOENT");
  });
});

describe("mails over SMTP", () => {
  const taken: { to: string[]; message: string }[] = [];
  let refuse: { code: number } | null = null;
  /** mails that it takes, and never says so */
  let silentFor = 0;
  const held: (() => void)[] = [];
  let tooLong = new AbortController();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) =>
      done(refuse && Object.assign(new Error("no"), { responseCode: refuse.code })),
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        if (silentFor > 0) {
          silentFor -= 1;
          held.push(done);
          return tooLong.abort();
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        taken.push({ to, message: Buffer.concat(pieces).toString("utf8") });
        done();
      });
    },
  });
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  beforeEach(() => {
    taken.length = 0;
    refuse = null;
    silentFor = 0;
  });
  afterEach(() => mailer?.close());
  let mailer: ReturnType<typeof smtpMailer> | undefined;

  it("reach one person with both parts, and the same Message-ID in every try", async () => {
    mailer = smtpMailer(url, FROM);
    await mailer.send(MAIL, "a".repeat(32));
    await mailer.send(MAIL, "a".repeat(32));
    expect(taken.map(({ to }) => to)).toEqual([["uma@test.example"], ["uma@test.example"]]);
    for (const { message } of taken) {
      expect(headOf(message)).toContain(`<${"a".repeat(32)}@routes.example>`);
      expect(readable(message)).toContain(LINK);
      expect(readable(message)).toContain("Hello &#60;b&#62;Uma&#60;/b&#62; &#38; co.");
    }
  });

  it.each(INJECTIONS)("refuse %s before the server hears of it", async (_, part) => {
    mailer = smtpMailer(url, FROM);
    await expect(mailer.send({ ...MAIL, ...part })).rejects.toThrow(MailRefused);
    expect(taken).toEqual([]);
  });

  it("are given up when the server will never take them, and not when it is busy or away", async () => {
    mailer = smtpMailer(url, FROM);
    refuse = { code: 550 };
    await expect(mailer.send(MAIL)).rejects.toThrow(MailRefused);
    // What it answered may be read by dispatchers; words of the runtime, and addresses of the network, may not.
    const failed = async (by: typeof mailer, words: RegExp) => {
      const sending = by!.send(MAIL);
      await expect(sending).rejects.toBeInstanceOf(CarrierError);
      await expect(sending).rejects.not.toBeInstanceOf(MailRefused);
      await expect(sending).rejects.toThrow(words);
    };
    refuse = { code: 451 };
    await failed(mailer, /: 451 /);
    for (const unreachable of ["smtp://127.0.0.1:1", "smtp://mail.invalid:25", url.replace("smtp:", "smtps:")]) {
      const away = smtpMailer(unreachable, FROM);
      await failed(away, /^The mail server could not be reached\.$/);
      away.close();
    }
  });

  it("are tried again later when the server takes longer than two minutes, and keep no other waiting", async () => {
    const limits: number[] = [];
    mailer = smtpMailer(url, FROM, (ms, _caller, work) => {
      limits.push(ms);
      tooLong = new AbortController();
      return work(tooLong.signal, () => undefined);
    });
    // As many as it has connections.
    silentFor = 2;
    for (const uid of ["a", "b"]) {
      const sent = mailer.send(MAIL, uid.repeat(32));
      await expect(sent).rejects.toThrow("The mail server took longer than 120 seconds.");
      await expect(sent).rejects.not.toThrow(MailRefused);
    }
    await mailer.send(MAIL, "c".repeat(32));
    expect([taken.length, limits]).toEqual([1, [120_000, 120_000, 120_000]]);
    for (const end of held) end();
  });
});

it("names in a mail stay on their line and add no markup", () => {
  const { subject, text, html } = mailOf({
    to: "a@b.example",
    subject: "Invitation to Fleet\r\nBcc: eve@b.example",
    paragraphs: ["Eve\n\nhttps://evil.example <script>alert(1)</script> invites you."],
    link: { label: 'Join "us"', url: 'https://routes.example/?a=1&b="' },
  });
  expect(subject).toBe("Invitation to Fleet Bcc: eve@b.example");
  expect(text.split("\n\n")[0]).toBe("Eve https://evil.example <script>alert(1)</script> invites you.");
  expect(html).not.toContain("<script>");
  expect(html).toContain('href="https://routes.example/?a=1&#38;b=&#34;"');
});
