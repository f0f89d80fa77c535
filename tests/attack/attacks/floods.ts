import { counted, openOffice, until } from "../office";
import type { Office } from "../office";
import { fromElsewhere, NO_ANSWER } from "../target";
import type { Attack, Scene } from "../attack";
import type { Answer, Target } from "../target";

/** Of a company at a time, whatever it asks. */
const MOST_OPEN = 4;
const LONGEST_WAIT_MS = 3_000;

/** It is searched for as long as a caller may ask for. */
const LONG = { options: { l: 100 } };

const problem = (jobs: number) => ({
  vehicles: [1, 2, 3].map((id) => ({ id, start: [9.52, 47.14], end: [9.52, 47.14] })),
  jobs: Array.from({ length: jobs }, (_, id) => ({
    id: id + 1,
    location: [9.5 + ((id * 37) % 100) / 1000, 47.1 + ((id * 61) % 100) / 1000],
    service: 300,
  })),
});
const SMALL = problem(3);

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Bodies that are small or cheap to send and expensive to calculate. */
const BOMBS: readonly (readonly [name: string, body: string])[] = [
  [
    "100,000 jobs in one place",
    JSON.stringify({ vehicles: [{ id: 1, start: [9, 47] }], jobs: Array.from({ length: 100_000 }, () => ({ id: 1 })) }),
  ],
  ["100,000 vehicles", JSON.stringify({ vehicles: Array.from({ length: 100_000 }, (_, id) => ({ id })), jobs: [] })],
  ["jobs that are no list", '{"vehicles":[{"id":1}],"jobs":{"length":1000000000}}'],
  ["JSON nested 20,000 levels deep", nested(20_000)],
  [
    "amounts of 10,000 dimensions",
    JSON.stringify({ ...SMALL, jobs: [{ id: 1, location: [9, 47], delivery: Array(10_000).fill(1) }] }),
  ],
  [
    "a matrix that is no matrix",
    JSON.stringify({ ...SMALL, matrices: { car: { durations: [[0], [1, 2], "x", null] } } }),
  ],
  [
    "places that are nowhere",
    JSON.stringify({
      ...SMALL,
      jobs: [
        { id: 1, location: [1e308, -1e308] },
        { id: 2, location: [null, "x"] },
      ],
    }),
  ],
  [
    "times beyond all numbers",
    '{"vehicles":[{"id":1,"start":[9,47]}],"jobs":[{"id":1,"location":[9,47],"service":1e400}]}',
  ],
  ["nothing", ""],
];

const ask = (target: Target, office: Office, payload: unknown): Promise<Answer> =>
  target.call("vroom", payload, office.program);

/** One who asks for more than their share, while others want theirs. */
export const floods: Attack = {
  name: "floods",
  async run(scene) {
    const { target, short, saw } = scene;
    let answers: Answer[] = [];
    const many = short ? 300 : 3_000;
    const wait = await target.longestWaitDuring(async () => {
      for (let from = 0; from < many; from += 50)
        answers.push(
          ...(await Promise.all(
            Array.from({ length: 50 }, () => target.request("api/country/list", { headers: fromElsewhere() })),
          )),
        );
    });
    const whole = answers.filter(({ status, text }) => status === 200 && text.includes("Liechtenstein"));
    saw(`the list of countries ${many} times`, "all are whole", counted(answers), whole.length === many);
    saw("everybody else meanwhile", `waits less than ${LONGEST_WAIT_MS} ms`, `${wait} ms`, wait < LONGEST_WAIT_MS);

    const [greedy, modest] = [await openOffice(target), await openOffice(target)];
    for (const [name, body] of BOMBS) {
      const { status } = await target.request("api/vroom", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...greedy.program },
        body,
      });
      saw(`a problem with ${name}`, "is answered or refused", status, status >= 200 && status < 500);
    }
    await calculations(scene, greedy, modest);
    answers = [await target.request("api/vehicle/list?limit=1", { headers: greedy.program })];
    await target.keepCounting("api-sender", `${greedy.companyId} key:${greedy.key.id}`);
    for (let from = 0; from < 700; from += 50)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, () => target.request("api/vehicle/list?limit=1", { headers: greedy.program })),
        )),
      );
    const busy = answers.filter(({ status }) => status === 429);
    saw(
      "700 calls with one key",
      "600 in a minute, 429 says until when",
      counted(answers),
      busy.length > 0 && busy.every(({ headers }) => Number(headers["retry-after"]) > 0),
    );
    const other = await target.request("api/vehicle/list?limit=1", { headers: modest.program });
    saw("another company meanwhile", "is answered", other.status, other.status === 200);
  },
};

/** Twenty problems at once of one company, over both processes, and one of another. */
async function calculations({ target, short, saw }: Scene, greedy: Office, modest: Office): Promise<void> {
  const peer = await target.peer();
  const large = { ...problem(short ? 60 : 200), ...LONG };
  const open = async (companyId: number) =>
    (
      await target
        .db("routing_queries")
        .where({ company_id: companyId })
        .whereIn("status", ["queued", "running"])
        .select("id")
    ).length;
  const leave = new AbortController();
  const given: number[] = [];
  const asked = Array.from({ length: 20 }, async (_, nth) => {
    const one = nth % 2 === 0 ? target : peer;
    await fetch(new URL("api/vroom", one.server.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", ...greedy.program },
      body: JSON.stringify(large),
      signal: leave.signal,
    }).then(
      ({ status }) => given.push(status),
      () => given.push(NO_ANSWER),
    );
  });
  let most = 0;
  await until(async () => {
    most = Math.max(most, await open(greedy.companyId));
    return given.filter((status) => status === 429).length >= 20 - MOST_OPEN;
  });
  const refused = given.filter((status) => status === 429).length;
  saw(
    "20 problems of one company at once, over two processes",
    `${MOST_OPEN} are taken, 429 for the others`,
    `${most} open, ${refused} × 429`,
    most <= MOST_OPEN && refused >= 20 - MOST_OPEN,
  );
  const small = await ask(target, modest, SMALL);
  const before = await open(greedy.companyId);
  saw(
    "a small one of another company meanwhile",
    "is answered before the last of them",
    `${small.status} after ${Math.round(small.ms / 1000)} s, ${before} open`,
    small.status === 200 && before > 0,
  );
  leave.abort();
  await Promise.all(asked);
  const isFree = await until(async () => (await open(greedy.companyId)) === 0);
  saw("when the callers have gone", "their problems go", `${await open(greedy.companyId)} open`, isFree);
  const again = await ask(target, greedy, SMALL);
  saw("their next one", "is answered", again.status, again.status === 200);
}
