import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { afterJoint, allOrNothing, askOutside, db, useDatabase as setDatabase } from "~/db/database.server";
import type { Outside } from "~/db/database.server";
import { databaseLimiter } from "~/db/limiter.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { setServices, services } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { limitsWith } from "~/services/limits/limits.server";
import type { Mailer } from "~/services/mail/mailer";
import { CAR, testRouting } from "../../helpers/routing";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";

const PLACES = [
  { lat: 47.14, lng: 9.52 },
  { lat: 47.15, lng: 9.52 },
];
const LIMIT = { name: "joint", uses: 5, windowSec: 60 };

describe.each(databases())("several commands as one on %s", (kind) => {
  const database = useTestDatabase(kind);
  /** What was asked outside, call by call. */
  let asked: string[][];
  /** Whether a transaction held the table meanwhile. */
  let rowsMeanwhile: number[];
  let source: Outside<string, string>;

  beforeAll(() => {
    setDatabase(database().db);
    setServices(
      testServices({
        routing: testRouting(),
        geocoder: embeddedGeocoder(),
        // why: no mail is to leave here; whether it may is the question.
        mailer: { send: () => Promise.resolve() } as Partial<Mailer> as Mailer,
      }),
    );
  });
  afterAll(() => {
    setDatabase(undefined);
    setServices(undefined);
  });
  beforeEach(async () => {
    await database().db("fail_reasons").where("title", "like", "Joint%").delete();
    asked = [];
    rowsMeanwhile = [];
    source = {
      name: "test",
      keyOf: (question) => question,
      meanwhile: (question) => `${question}?`,
      async ask(questions) {
        asked.push([...questions]);
        rowsMeanwhile.push((await titles()).length);
        return questions.map((question) => `${question}!`);
      },
    };
  });

  const titles = (): Promise<string[]> => database().db("fail_reasons").where("title", "like", "Joint%").pluck("title");
  const add = (title: string): Promise<void> =>
    withTransaction(db(), async (trx) => {
      await trx("fail_reasons").insert({ title: `Joint ${title}`, image: "" });
    });

  it("ask outside between two attempts, all that is to be asked at once, and store the second", async () => {
    const seen: string[] = [];
    await allOrNothing(async () => {
      for (const question of ["a", "b", "a"]) {
        const answer = await askOutside(source, question);
        seen.push(answer);
        await add(answer);
      }
    });
    expect(asked).toEqual([["a", "b"]]);
    expect(seen).toEqual(["a?", "b?", "a?", "a!", "b!", "a!"]);
    expect(rowsMeanwhile).toEqual([0]);
    expect((await titles()).sort()).toEqual(["Joint a!", "Joint a!", "Joint b!"]);
  });

  it("ask once more where an answer leads to another question, and give up when that never ends", async () => {
    await allOrNothing(async () => void (await askOutside(source, `${await askOutside(source, "a")} again`)));
    expect(asked).toEqual([["a", "a? again"], ["a! again"]]);
    let nth = 0;
    const endless = allOrNothing(async () => {
      await add("endless");
      await askOutside(source, `${(nth += 1)}`);
    });
    await expect(endless).rejects.toMatchObject({ code: "joint.changed", status: 409 });
    expect(nth).toBe(6);
    expect(await titles()).toEqual([]);
  });

  it("refuse for what was answered and not for what stood in for it", async () => {
    const refuse = (answer: string) => {
      throw new AppError("test.refused", answer);
    };
    await expect(allOrNothing(async () => refuse(await askOutside(source, "a")))).rejects.toThrow("a!");
    const short: Outside<string, string> = { ...source, ask: async (all) => (await source.ask(all)).slice(0, 1) };
    asked = [];
    const work = allOrNothing(async () => {
      const answers = [await askOutside(short, "a"), await askOutside(short, "b")];
      await add(answers.join());
    });
    await work;
    expect(asked).toEqual([["a", "b"], ["b"]]);
    expect(await titles()).toEqual(["Joint a!,b!"]);
  });

  it("ask at once outside of any", async () => {
    expect(await askOutside(source, "a")).toBe("a!");
    expect(asked).toEqual([["a"]]);
  });

  it("do afterwards what has to stay, also when nothing of them is stored", async () => {
    const done = vi.fn(() => add("afterwards"));
    const failing = allOrNothing(async () => {
      await add("vanishes");
      await askOutside(source, "a");
      await afterJoint(done);
      expect(done).not.toHaveBeenCalled();
      throw new AppError("test.refused", "no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(done).toHaveBeenCalledTimes(1);
    expect(await titles()).toEqual(["Joint afterwards"]);
    await allOrNothing(() => afterJoint(done));
    expect(done).toHaveBeenCalledTimes(2);
    await afterJoint(done);
    expect(done).toHaveBeenCalledTimes(3);
  });

  const limits = () => limitsWith(databaseLimiter(database().db));
  const OUTSIDE: Record<string, () => Promise<unknown>> = {
    "limits().take": () => limits().take(LIMIT, "key"),
    "limits().forget": () => limits().forget(LIMIT, "key"),
    "routing.legs": () => services().routing.legs(PLACES, CAR),
    "routing.matrix": () => services().routing.matrix(PLACES, CAR),
    "geocoder.geocode": () => services().geocoder.geocode("Vaduz"),
    "mailer.send": () => services().mailer.send({ to: "a@b.example", subject: "", text: "", html: "" }, "uid"),
  };

  it.each(Object.keys(OUTSIDE))("let nobody ask %s while a transaction is open", async (name) => {
    const ask = OUTSIDE[name]!;
    const refusal = `${name} can't be used inside a transaction`;
    await expect(allOrNothing(async () => ask())).rejects.toThrow(refusal);
    await expect(withTransaction(db(), async () => ask())).rejects.toThrow(refusal);
    await ask();
  });

  it("let nobody take the database itself inside a transaction, and in the background everybody", async () => {
    await expect(withTransaction(db(), async () => void db())).rejects.toThrow("db() can't be used inside");
    expect(await allOrNothing(async () => db().isTransaction)).toBe(true);
    let resume = () => {};
    let later: Promise<boolean | undefined> | undefined;
    await allOrNothing(async () => {
      later = new Promise<void>((resolve) => (resume = resolve)).then(() => db().isTransaction);
      await add("stored");
    });
    resume();
    expect(await later).not.toBe(true);
  });

  it("estimate without a road engine inside a transaction", async () => {
    const legs = await allOrNothing(async () => services().routing.estimates(PLACES, CAR));
    expect(legs).toHaveLength(1);
  });
});
