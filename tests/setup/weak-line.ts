import { createServer, connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A line to a server that can be cut, also for what a browser does outside of its pages. */
export interface WeakLine {
  /** the server's address through this line */
  readonly url: string;
  /** Ends all connections; new ones are refused. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function weakLine(serverUrl: string): Promise<WeakLine> {
  const to = new URL(serverUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const onward = connect(Number(to.port), to.hostname);
    for (const [from, into] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(from);
      from.pipe(into);
      from.on("error", () => into.destroy());
      from.on("close", () => {
        open.delete(from);
        into.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, to.hostname, resolve));
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    restore: () => void (isCut = false),
    close: () => new Promise((resolve) => (cut(), server.close(() => resolve()))),
  };
}
