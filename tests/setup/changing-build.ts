import { createServer, request } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server through which a browser sees the platform, before and after its build has changed. */
export interface ChangingBuild {
  readonly url: string;
  /** From now on the driver's scripts are others, and those of before are gone. */
  change(): void;
  cut(): void;
  restore(): void;
  /** Whether drivers' reports are turned away, as if the line broke, while everything else passes. */
  holdReports(holds: boolean): void;
  /** The pages of routes, answered already, stay on the way until this has happened; null: they pass. */
  holdPages(until: Promise<void> | null): void;
  close(): Promise<void>;
}

/** What the changed worker says of itself. */
export const BUILD_MARK = "CHANGED_BUILD";

const SCRIPT = /\/build\/clients\/driver-([A-Z0-9]{8})\.js/g;
const CHANGED = "CHANGED0";
const REPORT = /\/driver\/report\//;
const PAGE = /\/driver\/route\/\d+$/;

export async function changingBuild(platformUrl: string): Promise<ChangingBuild> {
  const to = new URL(platformUrl);
  const state = { isChanged: false, isCut: false, holdsReports: false, hash: "" };
  let pagesWait: Promise<void> | null = null;

  /** Pages name the changed script; the worker's text differs, so that browsers take it as a new one. */
  function changed(path: string, text: string): string {
    state.hash = SCRIPT.exec(text)?.[1] ?? state.hash;
    SCRIPT.lastIndex = 0;
    if (!state.isChanged) return text;
    if (path.endsWith("/driver-worker.js")) return `${text}\nself.${BUILD_MARK} = true;\n`;
    return text.replace(SCRIPT, `/build/clients/driver-${CHANGED}.js`);
  }

  function forward(from: IncomingMessage, response: ServerResponse): void {
    if (state.isCut) return void from.socket.destroy();
    const path = from.url ?? "/";
    if (state.holdsReports && REPORT.test(path)) return void from.socket.destroy();
    const isOld = state.isChanged && SCRIPT.test(path) && !path.includes(CHANGED);
    SCRIPT.lastIndex = 0;
    if (isOld) return void response.writeHead(404).end();
    const headers = { ...from.headers, "accept-encoding": "identity" };
    const onward = request(
      { host: to.hostname, port: to.port, path: path.replace(CHANGED, state.hash), method: from.method, headers },
      (answer) => {
        const type = answer.headers["content-type"] ?? "";
        if (!/html|javascript/.test(type)) {
          response.writeHead(answer.statusCode!, answer.headers);
          return void answer.pipe(response);
        }
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const body = Buffer.from(changed(path.split("?")[0]!, Buffer.concat(parts).toString()));
          // Validators of another text would keep the old one.
          const { etag: _, "last-modified": __, "transfer-encoding": ___, ...rest } = answer.headers;
          const pass = () =>
            void response.writeHead(answer.statusCode!, { ...rest, "content-length": body.length }).end(body);
          if (pagesWait !== null && PAGE.test(path)) void pagesWait.then(pass);
          else pass();
        });
      },
    );
    onward.on("error", () => response.destroy());
    from.on("error", () => onward.destroy());
    response.on("close", () => onward.destroy());
    from.pipe(onward);
  }

  const server = createServer(forward);
  server.on("upgrade", (_from, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, to.hostname, resolve));
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    change: () => void (state.isChanged = true),
    cut() {
      state.isCut = true;
      server.closeAllConnections();
    },
    restore: () => void (state.isCut = false),
    holdReports: (holds) => void (state.holdsReports = holds),
    holdPages: (until) => void (pagesWait = until),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
