import { expect, it } from "vitest";
import { ImportEntity } from "~/domain/import/import-fields";
import { completedPhone } from "~/domain/validation/national-phone";
import { columnsDialog } from "~/features/imports/queries/columns-dialog.server";
import { readSample } from "~/features/imports/read-sample";

it("a telephone number in the first rows is shown as the import completes it", () => {
  const preview = [
    { row: 1, cells: ["Name", "Phone"] },
    { row: 2, cells: ["Short", "Tel. 232/1234"] },
    { row: 3, cells: ["None", "12 34"] },
  ];
  const columns = ["name", "recipientPhone"];
  const mapping = { sheet: "Visits", entity: ImportEntity.Visit, headerRow: 0, headers: ["Name", "Phone"], columns };
  const data = columnsDialog(
    new Request("http://localhost/x?dialog=columns&sheet=0"),
    [{ preview, hiddenRows: false, rowsTotal: 2 }] as never,
    [{ ...mapping, defaults: {}, sure: true, unsure: [], withoutHidden: false }] as never,
    { completePhone: (text) => completedPhone(text, "LI") },
  );
  const [short, none] = readSample(data!, ImportEntity.Visit, columns).map((row) => row[1]);
  expect(short).toEqual({ shown: "Tel. 232/1234", becomes: "+423 232 12 34", fault: null });
  expect(none).toMatchObject({ becomes: null, fault: expect.stringContaining("is not correct") as string });
});
