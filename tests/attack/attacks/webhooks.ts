import { MAX_ENDPOINTS } from "~/domain/webhooks/delivery";
import { createWebhook } from "../../factories/webhooks";
import { counted, openOffice, pageOf, withPassword } from "../office";
import type { Office } from "../office";
import { there } from "../people";
import type { Attack } from "../attack";
import type { Answer, Target } from "../target";

const PAGE = "company/api/webhooks";
/** Names and numbers that lead into the server's own network, as people hide them. */
const INSIDE = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://localhost/",
  "https://localhost./",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a00:1]/",
  "https://0.0.0.0/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "http://example.com/",
  "https://user:secret@example.com/",
  "file:///etc/passwd",
] as const;

const add = (target: Target, { owner }: Office, url: string): Promise<Answer> =>
  target.post(PAGE, { intent: "webhook.create", url, note: "", "event_plan.created": "1" }, owner);

/** Somebody who sends the server where it should not go, or who reaches for another company's addresses. */
export const webhooks: Attack = {
  name: "webhooks",
  async run({ target, saw }) {
    const office = await openOffice(target);
    const peer = await target.peer();
    const endpoints = async (companyId: number) =>
      (await target.db("webhook_endpoints").where({ company_id: companyId }).orderBy("id")) as object[];

    const inside = await Promise.all(INSIDE.map((url) => add(target, office, url)));
    const taken = INSIDE.filter((_url, index) => inside[index]?.status !== 422);
    saw(`${INSIDE.length} addresses inside`, "422 each", taken.join(" ") || counted(inside), taken.length === 0);
    saw(
      "… and what is stored",
      "nothing",
      (await endpoints(office.companyId)).length,
      (await endpoints(office.companyId)).length === 0,
    );

    // An address of the internet that no name server has to be asked for.
    const crowd = await Promise.all(
      Array.from({ length: MAX_ENDPOINTS + 6 }, (_one, nth) =>
        add(nth % 2 === 0 ? target : peer, office, `https://93.184.215.14/${nth}`),
      ),
    );
    const stored = (await endpoints(office.companyId)).length;
    saw(
      `${crowd.length} added at once to two processes`,
      `${MAX_ENDPOINTS}`,
      `${stored} (${counted(crowd)})`,
      stored === MAX_ENDPOINTS,
    );

    const other = await openOffice(target);
    const { webhookId, deliveryId } = await createWebhook(target.db, other.companyId);
    const before = JSON.stringify(await endpoints(other.companyId));
    const reached = await Promise.all([
      ...["test", "disable", "enable", "rotate_secret", "remove"].map((act) =>
        target.post(PAGE, { intent: `webhook.${act}`, id: String(webhookId) }, office.owner),
      ),
      target.post(PAGE, { intent: "webhook.resend", deliveryId: String(deliveryId) }, office.owner),
    ]);
    saw(
      "another company's address",
      "404 each",
      counted(reached),
      reached.every(({ status }) => status === 404),
    );
    const after = JSON.stringify(await endpoints(other.companyId));
    saw("… and what it is then", "as before", after === before ? "as before" : after, after === before);

    const driverUser = there(
      await target.db("company_members").where({ id: office.driverId }).first("user_id"),
    ).user_id;
    if (driverUser === null) throw new Error("The driver of an office has an account.");
    const driver = await pageOf(target, office.companyId, await withPassword(target, driverUser));
    const refused = await Promise.all([
      target.request(PAGE, { headers: driver }),
      target.post(PAGE, { intent: "webhook.create", url: "https://93.184.215.14/", "event_plan.created": "1" }, driver),
    ]);
    saw(
      "a driver",
      "403 each",
      counted(refused),
      refused.every(({ status }) => status === 403),
    );

    const secrets = await target.request(PAGE, { headers: other.owner });
    saw(
      "a page with a secret, opened later",
      "shows none",
      /whsec_\w/.test(secrets.text),
      !/whsec_\w/.test(secrets.text),
    );
  },
};
