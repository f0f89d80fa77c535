import { beforeEach, describe, expect, it } from "vitest";
import { getCalculation, insertQueuedCalculation, updateCalculation } from "~/db/repositories/calculations.server";
import { claimNextAcrossCompanies, finishCalculation } from "~/db/repositories/calculation-queue.server";
import { findFormatJob, insertFormatJob } from "~/db/repositories/format-jobs.server";
import { getByIds } from "~/db/repositories/scoped.server";
import { toldRows, toldTable } from "~/db/rights/export-rows.server";
import { takeOutOfTable } from "~/db/rights/person-words.server";
import { ShortPieces } from "~/db/short-pieces.server";
import { personFinder, wordsOf } from "~/domain/rights/person-in-text";
import { createCompany, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

/** An input of 200 visits in a city whose name isn't ASCII. */
const longText = (mark: string): string =>
  JSON.stringify(
    Array.from({ length: 200 }, (_, nth) => ({
      id: nth,
      name: `${mark} ${nth}`,
      address: "Zürich 東京 🚚",
      lat: 47.1,
    })),
  );

describe.each(databases())("texts of calculations on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let companyId: number;
  beforeEach(async () => {
    ({ companyId } = await createCompany(db()));
  });
  const columns = async (id: number) =>
    (await db()("routing_queries").where({ id }).first("input", "output", "input_packed", "output_packed")) as Record<
      string,
      unknown
    >;
  const calculation = (input: string) => insertQueuedCalculation(db(), companyId, { input, priority: 99 }, NOW);

  it("take a fraction of their length, and are read as they were given", async () => {
    const [input, output] = [longText("Input"), longText("Output")];
    const id = await calculation(input);
    const claimed = await claimNextAcrossCompanies(db(), "a worker", NOW);
    expect(claimed).toMatchObject({ id, input, output: null });
    expect(
      await finishCalculation(db(), { id, companyId, lockedBy: "a worker" }, { status: "done", output }, NOW),
    ).toBe(true);
    const stored = await columns(id);
    expect(stored).toMatchObject({ input: null, output: null });
    for (const packed of [stored.input_packed, stored.output_packed])
      expect((packed as Buffer).length).toBeLessThan(input.length / 5);
    const read = await getCalculation(db(), companyId, id);
    expect(read).toMatchObject({ input, output });
    expect(Object.keys(read)).not.toEqual(expect.arrayContaining(["input_packed"]));
    expect(await getByIds(db(), "routing_queries", companyId, [id])).toMatchObject([{ input, output }]);
  });

  it("of problems in other formats are read as they were given", async () => {
    const input = longText("Job");
    const id = await insertFormatJob(db(), companyId, { user_id: null, api_key_id: null, format: "vrp", input }, NOW);
    expect(await columns(id)).toMatchObject({ input: null });
    expect(await findFormatJob(db(), companyId, id)).toMatchObject({ input });
    await db()("routing_queries").where({ id }).delete();
  });

  it("stay as they are where they are short, or were stored by an earlier version", async () => {
    const id = await calculation("{}");
    expect(await columns(id)).toMatchObject({ input: "{}", input_packed: null });
    await db()("routing_queries")
      .where({ id })
      .update({ input: longText("Old"), output: longText("Old too") });
    expect(await getCalculation(db(), companyId, id)).toMatchObject({
      input: longText("Old"),
      output: longText("Old too"),
    });
  });

  it("are in one place, also when a short one takes the place of a long one", async () => {
    const id = await calculation(longText("Long"));
    await updateCalculation(db(), companyId, id, { title: "Other" }, NOW);
    expect(await getCalculation(db(), companyId, id)).toMatchObject({ title: "Other", input: longText("Long") });
    await updateCalculation(db(), companyId, id, { input: "[]" }, NOW);
    expect(await columns(id)).toMatchObject({ input: "[]", input_packed: null });
    await updateCalculation(db(), companyId, id, { input: longText("Longer") }, NOW);
    expect(await columns(id)).toMatchObject({ input: null });
    expect(await getCalculation(db(), companyId, id)).toMatchObject({ input: longText("Longer") });
  });

  it("are told in the company's export, and nothing of how they are kept", async () => {
    const id = await calculation(longText("Told"));
    const table = (await toldTable(db(), companyId, "routing_queries"))!;
    const rows = [];
    for await (const some of toldRows(db(), companyId, table)) rows.push(...some);
    expect(rows).toMatchObject([{ id, input: longText("Told") }]);
    expect(Object.keys(rows[0]!).filter((column) => column.includes("packed"))).toEqual([]);
  });

  it("lose a person who is erased, and nothing else", async () => {
    const id = await calculation(longText("Ask eve@mallory.example"));
    const other = await calculation(longText("Ask nobody"));
    const before = await columns(other);
    let transactions = 0;
    const begun = ({ sql }: { sql: string }) => void (/^begin/i.test(sql) && transactions++);
    db().on("query", begun);
    const words = wordsOf([{ name: null, surname: null, email: "eve@mallory.example" }]);
    const known = { words, finder: personFinder(words, "Person 7") };
    const takeOut = () =>
      takeOutOfTable(db(), new ShortPieces(db()), {
        table: "routing_queries",
        scope: (query) => query.where({ company_id: companyId }),
        person: { pseudonym: "Person 7", proven: known, inTeam: known },
      });
    await takeOut();
    // Where nobody is named, the texts are searched without a transaction, for which others would wait.
    expect(transactions).toBe(1);
    await takeOut();
    expect(transactions).toBe(1);
    db().removeListener("query", begun);
    expect(await getCalculation(db(), companyId, id)).toMatchObject({ input: longText("Ask Person 7") });
    expect(await columns(id)).toMatchObject({ input: null });
    expect(await columns(other)).toEqual(before);
  });
});
