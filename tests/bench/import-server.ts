/** A server imports a workbook, step by step as its page does, while other pages are asked for. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createStorage, startPlatform } from "../setup/e2e-server";
import type { DatabaseKind, PlatformServer } from "../setup/e2e-server";
import { workbookFile } from "./import-files";
import { measure, measureSteadily, measureWhile, show, signIn } from "./pages";

const PAGES = ["planning", "company/resources/vehicles", "company/sheet"];
const PAGES_A_SECOND = 20;

/** What the server's own watcher wrote down between two moments. */
function watched(folder: string, server: number, from: number, to: number): { heldMs: number; rssMb: number } {
  const file = readdirSync(folder).find((name) => name.endsWith(`-${server}.jsonl`));
  const lines = readFileSync(path.join(folder, file ?? ""), "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as { at: number; heldMs: number; rssMb: number })
    .filter(({ at }) => at >= from && at <= to);
  return {
    heldMs: Math.max(0, ...lines.map(({ heldMs }) => heldMs)),
    rssMb: Math.max(0, ...lines.map(({ rssMb }) => rssMb)),
  };
}

/** @returns the page of the sheet */
async function upload(server: PlatformServer, cookie: string, content: Buffer): Promise<string> {
  const form = new FormData();
  form.set("pageCompany", "1");
  form.set("file", new File([new Uint8Array(content)], "visits.xlsx"));
  const answer = await fetch(new URL("import", server.url), {
    method: "POST",
    body: form,
    headers: { Cookie: cookie },
    redirect: "manual",
  });
  if (answer.status !== 303) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.get("location") ?? "";
}

/** Repeats an action of the sheet's page until it says that it is finished. */
async function repeat(server: PlatformServer, cookie: string, page: string, intent: string): Promise<void> {
  const address = new URL(`${page}?_data=${encodeURIComponent("routes/_main.company.sheet.$sheetId")}`, server.url);
  for (let finished = false; !finished;) {
    const body = new URLSearchParams({ pageCompany: "1", intent });
    const answer = await fetch(address, { method: "POST", body, headers: { Cookie: cookie } });
    const said = (await answer.json()) as { ok: boolean; message?: string };
    if (!said.ok) throw new Error(`The import was refused: ${said.message ?? ""}`);
    finished = !said.message?.endsWith("...");
  }
}

const CHECK = "routing-sheet.parse-visits";
const APPLY = "routing-sheet.apply-mapping";

export async function benchServer(rows: number, kind: DatabaseKind): Promise<void> {
  const content = workbookFile(rows);
  const storage = await createStorage(kind);
  const folder = mkdtempSync(path.join(tmpdir(), "route-platform-watch-"));
  const watcher = pathToFileURL(path.resolve("tests/bench/watch-loop.mjs")).href;
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${watcher}`, WATCH_DIR: folder };
  const server = await startPlatform(storage, { env });
  try {
    const cookie = await signIn(server);
    // The list of imports shows one at rest, as it does later.
    await upload(server, cookie, workbookFile(10, rows));
    // The first requests compile the pages.
    for (const page of PAGES) await measure(server, cookie, page);
    const rest = new Map<string, number>();
    for (const page of PAGES) {
      const seen = await measure(server, cookie, page);
      rest.set(page, seen.p95);
      show(`${page}, at rest`, seen);
    }
    let sheet = "";
    const steps: [string, () => Promise<void>][] = [
      ["uploaded and read", async () => void (sheet = await upload(server, cookie, content))],
      ["rows checked", () => repeat(server, cookie, sheet, CHECK)],
      ["rows applied", () => repeat(server, cookie, sheet, APPLY)],
    ];
    const begun = Date.now();
    const importAll = async () => {
      for (const [name, work] of steps) {
        const from = Date.now();
        await work();
        const { heldMs, rssMb } = watched(folder, server.pid, from, Date.now());
        console.log(
          `${kind}: ${name.padEnd(20)} ${((Date.now() - from) / 1000).toFixed(1).padStart(6)} s   ` +
            `event loop held at most ${heldMs} ms, server ${rssMb} MB`,
        );
      }
    };
    const busy = await measureWhile(server, cookie, PAGES, importAll());
    console.log(`${kind}: all of it ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    for (const [page, seen] of busy) {
      show(`  ${page} meanwhile`, seen);
      console.log(`${"".padEnd(44)} p95 ratio ${(seen.p95 / rest.get(page)!).toFixed(2)}`);
    }
    const another = workbookFile(rows, 2 * rows);
    const from = performance.now();
    let total = 0;
    const whole = async () => {
      const page = await upload(server, cookie, another);
      await repeat(server, cookie, page, CHECK);
      await repeat(server, cookie, page, APPLY);
      total = (performance.now() - from) / 1000;
    };
    const steady = await measureSteadily(server, cookie, { pages: PAGES, aSecond: PAGES_A_SECOND }, whole());
    console.log(`${kind}: as many other rows with ${PAGES_A_SECOND} pages a second, all of it ${total.toFixed(1)} s`);
    show("  pages meanwhile", steady);
    console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    await storage.remove();
  }
}
