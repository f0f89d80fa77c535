import { pause } from "~/lib/pause";
import { createUser } from "../../factories/company";
import { altered, linkTo } from "../mails";
import { counted, openOffice, pageOf as signedIn, withPassword } from "../office";
import type { Office } from "../office";
import { there } from "../people";
import type { Attack, Scene } from "../attack";
import { fromElsewhere } from "../target";
import type { Answer, Target } from "../target";

const PASSWORD = "several words are good";
const ENDED = [409, 410];
let nth = 0;

/** Somebody with a mailbox; with an account unless it is to be made by the invitation. */
async function person(target: Target, hasAccount: boolean): Promise<{ email: string; userId: number | null }> {
  nth += 1;
  const email = `invited-${nth}-${Date.now()}@demo.example`;
  if (!hasAccount) return { email, userId: null };
  const userId = await createUser(target.db, { email });
  await withPassword(target, userId);
  return { email, userId };
}

/** Their pages, from their own address. */
const pageOf = async (target: Target, { companyId }: Office, email: string): Promise<Record<string, string>> => ({
  ...(await signedIn(target, companyId, email)),
  ...fromElsewhere(),
  Accept: "text/html",
});

/** Invites; @returns the member and the path of their link. */
async function invite(target: Target, { owner, companyId }: Office, email: string): Promise<[number, string]> {
  const fields = { intent: "member.create", name: "Ines", surname: "Invited", email, is_dispatcher: "1" };
  await target.post("company/team", fields, owner);
  const member = there(await target.db("company_members").where({ company_id: companyId, email }).first("id"));
  const { pathname } = await linkTo(target, email);
  return [member.id, pathname];
}

const memberOf = async ({ db }: Target, id: number) => there(await db("company_members").where({ id }).first());

/** Links of invitations that are used twice, too late, by others, or that are made up. */
export const invitations: Attack = {
  name: "invitations",
  async run(scene) {
    const { target, short, saw } = scene;
    const office = await openOffice(target);
    const peer = await target.peer();

    const ann = await person(target, true);
    const [annId, annLink] = await invite(target, office, ann.email);
    const annPage = await pageOf(target, office, ann.email);
    const bob = await person(target, true);
    const bobPage = await pageOf(target, office, bob.email);
    const others = await target.post(annLink, { answer: "accept" }, bobPage);
    saw("a link with another account's session", "refused, joins nobody", others.status, others.status === 409);
    for (const answer of ["accept", "decline", "ask", "start", "register"]) {
      const fields = { answer, name: "Eve", password: PASSWORD };
      const odd = await target.post(altered(annLink), fields, annPage);
      saw(`a link with another sign, ${answer}`, "4xx", odd.status, odd.status >= 400 && odd.status < 500);
    }
    saw(
      "who was invited meanwhile",
      "still waits",
      (await memberOf(target, annId)).invitation_type,
      (await memberOf(target, annId)).invitation_type === 0,
    );
    const answers = await Promise.all(
      Array.from({ length: short ? 6 : 20 }, (_, index) =>
        (index % 2 === 0 ? target : peer).post(annLink, { answer: "accept" }, annPage),
      ),
    );
    const joined = await target.db("company_members").where({ company_id: office.companyId, user_id: ann.userId });
    const through = answers.filter(({ status }) => status === 303).length;
    saw(
      "one link accepted many times at once",
      "joins once",
      `${joined.length}; ${counted(answers)}`,
      joined.length === 1 && through === 1 && answers.every(({ status }) => status < 500),
    );

    const carl = await person(target, false);
    const [, carlLink] = await invite(target, office, carl.email);
    const fields = { answer: "register", name: "Carl", password: PASSWORD };
    const made = await Promise.all(
      [target, peer, target, peer].map((one) =>
        one.post(carlLink, fields, { Accept: "text/html", ...fromElsewhere() }),
      ),
    );
    const accounts = await target.db("users").where({ email: carl.email });
    saw(
      "one link that makes an account, four times at once",
      "one account, one session",
      `${accounts.length}; ${counted(made)}`,
      accounts.length === 1 && made.filter(({ status }) => status === 303).length === 1,
    );

    await withdrawn(scene, office);
    await racing(scene, office);
  },
};

/** Links of invitations that are over. */
async function withdrawn({ target, saw }: Scene, office: Office): Promise<void> {
  const dora = await person(target, true);
  const [doraId, link] = await invite(target, office, dora.email);
  const page = await pageOf(target, office, dora.email);
  await target.post("company/team", { intent: "member.withdraw", id: String(doraId) }, office.owner);
  const late = await target.post(link, { answer: "accept" }, page);
  saw("a link that was withdrawn", "410", late.status, late.status === 410);
  const own = await target.post("invitations", { answer: "accept", id: String(doraId) }, page);
  saw("the same from one's own list", "410", own.status, own.status === 410);

  const eve = await person(target, true);
  const [eveId, eveLink] = await invite(target, office, eve.email);
  const eves = await pageOf(target, office, eve.email);
  for (const [what, id] of [
    ["another person's invitation", doraId],
    ["a member who was never invited", office.driverId],
    ["no member", 99_999_999],
  ] as const) {
    const { status } = await target.post("invitations", { answer: "accept", id: String(id) }, eves);
    saw(`accepting ${what}`, "409 or 410", status, ENDED.includes(status));
  }
  await target.db("tokens").where({ kind: "invitation" }).update({ expires_at: "2020-01-01 00:00:00" });
  const expired = await target.post(eveLink, { answer: "accept" }, eves);
  saw("a link that has expired", "410", expired.status, expired.status === 410);
  saw(
    "who had it",
    "is not in",
    (await memberOf(target, eveId)).user_id ?? "no account",
    (await memberOf(target, eveId)).user_id === null,
  );
}

/** Whoever accepts while it is withdrawn is in, or is told that they are not; never both. */
async function racing({ target, short, saw }: Scene, office: Office): Promise<void> {
  const peer = await target.peer();
  const torn: string[] = [];
  const seen: Answer[] = [];
  for (let round = 0; round < (short ? 3 : 60); round += 1) {
    const fay = await person(target, true);
    const [id, link] = await invite(target, office, fay.email);
    const page = await pageOf(target, office, fay.email);
    // Each round a little later, because a withdrawal has more to do before it looks.
    const later = pause((round % 10) * 3);
    const [accepted, taken] = await Promise.all([
      later.then(() => target.post(link, { answer: "accept" }, page)),
      peer.post("company/team", { intent: "member.withdraw", id: String(id) }, office.owner),
    ]);
    seen.push(accepted, taken);
    const row = await memberOf(target, id);
    const isIn = row.invitation_type === 1 && row.user_id === fay.userId;
    const isOut = row.invitation_type === 0 && row.user_id === null && row.invited_at === null;
    const isTold = accepted.status === 303;
    if (!(isIn && isTold && taken.status !== 303) && !(isOut && !isTold))
      torn.push(`${accepted.status}, ${taken.status}: type ${row.invitation_type}, account ${row.user_id}`);
  }
  saw(
    "accepted and withdrawn at once",
    "one of them counts",
    torn[0] === undefined ? counted(seen) : `${torn.length} torn, ${torn[0]}`,
    torn.length === 0,
  );
}
