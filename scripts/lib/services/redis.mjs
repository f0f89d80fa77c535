import { mkdirSync } from "node:fs";
import { Refusal } from "../log.mjs";
import { answers, freePort } from "../ports.mjs";
import { findProgram } from "./programs.mjs";
import { startService } from "./service.mjs";

export const findRedis = () => findProgram("redis-server");

/**
 * A Redis of our own on 127.0.0.1 and a free port that keeps nothing on disk.
 * @param {string} folder its working folder
 * @param {number} [at] this port, which is known to be free
 * @returns {Promise<import("./service.mjs").Service>}
 */
export async function startRedis(folder, at) {
  const server = findRedis();
  if (!server) throw new Refusal("redis-server is missing.");
  mkdirSync(folder, { recursive: true });
  const port = at ?? (await freePort());
  return startService({
    name: "Redis",
    command: server,
    args: [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
      "--maxmemory-policy",
      "noeviction",
      "--dir",
      folder,
    ],
    url: `redis://127.0.0.1:${port}`,
    isReady: () => answers(port, "127.0.0.1"),
  });
}
