import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { chosenFileFault } from "~/features/imports/chosen-file";
import { AppError } from "~/lib/errors";
import { receiveUpload } from "~/features/imports/receive-upload.server";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { isSafeKey } from "~/services/storage/storage";
import { testServices } from "../../helpers/services";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-upload-"));
const storage = localDiskStorage(path.join(root, "files"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => setServices(undefined));

const pieces = async function* (...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
};
const textOf = async (key: string): Promise<string> => text((await storage.open(key)).stream());
const allFiles = (): string[] =>
  existsSync(path.join(root, "files"))
    ? readdirSync(path.join(root, "files"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
    : [];

describe("file storage", () => {
  it("keeps what it was given, and forgets it", async () => {
    expect(await storage.write("a/b/c.bin", pieces("one ", "two"))).toBe(7);
    expect(await textOf("a/b/c.bin")).toBe("one two");
    expect(await storage.withLocalFile("a/b/c.bin", async (file) => existsSync(file))).toBe(true);
    await storage.remove("a/b/c.bin");
    await storage.remove("a/b/c.bin");
    await expect(storage.open("a/b/c.bin")).rejects.toMatchObject({ status: 404 });
  });

  it("keeps nothing of a file whose sender breaks off", async () => {
    const broken = (async function* () {
      yield new TextEncoder().encode("half");
      throw new Error("gone");
    })();
    await expect(storage.write("broken.bin", broken)).rejects.toThrow("gone");
    expect(allFiles()).toEqual([]);
  });

  it("leaves room on the disk for what isn't a file, and says so", async () => {
    const full = localDiskStorage(path.join(root, "files"), () => Promise.resolve(200_000_000));
    await expect(full.write("a.bin", pieces("x"))).rejects.toMatchObject({ code: "storage.full", status: 507 });
    const ends = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const unknown = localDiskStorage(path.join(root, "files"), () => Promise.resolve(null));
    const cut = (async function* () {
      yield new TextEncoder().encode("half");
      throw ends;
    })();
    await expect(unknown.write("a.bin", cut)).rejects.toMatchObject({ code: "storage.full", cause: ends });
    expect(allFiles()).toEqual([]);
    expect(await unknown.write("a.bin", pieces("x"))).toBe(1);
    await unknown.remove("a.bin");
  });

  it.each([
    "../x",
    "a/../../x",
    "/etc/passwd",
    "a//b",
    "a\\b",
    "",
    ".",
    "..",
    "a/.hidden",
    "a/b/",
    "C:x",
    "a\u0000b",
    "x".repeat(201),
  ])("refuses the key %j", async (key) => {
    expect(isSafeKey(key)).toBe(false);
    await expect(async () => storage.write(key, pieces("x"))).rejects.toThrow("Unsafe storage key");
    await expect(async () => storage.open(key)).rejects.toThrow("Unsafe storage key");
  });

  it("never lets a key out of its folder", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(".", "/", "\\", "a", "-", " ") }), (key) => {
        fc.pre(isSafeKey(key));
        return path.resolve("/root/files", key).startsWith("/root/files/");
      }),
    );
  });
});

describe("chosen file", () => {
  it.each([
    [{ name: "a.xlsx", size: 100_000_000 }, null],
    [{ name: "A.XLS", size: 1 }, null],
    [{ name: "a.xlsx", size: 100_000_001 }, 'The file "a.xlsx" may not be greater than 100 megabytes.'],
    [{ name: "a.exe", size: 1 }, 'The file "a.exe" has wrong format.'],
    [{ name: "a.pdf", size: 1 }, 'The file "a.pdf" has wrong format.'],
    [{ name: "xlsx", size: 1 }, 'The file "xlsx" has wrong format.'],
    [{ name: "", size: 0 }, "File is required"],
  ])("%j", (file, fault) => {
    expect(chosenFileFault(file)).toBe(fault);
  });
});

describe("received upload", () => {
  const post = (form: FormData) => {
    setServices(testServices({ storage }));
    return receiveUpload(new Request("http://localhost/platform/import", { method: "POST", body: form }), 7);
  };
  const formWith = (file: File | null, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (file) form.set("file", file);
    return form;
  };

  it("stores the file under a key of our own, whatever it is called", async () => {
    const received = await post(formWith(new File(["workbook"], "../../Fahrten Mo.XLSX"), { plan_id: "12", tab: "t" }));
    expect(received.fileName).toBe("Fahrten Mo.XLSX");
    expect(received.key).toMatch(/^companies\/7\/sheets\/[0-9a-f-]{36}\.xlsx$/);
    expect(received.fields).toEqual({ plan_id: "12", tab: "t" });
    expect(await textOf(received.key)).toBe("workbook");
    await storage.remove(received.key);
  });

  it.each([
    ["no file", null, "File is required"],
    ["an empty choice", new File([], ""), "File is required"],
    ["another kind", new File(["x"], "photo.png"), 'The file "photo.png" has wrong format.'],
  ])("refuses %s and keeps nothing", async (_, file, message) => {
    await expect(post(formWith(file))).rejects.toMatchObject({ status: 422, field: "file", message });
    expect(allFiles()).toEqual([]);
  });

  it("reads a file of more than 100 megabytes to its end, keeps nothing, and says the limit", async () => {
    const piece = new Uint8Array(1_000_000);
    const form = formWith(
      new File(
        Array.from({ length: 101 }, () => piece),
        "big.xlsx",
      ),
    );
    await expect(post(form)).rejects.toMatchObject({
      status: 422,
      message: 'The file "big.xlsx" may not be greater than 100 megabytes.',
    });
    expect(allFiles()).toEqual([]);
  });

  // @spec PC-8.03
  it("says that it failed when the line breaks within a file, and keeps nothing", async () => {
    setServices(testServices({ storage }));
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n';
    const body = new ReadableStream({
      start: (sender) => sender.enqueue(new TextEncoder().encode(`${head}half`)),
      pull: (sender) => sender.error(new Error("the line broke")),
    });
    const init = { method: "POST", body, headers: { "Content-Type": "multipart/form-data; boundary=x" } };
    const request = new Request("http://localhost/platform/import", { ...init, duplex: "half" } as RequestInit);
    await expect(receiveUpload(request, 7)).rejects.toMatchObject({ message: "Uploading was failed", status: 400 });
    expect(allFiles()).toEqual([]);
  });

  it("reads to its end what can't be kept, and blames neither the file nor the line", async () => {
    const fault = async (error: Error) => {
      setServices(testServices({ storage: { ...storage, write: () => Promise.reject(error) } }));
      const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n';
      const pieces = [head, ...Array.from({ length: 30 }, () => "a".repeat(100_000)), "\r\n--x--\r\n"];
      const body = new ReadableStream({
        pull(sender) {
          const piece = pieces.shift();
          if (piece === undefined) sender.close();
          else sender.enqueue(new TextEncoder().encode(piece));
        },
      });
      const init = { method: "POST", body, headers: { "Content-Type": "multipart/form-data; boundary=x" } };
      const request = new Request("http://localhost/platform/import", { ...init, duplex: "half" } as RequestInit);
      const refused: unknown = await receiveUpload(request, 7).catch((thrown: unknown) => thrown);
      expect(pieces).toEqual([]);
      return refused;
    };
    const message = "The server could not keep the file. Please try again later.";
    expect(await fault(new Error("EIO"))).toMatchObject({ code: "storage.failed", status: 503, message });
    const full = new AppError("storage.full", "No room.", { status: 507 });
    expect(await fault(full)).toBe(full);
  });

  it("refuses a body that is no form", async () => {
    setServices(testServices({ storage }));
    const request = new Request("http://localhost/platform/import", {
      method: "POST",
      body: "hello",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
    });
    await expect(receiveUpload(request, 7)).rejects.toMatchObject({ field: "file" });
  });
});
