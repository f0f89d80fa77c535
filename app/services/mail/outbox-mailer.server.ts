import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { checkMail } from "./check-mail";
import { messageOf } from "./message";
import type { Mailer } from "./mailer";

/**
 * Without a mail server: each mail is a file that mail programs open, and its link is printed on the console.
 * @param folder made when the first mail is written
 */
export function outboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail, uid = randomBytes(16).toString("hex")) {
      checkMail(mail);
      const { message } = await transport.sendMail(messageOf(mail, from, uid));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${uid.slice(0, 8)}.eml`;
      // Whoever looks into the folder finds whole mails only.
      const unfinished = path.join(folder, `.${name}`);
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, path.join(folder, name));
      const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
      console.info(`Mail to ${mail.to}: ${mail.subject}${link === undefined ? "" : `\n  ${link}`}`);
    },
    close: () => transport.close(),
  };
}
