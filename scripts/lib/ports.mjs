import net from "node:net";

/** @param {string} host @returns {Promise<number>} a TCP port that was free a moment ago */
export function freePort(host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * @param {number} port @param {string} host
 * @returns {Promise<boolean>} does somebody answer there?
 */
export function answers(port, host) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: 1000 });
    /** @param {boolean} result */
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}

/**
 * Why a server could not listen there. Beside the attempt itself it asks both loopback addresses: on macOS a port
 * counts as free on one address while another program holds it on all, and the browser would talk to that one.
 * @param {number} port 0 stands for any free one @param {string} host
 * @returns {Promise<"in use" | "not allowed" | "no such address" | null>}
 */
export async function portProblem(port, host) {
  const code = await new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? "EUNKNOWN"));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
  if (code === "EADDRINUSE") return "in use";
  if (code === "EACCES") return "not allowed";
  if (code !== null) return "no such address";
  if (port === 0) return null;
  for (const loopback of ["127.0.0.1", "::1"]) if (await answers(port, loopback)) return "in use";
  return null;
}

/**
 * @param {string | undefined} text the environment variable PORT
 * @returns {number | null} null when it is no port number
 */
export function parsePort(text) {
  if (text === undefined || text === "") return 3000;
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65535 ? port : null;
}
