import { pause } from "~/lib/pause";
import { counted, dataOf, openOffice, programOf, until } from "../office";
import type { Attack } from "../attack";
import type { Answer, Target } from "../target";

const SIZE = 400;
/** A claim of a process that is gone lapses within six seconds. */
const LAPSED_MS = 40_000;

/** The same call with the same key, at once, over two processes, and when one of them dies in the middle. */
export const idempotency: Attack = {
  name: "idempotency",
  async run({ target, short, saw }) {
    const office = await openOffice(target);
    const peer = await target.peer();
    const vehicles = (title: string) => target.db("vehicles").where({ title });
    const store = (one: Target, title: string, key: string, headers = office.program): Promise<Answer> =>
      one.call("vehicle/store", { title }, { ...headers, "Idempotency-Key": key });

    const both = (count: number, send: (one: Target) => Promise<Answer>): Promise<Answer[]> =>
      Promise.all(Array.from({ length: count }, (_, nth) => send(nth % 2 === 0 ? target : peer)));
    const twenty = await both(20, (one) => store(one, "A twin", "twins"));
    const rows = await vehicles("A twin");
    saw(
      "one key in 20 calls at once over two processes",
      "one vehicle; done, or under way",
      `${rows.length}; ${counted(twenty)}`,
      rows.length === 1 && twenty.every(({ status }) => status === 200 || status === 409),
    );
    const again = await store(peer, "A twin", "twins");
    const isSame = again.status === 200 && dataOf<{ id: number }>(again).id === rows[0]?.id;
    saw(
      "once more in the other process",
      "the kept answer",
      `${again.status} ${String(again.headers["idempotent-replayed"])}`,
      isSame && again.headers["idempotent-replayed"] === "true",
    );
    const other = await store(peer, "Another one", "twins");
    saw("another payload under the key", "422, nothing stored", other.status, other.status === 422);
    const { program } = await programOf(target, office.companyId);
    const stranger = await openOffice(target);
    for (const [who, headers] of [
      ["another key of the company", program],
      ["another company", stranger.program],
    ] as const) {
      const own = await store(target, "A twin", "twins", headers);
      const isOwn = own.status === 200 && dataOf<{ id: number }>(own).id !== rows[0]?.id;
      saw(`the same key from ${who}`, "a vehicle of their own", own.status, isOwn);
    }

    const email = `open-${office.companyId}@demo.example`;
    const signUps = await both(10, (one) =>
      one.call("register", { email, password: "several words are good" }, { "Idempotency-Key": `open-${email}` }),
    );
    const accounts = await target.db("users").where({ email });
    saw(
      "one key in 10 sign-ups at once",
      "one account; done, or under way",
      `${accounts.length}; ${counted(signUps)}`,
      accounts.length === 1 && signUps.every(({ status }) => status === 200 || status === 409),
    );

    for (let round = 0; round < (short ? 1 : 6); round += 1) await dying(target, round, saw);
  },
};

/** The process dies while it works; the call is sent again to the one that is left, and to a new one. */
async function dying(target: Target, round: number, saw: Parameters<Attack["run"]>[0]["saw"]): Promise<void> {
  const office = await openOffice(target);
  const name = `Dying ${round} ${office.companyId}`;
  const headers = { ...office.program, "Idempotency-Key": `dying-${round}` };
  const bulk = Array.from({ length: SIZE }, () => ({ name, lat: 47.14, lng: 9.52 }));
  const send = (one: Target) => one.call("routing-visit/store", { bulk }, headers);
  const count = async () => (await target.db("routing_visits").where({ name })).length;
  const victim = await target.peer();
  const first = send(victim);
  const isClaimed = await until(
    async () => (await target.db("applied_commands").where({ company_id: office.companyId })).length > 0,
    5_000,
  );
  // Each round a little later: before the commit, at it, behind it.
  await pause(round * 60);
  await target.killPeer();
  const { status } = await first;
  const left = await count();
  saw(
    `a process that dies ${round * 60} ms into ${SIZE} visits (${status})`,
    "all are stored, or none",
    `${left}${isClaimed ? "" : ", never claimed"}`,
    left === 0 || left === SIZE,
  );
  let answer = await send(target);
  await until(async () => {
    if (answer.status !== 409 || answer.text.includes("submit.done")) return true;
    if ((await count()) === SIZE) return true;
    answer = await send(target);
    return answer.status !== 409;
  }, LAPSED_MS);
  const stored = await count();
  saw(
    "the same call to the process that is left",
    "is done once",
    `${stored} after ${answer.status}`,
    stored === SIZE && (answer.status === 200 || answer.status === 409),
  );
  const anew = await send(await target.peer());
  const finally_ = await count();
  saw("and to a new process", "is not done again", `${finally_} after ${anew.status}`, finally_ === SIZE);
}
