import { beforeEach, describe, expect, it } from "vitest";
import { whereContains } from "~/db/dialect.server";
import { createCompany, createVisits } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const NAMES = ["Bäckerei Müller", "BÄCKEREI ÖZ 100%", "Backerei", "İstanbul Market", "Ärztehaus", "Дом 5", "Plain"];

describe.each(databases())("a search with other signs than ASCII on %s", (kind) => {
  const database = useTestDatabase(kind);
  let companyId: number;
  beforeEach(async () => {
    ({ companyId } = await createCompany(database().db));
    await createVisits(
      database().db,
      companyId,
      NAMES.map((name) => ({ name, address: "x", plan_id: null })),
    );
  });

  const search = (term: string) => {
    const query = database().db("routing_visits").where({ company_id: companyId }).whereIn("name", NAMES);
    whereContains(query, ["name", "recipient_name"], term);
    return query.orderBy("id").pluck("name");
  };

  it("finds upper and lower case alike", async () => {
    expect(await search("müller")).toEqual(["Bäckerei Müller"]);
    expect(await search("ÄRZTE")).toEqual(["Ärztehaus"]);
    expect(await search("дом")).toEqual(["Дом 5"]);
    expect(await search("ÖZ 100%")).toEqual(["BÄCKEREI ÖZ 100%"]);
    expect(await search("öz 1%")).toEqual([]);
    expect(await search("bäckerei")).toEqual(expect.arrayContaining(["Bäckerei Müller", "BÄCKEREI ÖZ 100%"]));
    expect(await search("İstanbul")).toEqual(["İstanbul Market"]);
  });

  it("finds upper and lower case alike in columns that tell them apart elsewhere", async () => {
    await createVisits(database().db, companyId, [{ external_id: "ÖRT-7a", plan_id: null }]);
    const query = database().db("routing_visits").where({ company_id: companyId });
    whereContains(query, ["external_id"], "örT-7A");
    expect(await query.pluck("external_id")).toEqual(["ÖRT-7a"]);
  });

  it.runIf(kind === "mariadb")("leaves upper and lower case to the collation, and calls no function", async () => {
    const query = database().db("routing_visits").where({ company_id: companyId });
    whereContains(query, ["name", "external_id"], "Müller");
    expect(query.toSQL().sql).not.toContain("LOWER");
    expect(await query.pluck("name")).toEqual(["Bäckerei Müller"]);
  });

  it.runIf(kind === "sqlite")("turns no text into lower case where the rest of the term doesn't stand", async () => {
    const query = database().db("routing_visits").where({ company_id: companyId });
    whereContains(query, ["name"], "müller");
    const { sql, bindings } = query.toSQL().toNative();
    expect(sql).toMatch(/\(`name` LIKE \? ESCAPE '!' AND LOWER\(`name`\) LIKE \? ESCAPE '!'\)/);
    expect(bindings.slice(-2)).toEqual(["%m%ller%", "%müller%"]);
  });
});
