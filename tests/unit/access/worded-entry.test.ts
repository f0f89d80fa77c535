import { expect, it } from "vitest";
import { wordedEntry } from "~/audit/worded-entries.server";
import { METRIC } from "~/domain/units";

/** An entry about some plans, of which those below ten still have a name. */
function told(...ids: number[]) {
  const row = { company_id: 1, model: "Plan", ids: JSON.stringify(ids), changes: "[]" };
  const { kind, records, more } = wordedEntry(row, METRIC, (_model, id) =>
    id < 10 ? { name: `Day ${id}`, to: null } : undefined,
  );
  return [kind, records.map(({ name }) => name), more];
}

it("counts every record without a name, also where one of the first few isn't known any more", () => {
  expect(told(1, 2, 3)).toEqual(["Plan", ["Day 1", "Day 2", "Day 3"], 0]);
  expect(told(1, 12, 3)).toEqual(["Plan", ["Day 1", "Day 3"], 1]);
  expect(told(1, 12, 3, 4, 5)).toEqual(["Plan", ["Day 1", "Day 3"], 3]);
  expect(told(11, 12)[0]).toBeNull();
});

it("keeps names from right to left apart from the arrow between them, and files free of marks", () => {
  const names = new Map([
    [3, "رانيا"],
    [4, "أحمد"],
  ]);
  const changes = [{ model: "Route", id: 7, fields: { driver_id: [3, 4] } }];
  const row = { company_id: 1, model: "Route", ids: "[7]", changes: JSON.stringify(changes) };
  const known = wordedEntry(row, METRIC, (_model, id) => ({ name: names.get(id) ?? "Van", to: null }));
  expect(known.changes).toEqual(["Driver: \u2068رانيا\u2069 → \u2068أحمد\u2069"]);
  const title = [{ model: "Vehicle", id: 7, fields: { title: ["Van", "شاحنة"] } }];
  const inFile = wordedEntry({ ...row, model: "Vehicle", changes: JSON.stringify(title) }, METRIC);
  expect(inFile.changes[0]).toMatch(/: Van → شاحنة$/);
});

it.each([
  ["Import", "parsed", "applying", "State: Ready to import → Importing"],
  ["Import", null, "uploaded", "State: – → Columns to map"],
  ["Webhook delivery", "waiting", "delivered", "State: Waiting → Delivered"],
])("says in words how far something has come: %s %s", (model, was, is, words) => {
  const changes = [{ model, id: 1, fields: { state: [was, is] } }];
  const row = { company_id: 1, model, ids: "[1]", changes: JSON.stringify(changes) };
  expect(wordedEntry(row, METRIC).changes).toEqual([words]);
});
