import { beforeEach, describe, expect, it } from "vitest";
import { utils, write } from "xlsx";
import { importDrivers } from "~/features/imports/commands/import-drivers.server";
import { createCompany, createMember } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { stored } from "../../helpers/workbooks";
import { useImports } from "./import-world";

const csv = (...lines: string[]) => Buffer.from(["Name,Surname,E-mail,Phone,Status", ...lines].join("\n"));

describe.each(databases())("drivers of a spreadsheet on %s", (kind) => {
  const world = useImports(kind);
  const db = () => world.database().db;
  let companyId = 0;
  const members = () => db()("company_members").where({ company_id: companyId }).orderBy("id");
  const run = async (
    content: Buffer,
    flags: Parameters<typeof sessionOf>[1] = { isDispatcher: true, isAdmin: true },
    name = "drivers.csv",
  ) => {
    const upload = await stored(world.world(), name, content);
    try {
      return await importDrivers(sessionOf({ companyId }, flags, world.company().ownerId), upload);
    } finally {
      if (flags.isAdmin) await expect(world.world().storage.open(upload.key)).rejects.toThrow("File not found");
    }
  };

  beforeEach(async () => {
    ({ companyId } = await createCompany(db()));
  });

  it("become members who drive and are not invited; whoever is there stays as they are", async () => {
    await createMember(db(), companyId, { name: "Known", surname: "One", email: "known@test.example", is_courier: 0 });
    const before = await members();
    const file = csv("Ann,Bell,ann@test.example,+4232371234,", "Other,Name,KNOWN@test.example,,", "Cem,,,,Inactive");
    expect(await run(file)).toEqual({ created: 2, known: 1 });
    const after = await members();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toMatchObject([
      { name: "Ann", surname: "Bell", email: "ann@test.example", phone: "+4232371234", is_courier: 1, status: 1 },
      { name: "Cem", email: null, is_courier: 1, is_admin: 0, is_dispatcher: 0, status: 0, invited_at: null },
    ]);
    // The same file once more adds nobody.
    expect(await run(file)).toEqual({ created: 0, known: 3 });
    expect(await members()).toEqual(after);
  });

  it("are left out where the file hides them, which is told", async () => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([["Name"], ["Seen"], ["Hidden"]]);
    sheet["!rows"] = [{}, {}, { hidden: true }];
    utils.book_append_sheet(book, sheet, "Drivers");
    const content = write(book, { type: "buffer", bookType: "xlsx", cellStyles: true }) as Buffer;
    expect(await run(content, undefined, "drivers.xlsx")).toEqual({ created: 1, known: 0, hidden: 1 });
    expect((await members()).map(({ name }) => name)).not.toContain("Hidden");
  });

  it("are taken all or not at all, by those who may add drivers", async () => {
    const before = await members();
    await expect(run(csv("Good,,,,", ",Nameless,,,"))).rejects.toMatchObject({
      status: 422,
      field: "file",
      message: "Row 3: Name is required (column A).",
    });
    await expect(run(csv("Good,,,,"), {})).rejects.toMatchObject({ status: 403 });
    expect(await members()).toEqual(before);
  });
});
