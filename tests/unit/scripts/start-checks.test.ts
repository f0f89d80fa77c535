import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeProblem } from "../../../scripts/lib/folders.mjs";
import { firstDifference } from "../../../scripts/lib/install.mjs";
import { freePort, parsePort, portProblem } from "../../../scripts/lib/ports.mjs";
import { nodeTooOld } from "../../../scripts/lib/project.mjs";

describe("nodeTooOld", () => {
  it.each(["20.0.0", "22.11.0", "100.1.0"])("accepts %s", (version) => expect(nodeTooOld(version)).toBeNull());
  it.each(["18.20.4", "8.0.0", "2.0.0"])("refuses %s and names both versions", (version) => {
    expect(nodeTooOld(version)).toContain(version);
    expect(nodeTooOld(version)).toContain("Node 20");
  });
});

describe("parsePort", () => {
  it.each([
    [undefined, 3000],
    ["", 3000],
    ["0", 0],
    ["8080", 8080],
    ["65535", 65535],
  ])("%s -> %s", (text, port) => expect(parsePort(text)).toBe(port));
  it.each(["65536", "-1", "80a", "3000.5", "1e3", " "])("refuses %j", (text) => expect(parsePort(text)).toBeNull());
});

describe("portProblem", () => {
  let server: net.Server;
  beforeEach(() => {
    server = net.createServer();
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));
  const listen = (host: string) =>
    new Promise<number>((resolve) => server.listen(0, host, () => resolve((server.address() as net.AddressInfo).port)));

  it("finds a port in use on the same address, on all, and on the other side of localhost", async () => {
    const port = await listen("127.0.0.1");
    expect(await portProblem(port, "127.0.0.1")).toBe("in use");
    expect(await portProblem(port, "0.0.0.0")).toBe("in use");
    expect(await portProblem(port, "localhost")).toBe("in use");
  });

  it("says that a free port is free, and leaves it free", async () => {
    const port = await freePort();
    expect(await portProblem(port, "127.0.0.1")).toBeNull();
    expect(await portProblem(port, "127.0.0.1")).toBeNull();
    expect(await portProblem(0, "127.0.0.1")).toBeNull();
  });

  it("knows an address that is not this machine's", async () => {
    expect(await portProblem(await freePort(), "192.0.2.1")).toBe("no such address");
  });
});

describe("writeProblem", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "write-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("makes the folder and leaves nothing in it", () => {
    const deep = path.join(folder, "a/b");
    expect(writeProblem(deep)).toBeNull();
    expect(readdirSync(deep)).toEqual([]);
  });

  it("gives the system's reason", () => {
    writeFileSync(path.join(folder, "file"), "");
    expect(writeProblem(path.join(folder, "file"))).toBe("EEXIST");
    expect(writeProblem(path.join(folder, "file/below"))).toBe("ENOTDIR");
  });
});

describe("firstDifference", () => {
  const wanted = {
    packages: {
      "": {},
      "node_modules/a": { version: "1.0.0", integrity: "x" },
      "node_modules/mac-only": { version: "2.0.0", optional: true },
    },
  };
  const present = (packages: Record<string, { version: string; integrity?: string }>) =>
    firstDifference(wanted, { packages });

  it("accepts what is installed without packages for other systems, and more than the locked ones", () => {
    expect(
      present({ "node_modules/a": { version: "1.0.0", integrity: "x" }, "node_modules/more": { version: "1.0.0" } }),
    ).toBeNull();
  });

  it.each([
    ["missing", {}],
    ["of another version", { "node_modules/a": { version: "1.0.1", integrity: "x" } }],
    ["of other content", { "node_modules/a": { version: "1.0.0", integrity: "y" } }],
  ])("names a package that is %s", (_name, packages) => expect(present(packages)).toBe("node_modules/a"));

  it("compares optional packages that are there", () => {
    expect(
      present({
        "node_modules/a": { version: "1.0.0", integrity: "x" },
        "node_modules/mac-only": { version: "1.9.0" },
      }),
    ).toBe("node_modules/mac-only");
  });
});
