import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface CutLine {
  /** the same database, by way of this line */
  url: string;
  /** The next COMMIT is carried out, and its answer gets lost with the connection. */
  cutAtCommit(): void;
  close(): Promise<void>;
}

/** A line to a MariaDB that can be cut. @param databaseUrl with a host or a socketPath */
export async function cutLine(databaseUrl: string): Promise<CutLine> {
  const own = new URL(databaseUrl);
  const socketPath = own.searchParams.get("socketPath");
  const target = socketPath === null ? { host: own.hostname, port: Number(own.port || 3306) } : { path: socketPath };
  const sockets = new Set<Socket>();
  let isToCut = false;
  const server = createServer((near) => {
    const far = connect(target);
    let isCut = false;
    near.on("data", (bytes: Buffer) => {
      if (isToCut && bytes.includes("COMMIT")) [isToCut, isCut] = [false, true];
      far.write(bytes);
    });
    far.on("data", (bytes: Buffer) => {
      // The server has answered, so that it is committed.
      if (isCut) near.destroy();
      else near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.searchParams.delete("socketPath");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAtCommit: () => (isToCut = true),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
