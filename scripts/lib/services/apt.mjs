import { existsSync, rmSync, writeFileSync } from "node:fs";
import { Refusal, timed } from "../log.mjs";
import { runQuietly } from "../processes.mjs";
import { findProgram } from "./programs.mjs";

const POLICY = "/usr/sbin/policy-rc.d";

/** @param {string[]} args @throws Refusal with the end of what apt-get printed */
async function apt(args) {
  const { code, output } = await runQuietly("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=120", ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (code === 0) return;
  throw new Refusal(`${output.split("\n").slice(-15).join("\n")}\napt-get ${args.join(" ")} ended with code ${code}.`);
}

/**
 * Installs packages without starting the services that they bring: the tests run instances of their own.
 * @param {string[]} packages
 */
export async function aptInstall(packages) {
  await timed(`Installing ${packages.join(", ")} by apt-get`, `${packages.join(", ")} installed`, async () => {
    // Package scripts ask this file whether they may start a service; 101 means no.
    const ours = !existsSync(POLICY);
    if (ours) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    try {
      await apt(["update"]);
      await apt(["install", "-y", "--no-install-recommends", ...packages]);
    } finally {
      if (ours) rmSync(POLICY, { force: true });
    }
    await disableServices(packages);
  });
}

/** Nor shall they start with the machine. @param {string[]} packages */
async function disableServices(packages) {
  if (!existsSync("/run/systemd/system") || !findProgram("systemctl")) return;
  /** @type {Record<string, string>} */
  const units = { "mariadb-server": "mariadb", "redis-server": "redis-server" };
  for (const name of packages) {
    const unit = units[name];
    if (unit) await runQuietly("systemctl", ["disable", unit]);
  }
}
