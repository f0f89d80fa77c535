import { chownSync, mkdirSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { Refusal } from "../log.mjs";
import { freePort } from "../ports.mjs";
import { runQuietly } from "../processes.mjs";
import { findProgram, isRoot, systemUser } from "./programs.mjs";
import { startService } from "./service.mjs";

export const findMariadb = () => findProgram("mariadbd");

/**
 * A server greets whoever connects; one that is still starting, or that ran out of connections, doesn't.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function sendsGreeting(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1", timeout: 1000 });
    /** @param {boolean} result */
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("data", (/** @type {Buffer} */ data) => end(data[4] === 10));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
  });
}

/**
 * A MariaDB of our own with an empty data folder, on 127.0.0.1 and a free port, user root without a password.
 * Nothing has to survive it, so it never waits for the disk.
 * @param {string} folder for data and socket; short, because a socket's path may have 104 characters on macOS
 * @returns {Promise<import("./service.mjs").Service>} url ends with "/", a database's name can be appended
 */
export async function startMariadb(folder) {
  const server = findMariadb();
  const installer = findProgram("mariadb-install-db");
  if (!server || !installer) throw new Refusal("mariadbd or mariadb-install-db is missing.");
  const data = path.join(folder, "data");
  mkdirSync(data, { recursive: true });
  const mysql = isRoot() ? systemUser("mysql") : undefined;
  if (mysql) for (const owned of [folder, data]) chownSync(owned, mysql.uid, mysql.gid);
  const user = isRoot() ? [`--user=${mysql ? "mysql" : "root"}`] : [];

  const made = await runQuietly(installer, [
    "--no-defaults",
    ...user,
    `--datadir=${data}`,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
    "--innodb-log-file-size=8M",
  ]);
  if (made.code !== 0)
    throw new Refusal(`${made.output}\nMariaDB's data folder could not be made (code ${made.code}).`);

  const port = await freePort();
  return startService({
    name: "MariaDB",
    command: server,
    args: [
      "--no-defaults",
      ...user,
      `--datadir=${data}`,
      `--socket=${path.join(folder, "s.sock")}`,
      `--pid-file=${path.join(folder, "s.pid")}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      "--character-set-server=utf8mb4",
      "--max-connections=300",
      "--innodb-log-file-size=8M",
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-doublewrite=0",
      // Most files of tests make all tables of a database and drop them: without a file for each, that takes half as
      // long. Versions that no longer know the setting go on without it.
      "--loose-sync-frm=0",
      "--loose-innodb-file-per-table=0",
    ],
    url: `mysql://root@127.0.0.1:${port}/`,
    isReady: () => sendsGreeting(port),
  });
}
