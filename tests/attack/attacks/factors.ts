import { io } from "socket.io-client";
import { pause } from "~/lib/pause";
import {
  beginApp,
  codeOf,
  cookieOfOffice,
  cookiesIn,
  firstStep,
  isSignedIn,
  secondStep,
  security,
  withApp,
} from "../factors";
import { counted, openOffice } from "../office";
import type { Attack, Scene } from "../attack";
import type { Answer, Target } from "../target";

/** Tries of one account in an hour, whatever addresses they come from. */
const TRIES = 20;

/** The same try many times at once, over both processes, each in a sign-in of its own. */
async function atOnce(target: Target, email: string, code: string, times: number): Promise<Answer[]> {
  const peer = await target.peer();
  const pending: string[] = [];
  for (let nth = 0; nth < times; nth += 1) pending.push(await firstStep(target, email));
  return Promise.all(pending.map((cookie, nth) => secondStep(nth % 2 === 0 ? target : peer, cookie, { code })));
}

const signedIn = (answers: readonly Answer[]): number => answers.filter(isSignedIn).length;

/** Second factors: codes that come twice, guessed codes, and a sign-in that is half done. */
export const factors: Attack = {
  name: "factors",
  async run(scene) {
    const { target, saw } = scene;
    const office = await openOffice(target);
    const { secret, codes } = await withApp(target, cookieOfOffice(office));

    // The code of now was used up by setting the app up; the next one is taken half a minute early.
    const same = await atOnce(target, office.email, codeOf(secret, 1), 6);
    saw("one code in six sign-ins at once", "one of them gets in", counted(same), signedIn(same) === 1);
    const recovery = await atOnce(target, office.email, codes[0] ?? "", 6);
    saw("one recovery code in six at once", "one of them gets in", counted(recovery), signedIn(recovery) === 1);
    const left = await target.db("user_recovery_codes").where({ user_id: office.ownerId }).whereNull("used_at");
    saw(
      "recovery codes that are left",
      `all but one of ${codes.length}`,
      left.length,
      left.length === codes.length - 1,
    );

    await halfway(scene, office.email, codes[1] ?? "");
    await guessing(scene);
    await setUpWhileSigningIn(scene);
    await removedWhileSigningIn(scene);
  },
};

/** The cookie of a first step opens nothing by itself. */
async function halfway({ target, saw }: Scene, email: string, recovery: string): Promise<void> {
  const half = await firstStep(target, email);
  const token = /platform_sign_in=([^;]+)/.exec(half)?.[1] ?? "";
  for (const [what, Cookie] of [
    ["a half sign-in", half],
    ["its token as a session", `platform_session=${token}`],
  ] as const) {
    const opened: string[] = [];
    for (const page of ["planning", "profile", "profile/security", "invitations", "company/api", "driver"])
      if ((await target.request(page, { headers: { Cookie } })).status === 200) opened.push(page);
    for (const call of ["api/vehicle/list", "api/company/item", "api/user/get-data"])
      if ((await target.request(call, { headers: { Cookie } })).status !== 401) opened.push(call);
    const socket = await new Promise<string>((resolve) => {
      const one = io(`http://127.0.0.1:${target.port}`, {
        path: "/platform/socket.io",
        transports: ["websocket"],
        extraHeaders: { Cookie },
        reconnection: false,
        forceNew: true,
      });
      one.on("connect", () => (one.close(), resolve("connected")));
      one.on("connect_error", () => resolve("refused"));
    });
    if (socket !== "refused") opened.push("a socket");
    saw(what, "opens nothing", opened.join(", ") || "nothing", opened.length === 0);
  }
  const changed = await security(target, half, { answer: "remove_app" });
  saw("taking the app away with it", "leads to the sign-in", changed.status, changed.status === 302);
  // The password changes while somebody is halfway in.
  await target.db("users").where({ email }).increment("session_version", 1);
  const late = await secondStep(target, half, { code: recovery });
  saw("going on after a new password", "is over", late.status, !isSignedIn(late) && late.status < 500);
}

async function guessing({ target, saw }: Scene): Promise<void> {
  const office = await openOffice(target);
  const { secret } = await withApp(target, cookieOfOffice(office));
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
  const wrong = Array.from({ length: 40 }, (_, nth) => String(nth).padStart(6, "0")).filter(
    (code) => !right.includes(code),
  );
  const peer = await target.peer();
  const half = await firstStep(target, office.email);
  const answers = await Promise.all(
    wrong.map((code, nth) => secondStep(nth % 2 === 0 ? target : peer, half, { code })),
  );
  const verdicts = answers.filter(({ status }) => status === 422).length;
  const others = answers.filter(({ status }) => status !== 422 && status !== 429);
  saw(
    `${wrong.length} guesses from as many addresses`,
    `${TRIES} verdicts at most, then 429`,
    counted(answers),
    verdicts <= TRIES && others.length === 0,
  );
}

/** Whoever has the password alone, and is signing in while its holder sets an app up, stays outside. */
async function setUpWhileSigningIn({ target, short, saw }: Scene): Promise<void> {
  const peer = await target.peer();
  const stayed: string[] = [];
  let signIns = 0;
  for (let round = 0; round < (short ? 2 : 12); round += 1) {
    const office = await openOffice(target);
    const cookie = cookieOfOffice(office);
    const secret = await beginApp(target, cookie);
    const thieves = Array.from({ length: 6 }, (_, nth) => firstStep(nth % 2 === 0 ? target : peer, office.email));
    const later = pause(round * 8);
    const confirmed = await later.then(() => security(target, cookie, { answer: "confirm_app", code: codeOf(secret) }));
    for (const thief of await Promise.all(thieves)) {
      signIns += 1;
      const { status } = await target.request("planning", { headers: { Cookie: thief } });
      if (status === 200) stayed.push(`round ${round} (${confirmed.status})`);
    }
  }
  saw(
    `${signIns} sign-ins while an app is set up`,
    "none goes on without a code",
    stayed.join(", ") || "none",
    stayed.length === 0,
  );
}

async function removedWhileSigningIn({ target, saw }: Scene): Promise<void> {
  const peer = await target.peer();
  const office = await openOffice(target);
  const cookie = cookieOfOffice(office);
  const { secret } = await withApp(target, cookie);
  const [one, two] = [await firstStep(target, office.email), await firstStep(target, office.email)];
  const code = codeOf(secret, 1);
  const [removed, entered] = await Promise.all([
    security(peer, cookie, { answer: "remove_app" }),
    secondStep(target, one, { code }),
  ]);
  saw(
    "a code while the app is taken away",
    "is right, or wrong",
    `${removed.status}, ${entered.status}`,
    removed.status === 303 && [303, 422, 410].includes(entered.status),
  );
  const late = await secondStep(target, two, { code: codeOf(secret, 1) });
  saw("a code of an app that is gone", "is worth nothing", late.status, !isSignedIn(late) && late.status < 500);

  // Blocked between the two steps, and let in again: what was begun before is over.
  const banned = await openOffice(target);
  const { codes } = await withApp(target, cookieOfOffice(banned));
  const half = await firstStep(target, banned.email);
  await target.db("users").where({ id: banned.ownerId }).update({ status: "ban" });
  const refused = await secondStep(target, half, { code: codes[0] ?? "" });
  saw(
    "a code of a blocked account",
    "is worth nothing",
    refused.status,
    !isSignedIn(refused) && cookiesIn(refused) === "",
  );
}
