import { createUser } from "../../factories/company";
import { altered, linksTo, linkTo } from "../mails";
import { counted, withPassword } from "../office";
import { there } from "../people";
import { fromElsewhere } from "../target";
import type { Attack, Scene } from "../attack";
import type { Answer, Target } from "../target";

const PASSWORD = "several words are good";
const OTHER_PASSWORD = "quite other words than those";
const HTML = { Accept: "text/html" };

/** Signs up at one of the processes. @returns the link's id and token */
async function signUp(target: Target, at: Target, email: string): Promise<{ id: string; token: string }> {
  const answer = await at.post("sign-up", { email, password: PASSWORD }, { ...HTML, ...fromElsewhere() });
  if (answer.status !== 303) throw new Error(`Signing up was answered with ${answer.status}: ${answer.text}`);
  const [id = "", token = ""] = (await linkTo(target, email)).pathname.split("/").slice(-2);
  return { id, token };
}

/** In a browser that has not signed up, so that a password is chosen there. */
const verify = (target: Target, id: string, token: string, password = OTHER_PASSWORD): Promise<Answer> =>
  target.post(`email-verify/${id}/${token}`, { password }, { ...HTML, ...fromElsewhere() });

/** Links of mails that come twice, too late, or to the wrong person. */
export const links: Attack = {
  name: "links",
  async run(scene) {
    const { target, saw } = scene;
    const peer = await target.peer();
    const at = Date.now();
    const [mine, theirs] = [`mine-${at}@demo.example`, `theirs-${at}@demo.example`];
    const own = await signUp(target, target, mine);
    const other = await signUp(target, peer, theirs);
    for (const [what, id, token] of [
      ["another account's id", other.id, own.token],
      ["another sign in it", own.id, altered(own.token)],
      ["no id", "0", own.token],
    ] as const) {
      const { status } = await verify(target, id, token);
      saw(`a verification with ${what}`, "4xx", status, status >= 400 && status < 500);
    }
    for (const page of [`api/email/verify/${own.id}/${own.token}`, `email-verify/${own.id}/${own.token}`])
      await target.request(page, { headers: HTML });
    const isOpen = (await target.db("users").where({ email: mine }).first("email_verified_at"))?.email_verified_at;
    saw("a mail program that opens the link", "verifies nothing", isOpen ?? "nothing", isOpen === null);

    const asked = await verify(target, own.id, own.token, "");
    saw("a verification that leaves the password to whoever signed up", "422", asked.status, asked.status === 422);
    const many = await Promise.all(
      [target, peer, target, peer, target, peer].map((one) => verify(one, own.id, own.token)),
    );
    const user = there(await target.db("users").where({ email: mine }).first("id"));
    const sessions = await target.db("sessions").where({ user_id: user.id });
    const companies = await target.db("companies").where({ user_id: user.id });
    saw(
      "one verification six times at once",
      "one session, one company",
      `${sessions.length}, ${companies.length}; ${counted(many)}`,
      sessions.length === 1 && companies.length === 1 && many.every(({ status }) => status < 500),
    );
    await target
      .db("tokens")
      .where({ user_id: Number(other.id) })
      .update({ expires_at: "2020-01-01 00:00:00" });
    const late = await verify(target, other.id, other.token);
    saw("a verification that has expired", "410", late.status, late.status === 410);

    await resets(scene);
    await signUps(scene);
  },
};

async function resets({ target, saw }: Scene): Promise<void> {
  const peer = await target.peer();
  const email = `resets-${Date.now()}@demo.example`;
  const userId = await createUser(target.db, { email });
  await withPassword(target, userId);
  const cookie = await target.signIn(email, target.server.password);
  const ask = () => target.post("forgot", { email }, { ...HTML, ...fromElsewhere() });
  const reset = (one: Target, link: string, password: string, as = email) =>
    one.post(
      "reset",
      { token: new URL(link).searchParams.get("token") ?? "", email: as, password },
      { ...HTML, ...fromElsewhere() },
    );
  await ask();
  const [first = ""] = await linksTo(target, email, 1);
  await ask();
  const second = (await linksTo(target, email, 2)).find((link) => link !== first) ?? "";
  const old = await reset(target, first, PASSWORD);
  saw("a reset link after a newer one", "410", old.status, old.status === 410);
  const token = new URL(second).searchParams.get("token") ?? "";
  const asVerify = await verify(target, String(userId), token);
  saw("a reset link as a verification", "410", asVerify.status, asVerify.status === 410);
  // Two people with the same link and two passwords: one of them has the account then, and knows it.
  const both = await Promise.all([reset(target, second, PASSWORD), reset(peer, second, OTHER_PASSWORD)]);
  const won = both.map(({ status }) => status === 303);
  const opens = await Promise.all(
    [PASSWORD, OTHER_PASSWORD].map((password) =>
      target.post("login", { email, password }, { ...HTML, ...fromElsewhere() }).then(({ status }) => status === 302),
    ),
  );
  saw(
    "one link with two passwords at once",
    "the one that was told so works",
    `${counted(both)}; ${opens.join(", ")}`,
    won.filter(Boolean).length === 1 && String(won) === String(opens),
  );
  const before = await target.request("planning", { headers: { Cookie: cookie } });
  const isSentAway = before.status === 302 && /\/login/.test(before.headers.location ?? "");
  saw("sessions of before", "have ended", before.status, isSentAway);
}

/** Two strangers with one e-mail: whoever has the mailbox is the only one who gets in. */
async function signUps({ target, saw }: Scene): Promise<void> {
  const peer = await target.peer();
  const email = `raced-${Date.now()}@demo.example`;
  const answers = await Promise.all(
    [PASSWORD, OTHER_PASSWORD, PASSWORD, OTHER_PASSWORD].map((password, nth) =>
      (nth % 2 === 0 ? target : peer).post("sign-up", { email, password }, { ...HTML, ...fromElsewhere() }),
    ),
  );
  const accounts = await target.db("users").where({ email });
  saw(
    "one e-mail signed up four times at once",
    "one account, one answer",
    `${accounts.length}; ${counted(answers)}`,
    accounts.length === 1 && answers.every(({ status }) => status === 303),
  );
  const tokens = await target.db("tokens").where({ user_id: accounts[0]?.id ?? 0, kind: "email_verify" });
  saw("its links that work", "one", tokens.length, tokens.length === 1);
}
