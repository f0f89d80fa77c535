import { io } from "socket.io-client";
import { createMember, createUser } from "../../factories/company";
import { counted, openOffice, pageOf, until, withPassword } from "../office";
import type { Office } from "../office";
import type { Attack, Scene } from "../attack";
import type { Answer, Target } from "../target";

/** Of another process: it looks this often which sessions have ended. The first one does not (`SESSION_LOOK_SEC`). */
const LOOK_MS = 30_000;
/** Then a socket counts as left open. */
const LONGEST_MS = 120_000;
let nth = 0;

interface Sent {
  begunAt: number;
  status: number;
  title: string;
}

const store = (target: Target, title: string, headers: Record<string, string>): Promise<Answer> =>
  target.post("company/resources/vehicles?index", { intent: "vehicle.create", title }, headers);

/**
 * Posts without a pause over both processes, while `happens` takes the right to do so.
 * @returns what was begun after the answer to it
 */
async function postsDuring(
  target: Target,
  headers: Record<string, string>,
  happens: () => Promise<Answer>,
): Promise<Sent[]> {
  const peer = await target.peer();
  const sent: Sent[] = [];
  let isOver = false;
  const post = async (one: Target) => {
    while (!isOver) {
      const title = `Posted ${(nth += 1)}`;
      const begunAt = performance.now();
      sent.push({ begunAt, title, status: (await store(one, title, headers)).status });
    }
  };
  const posting = [target, peer, target].map(post);
  await until(async () => sent.length > 6);
  const { status } = await happens();
  const at = performance.now();
  if (status >= 400) throw new Error(`What was to happen was answered with ${status}.`);
  await until(async () => sent.filter(({ begunAt }) => begunAt > at).length > 6);
  isOver = true;
  await Promise.all(posting);
  return sent.filter(({ begunAt }) => begunAt > at);
}

async function member(target: Target, { companyId }: Office, roles: object) {
  const userId = await createUser(target.db, { current_company_id: companyId });
  const memberId = await createMember(target.db, companyId, { user_id: userId, ...roles });
  const email = await withPassword(target, userId);
  return { userId, memberId, email, page: await pageOf(target, companyId, email) };
}

const connected = (target: Target, headers: Record<string, string>) =>
  new Promise<{ closed: Promise<number> }>((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${target.port}`, {
      path: "/platform/socket.io",
      transports: ["websocket"],
      extraHeaders: { Cookie: headers.Cookie ?? "" },
      reconnection: false,
      forceNew: true,
    });
    const closed = new Promise<number>((end) => socket.on("disconnect", () => end(performance.now())));
    socket.on("connect", () => resolve({ closed }));
    socket.on("connect_error", reject);
  });

/** Milliseconds until a socket is closed; null: it was not, by then. */
const closedWithin = ({ closed }: { closed: Promise<number> }, from: number, ms: number): Promise<number | null> =>
  Promise.race([
    closed.then((at) => Math.max(0, Math.round(at - from))),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), ms)),
  ]);

/** Rights that are taken away from pages that are at work. */
export const liveSessions: Attack = {
  name: "live-sessions",
  async run(scene) {
    const { target, saw } = scene;
    const office = await openOffice(target);
    const stored = async (sent: readonly Sent[]) =>
      (
        await target.db("vehicles").whereIn(
          "title",
          sent.map(({ title }) => title),
        )
      ).length;

    const first = await member(target, office, { is_dispatcher: 1 });
    const second = await pageOf(target, office.companyId, first.email);
    const sessions = await target.db("sessions").where({ user_id: first.userId }).orderBy("id");
    const ended = await postsDuring(target, first.page, () =>
      target.post("profile", { intent: "session.end", session_id: String(sessions[0]?.id) }, second),
    );
    saw(
      "posts of a session that has ended",
      "lead to the sign-in",
      counted(ended),
      ended.every(({ status }) => status === 302),
    );
    saw("what they stored", "nothing", await stored(ended), (await stored(ended)) === 0);
    const strange = await target.post(
      "profile",
      {
        intent: "session.end",
        session_id: String((await target.db("sessions").where({ user_id: office.ownerId }).first("id"))?.id),
      },
      second,
    );
    saw("ending another person's session", "404", strange.status, strange.status === 404);

    const demoted = await member(target, office, { is_dispatcher: 1, is_courier: 1 });
    const roles = { intent: "member.update", id: String(demoted.memberId), is_dispatcher: "0" };
    const without = await postsDuring(target, demoted.page, () => target.post("company/team", roles, office.owner));
    saw(
      "posts of a dispatcher who is none any more",
      "are refused",
      counted(without),
      without.every(({ status }) => status === 403 || status === 302),
    );
    saw("what they stored then", "nothing", await stored(without), (await stored(without)) === 0);

    await blocked(scene, office, stored);
    await lastAdmins(scene);
  },
};

async function blocked(
  { target, short, saw }: Scene,
  office: Office,
  stored: (sent: readonly Sent[]) => Promise<number>,
): Promise<void> {
  const peer = await target.peer();
  const admin = { Cookie: await target.cookieOf("super admin") };
  const leaver = await member(target, office, { is_dispatcher: 1 });
  const [here, there] = [await connected(target, leaver.page), await connected(peer, leaver.page)];
  const ban = { intent: "user.ban", user_id: String(leaver.userId) };
  let at = 0;
  const posts = await postsDuring(target, leaver.page, async () => {
    const answer = await target.post(`profile/${leaver.userId}`, ban, admin);
    at = performance.now();
    return answer;
  });
  saw(
    "posts of a blocked account",
    "lead to the sign-in",
    counted(posts),
    posts.every(({ status }) => status === 302),
  );
  saw("what they stored meanwhile", "nothing", await stored(posts), (await stored(posts)) === 0);
  const own = await closedWithin(here, at, LONGEST_MS);
  saw("its socket", "is closed at once", own === null ? "open" : `${own} ms`, own !== null);
  if (short) return;
  const far = await closedWithin(there, at, LOOK_MS + 10_000);
  saw(
    "its socket at the other process",
    "is closed within half a minute",
    far === null ? "open" : `${far} ms`,
    far !== null,
  );
  await target.post(`profile/${leaver.userId}`, { ...ban, intent: "user.unban" }, admin);
  const back = await target.request("planning", { headers: leaver.page });
  saw("its sessions, once it is let in again", "are over", back.status, back.status === 302);
}

/** Two admins who take each other's role, and leave, at once: a team keeps one. */
async function lastAdmins({ target, short, saw }: Scene): Promise<void> {
  const peer = await target.peer();
  let without = 0;
  for (let round = 0; round < (short ? 2 : 10); round += 1) {
    const office = await openOffice(target);
    await target.db("companies").where({ id: office.companyId }).update({ user_id: null });
    const [one, two] = [await member(target, office, { is_admin: 1 }), await member(target, office, { is_admin: 1 })];
    await Promise.all([
      target.post("company/team", { intent: "member.update", id: String(two.memberId), is_admin: "0" }, one.page),
      peer.post("company/team", { intent: "member.update", id: String(one.memberId), is_admin: "0" }, two.page),
      peer.post("invitations", { answer: "leave", id: String(office.companyId) }, one.page),
    ]);
    const left = await target
      .db("company_members")
      .where({ company_id: office.companyId, is_admin: 1, status: 1, invitation_type: 1 });
    if (left.length === 0) without += 1;
  }
  saw("two admins who put each other out at once", "one of them stays", `${without} teams without`, without === 0);
}
