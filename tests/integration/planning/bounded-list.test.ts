import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pageRange } from "~/domain/paging";
import { loadVisitsPage } from "~/features/planning/visits-list/visits-page.server";
import { createVisits } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "./desk";

const ADDRESS = "http://localhost/platform/company/visits";

describe("the list of visits", () => {
  const database = useTestDatabase("sqlite");
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("has at most 500 rows, where all are asked for and where that is remembered", async () => {
    const desk = await createDesk(db());
    const own = Number((await db()("routing_visits").whereIn("type", ["D", "P"]).count({ n: "*" }).first())!.n);
    await createVisits(
      db(),
      desk.companyId,
      Array.from({ length: 520 - own }, (_, nth) => ({ name: `Waiting ${nth}`, status: 1 })),
    );
    const lists = [];
    for (const request of [
      new Request(`${ADDRESS}?rows=all`),
      new Request(ADDRESS, { headers: { Cookie: "rows=all" } }),
      new Request(`${ADDRESS}?rows=all&page=2`),
    ])
      lists.push((await loadVisitsPage(desk.dispatcher, request)).list);
    expect(lists.map(({ rows }) => rows.length)).toEqual([500, 500, 20]);
    expect(lists.map(({ paging, total }) => pageRange(paging, total).from)).toEqual([1, 1, 501]);
    expect(new Set([...lists[1]!.rows, ...lists[2]!.rows].map(({ id }) => id)).size).toBe(520);
  });
});
