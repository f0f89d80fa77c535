import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { checkSms } from "./sms";
import type { SmsSender } from "./sms";

/**
 * Without a gateway: each message is a file beside the mails, and its link is printed on the console.
 * @param folder made when the first one is written
 */
export const outboxSms = (folder: string): SmsSender => ({
  async send(sms, uid) {
    checkSms(sms);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${uid.slice(0, 8)}.sms.txt`;
    // Whoever looks into the folder finds whole messages only.
    const unfinished = path.join(folder, `.${name}`);
    await writeFile(unfinished, `To: ${sms.to}\nFrom: ${sms.from}\nId: ${uid}\n\n${sms.text}\n`, { mode: 0o600 });
    await rename(unfinished, path.join(folder, name));
    const link = /https?:\/\/\S+/.exec(sms.text)?.[0];
    console.info(`SMS to ${sms.to}${link === undefined ? "" : `\n  ${link}`}`);
  },
});
