import { request } from "node:https";
import { isPublicHost, NotPublic, publicLookup } from "../public-network.server";

const TIMEOUT_MS = 10_000;

/** @returns the HTTP status. @throws what the network says; nothing of an answer is read */
export type PostBytes = (url: URL, headers: Readonly<Record<string, string>>, body: Buffer) => Promise<number>;

/** Sends to an address that somebody else has given: by https, to a public address, without following redirects. */
export const postToPublic: PostBytes = (url, headers, body) =>
  new Promise((resolve, reject) => {
    if (url.protocol !== "https:" || !isPublicHost(url)) return reject(new NotPublic(url.host));
    const sent = request(
      url,
      {
        method: "POST",
        lookup: publicLookup,
        headers: { ...headers, "Content-Length": body.length },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
