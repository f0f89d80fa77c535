import type { RequestListener, Server } from "node:http";
import { untilNoRequest } from "~/lib/requests-under-way.server";
import { BASE_PATH } from "~/paths";

/** Answers everything with "not now", in the API's envelope where a program asks. */
export const notNow =
  (word: "Starting" | "Stopping"): RequestListener =>
  ({ url = "" }, response) => {
    const isApi = url.startsWith(`${BASE_PATH}/api/`);
    const answer = isApi ? JSON.stringify({ status: "fail", data: word, message: word }) : word;
    const type = isApi ? "application/json" : "text/plain";
    response.writeHead(503, { "Content-Type": type, "Retry-After": "1", Connection: "close" }).end(answer);
  };

/**
 * Takes no new connections, waits for the requests that are under way, and closes what is left: lines that are kept
 * for a next request, streams, and requests that take longer. What comes on a kept line has to be refused by the
 * server's listener.
 * @returns how many requests were cut
 */
export async function endRequests(server: Server, limitMs: number): Promise<number> {
  server.close();
  const cut = await untilNoRequest(limitMs);
  server.closeAllConnections();
  return cut;
}
