import { Agent, createServer, request } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { endRequests, notNow } from "~/http/end-requests.server";
import { countRequest } from "~/lib/requests-under-way.server";

it("answers what is under way, refuses what comes on a kept line, and takes no new connection", async () => {
  const underWay: ServerResponse[] = [];
  let bothThere = (): void => undefined;
  const there = new Promise<void>((resolve) => (bothThere = resolve));
  let listener: RequestListener = (_request, response) =>
    countRequest(
      (over) => void response.once("close", over),
      () => {
        if (underWay.push(response) === 2) bothThere();
      },
    );
  const server = createServer((one, answer) => listener(one, answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const kept = new Agent({ keepAlive: true, maxSockets: 2 });
  const ask = (path = "/") =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: "127.0.0.1", port, path, agent: kept }, resolve).on("error", reject).end();
    });
  const [one, another] = [ask(), ask()];
  await there;
  listener = notNow("Stopping");
  const ended = endRequests(server, 600_000);
  const elsewhere = await fetch(`http://127.0.0.1:${port}/`).catch(({ cause }: { cause: unknown }) => cause);
  expect(elsewhere).toMatchObject({ code: "ECONNREFUSED" });

  underWay[0]!.end("whole");
  const first = await Promise.race([one, another]);
  expect(await text(first)).toBe("whole");
  // On the line of the first, which is free while the other is still under way.
  const refused = await ask("/platform/api/vehicle/list");
  expect([refused.statusCode, refused.headers["retry-after"], refused.headers.connection]).toEqual([503, "1", "close"]);
  expect(await json(refused)).toEqual({ status: "fail", data: "Stopping", message: "Stopping" });

  underWay[1]!.end("whole too");
  const texts = await Promise.all(
    [one, another].map(async (asked) => ((await asked) === first ? "" : text(await asked))),
  );
  expect(texts.join("")).toBe("whole too");
  expect(await ended).toBe(0);
  kept.destroy();
});
