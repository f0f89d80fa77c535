import { expect, test } from "vitest";
import { withBytes, withFiles } from "~/clients/driver/file-bytes";

const photo = () => new File(["door"], "door.jpg", { type: "image/jpeg" });

/** As a browser's database takes it: files are what Safari's private windows refuse. */
function holdsFiles(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsFiles);
}

test("a record goes through bytes with its files, and everything else of it", async () => {
  const record = {
    id: "1",
    files: [{ field: "photo", file: photo(), name: "door.jpg" }],
    photos: [photo()],
    signature: null,
    plain: new Blob(["ink"], { type: "image/png" }),
    message: undefined,
    at: 12,
  };
  const kept = await withBytes(record);
  expect(holdsFiles(kept)).toBe(false);

  const read = withFiles(structuredClone(kept)) as typeof record;
  expect(Object.keys(read)).toEqual(Object.keys(record));
  expect({ ...read, files: [], photos: [], plain: null }).toEqual({ ...record, files: [], photos: [], plain: null });
  for (const file of [read.files[0]!.file, read.photos[0]!]) {
    expect(file).toBeInstanceOf(File);
    expect([file.name, file.type, await file.text()]).toEqual(["door.jpg", "image/jpeg", "door"]);
  }
  expect(read.plain).not.toBeInstanceOf(File);
  expect([read.plain.type, await read.plain.text()]).toEqual(["image/png", "ink"]);
});

test("files that a browser kept as files stay the same ones", () => {
  const file = photo();
  expect(withFiles({ photos: [file] })).toEqual({ photos: [file] });
  expect((withFiles({ photos: [file] }) as { photos: File[] }).photos[0]).toBe(file);
});
