import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { there } from "../people";
import { demoDay } from "../world";
import type { Attack } from "../attack";
import type { Target } from "../target";

const MB = 1_000_000;
const BOUNDARY = "attack";

/** A form with one file and text fields. */
function formWith(
  field: string,
  name: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
): { headers: Record<string, string>; body: Buffer } {
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
    "Content-Type: application/octet-stream\r\n\r\n";
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([Buffer.from(texts.join("") + head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

/** An archive with one entry, whose directory may say another size than it unpacks to. */
function zipOf(name: string, content: Buffer, declared = content.length): Buffer {
  const packed = deflateRawSync(content);
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(20, 0);
  entry.writeUInt16LE(8, 4);
  entry.writeUInt32LE(packed.length, 14);
  entry.writeUInt32LE(declared, 18);
  entry.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), entry, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from("PK\u0001\u0002\u0014\u0000"),
    entry,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from("PK\u0005\u0006"), end]);
}

/** A picture's first bytes that say how large it is, and nothing behind them. */
function pngOf(width: number, height: number, bytes = 200): Buffer {
  const png = Buffer.alloc(Math.max(bytes, 64));
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(png);
  png.write("IHDR", 12, "latin1");
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.set([8, 2, 0, 0, 0], 24);
  return png;
}

/** Files that anybody but the server's own user could read. */
function openFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0,
  );
}

const filesIn = (target: Target): number => {
  const folder = path.join(target.storage.dataDir, "files");
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      statSync(path.join(folder, name)).isFile(),
    ).length;
  } catch {
    return 0;
  }
};

/** Archives that unpack to more than memory holds, pictures that are too large, and what is left of them. */
export const uploads: Attack = {
  name: "uploads",
  async run({ target, short, saw }) {
    const cookie = await target.cookieOf("dispatcher");
    const day = await demoDay(target, 3);
    const before = target.memoryMb();
    const kept = filesIn(target);
    const isRefused = (status: number) => status >= 400 && status < 500;
    const send = ({ headers, body }: ReturnType<typeof formWith>, address: string) =>
      target.request(address, { method: "POST", headers: { ...headers, Cookie: cookie }, body });

    const content = Buffer.alloc((short ? 300 : 1_500) * MB, "<c/>");
    for (const [name, declared] of [
      ["an archive that unpacks to", content.length],
      ["one whose directory says 1 kB, and has", 1000],
    ] as const) {
      let status = 0;
      const archive = formWith("file", "day.xlsx", zipOf("xl/worksheets/sheet1.xml", content, declared));
      const waited = await target.longestWaitDuring(async () => {
        status = (await send(archive, "import")).status;
      });
      saw(`${name} ${content.length / MB} MB`, "4xx", status, isRefused(status));
      saw("everybody else meanwhile", "waits less than 2 s", `${waited} ms`, waited < 2000);
    }

    const route = encodeURIComponent("routes/_main.planning.visit.$visitId");
    const visit = `planning/visit/${there(day.visitIds[0])}?_data=${route}`;
    const picture = async (bytes: Buffer) =>
      (await send(formWith("photo", "a.png", bytes, { intent: "attachments.add" }), visit)).status;
    const large = short ? 20 : 95;
    for (const [name, bytes] of [
      ["a picture of 20,000 × 20,000 pixels", pngOf(20_000, 20_000)],
      [`a picture of ${large} MB`, pngOf(100, 100, large * MB)],
    ] as const) {
      const status = await picture(bytes);
      saw(name, "4xx", status, isRefused(status));
    }
    const good = await picture(readFileSync("tests/fixtures/pictures/door.jpg"));
    saw("a photo", "is taken", good, good === 200);
    saw("files of what was refused", "none", filesIn(target) - kept - 1, filesIn(target) - kept === 1);
    const open = openFiles(target.storage.dataDir);
    saw(
      "files that others on the machine may read",
      "none",
      open.length === 0 ? "none" : open.slice(0, 3).join(", "),
      open.length === 0,
    );

    const after = target.memoryMb();
    const grown = before === null || after === null ? 0 : after - before;
    saw("the server's memory", "grows by less than 400 MB", `by ${grown} MB`, grown < 400);
  },
};
