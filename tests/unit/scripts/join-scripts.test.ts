import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { joinScripts, putManifest } from "../../../scripts/lib/join-scripts.mjs";

const PUBLIC = "/base/build/";
let folder = "";
const put = (name: string, text: string) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const of = (name: string) => `${PUBLIC}${name}`;

/** A script that is smaller may be put into any other. */
const putLong = (name: string, text: string) =>
  put(name, `${text}globalThis.long=${JSON.stringify("x".repeat(25_000))};`);

/** A frame with two pages that share a script, and a page outside of it, as Remix compiles them. */
function putBuild(shared = 1) {
  const names = { entry: "entry.client-AAAAAAAA.js", root: "root-BBBBBBBB.js", main: "routes/_main-CCCCCCCC.js" };
  const [a, b, login] = ["routes/_main.a-DDDDDDDD.js", "routes/_main.b-EEEEEEEE.js", "routes/login-FFFFFFFF.js"];
  putLong("_shared/chunk-REACT.js", `export const h=(text)=>"<"+text+">";`);
  putLong(
    "_shared/chunk-SHELL.js",
    `import{h}from"${of("_shared/chunk-REACT.js")}";export const shell=(x)=>h("shell "+x);`,
  );
  putLong(
    "_shared/chunk-TABLE.js",
    `import{h}from"${of("_shared/chunk-REACT.js")}";export const table=()=>h(${shared});`,
  );
  putLong("_shared/map-LATER.js", "export const map = 'map';");
  putLong(names.entry, `import{h}from"${of("_shared/chunk-REACT.js")}";globalThis.started=h("started");`);
  putLong(names.root, `import{h}from"${of("_shared/chunk-REACT.js")}";export default()=>h("root");`);
  putLong(names.main, `import{shell}from"${of("_shared/chunk-SHELL.js")}";export default()=>shell("main");`);
  putLong(a, `import{table}from"${of("_shared/chunk-TABLE.js")}";export default()=>"a"+table();`);
  putLong(
    b,
    `import{table}from"${of("_shared/chunk-TABLE.js")}";export const handle={};` +
      `export default async()=>table()+(await import("${of("_shared/map-LATER.js")}")).map;`,
  );
  put(login, "");
  const chunks = (...keys: string[]) => keys.map((key) => of(`_shared/chunk-${key}.js`));
  const manifest = {
    entry: { module: of(names.entry), imports: chunks("REACT") },
    routes: {
      root: { id: "root", module: of(names.root), imports: chunks("REACT") },
      "routes/_main": {
        id: "routes/_main",
        parentId: "root",
        module: of(names.main),
        imports: chunks("SHELL", "REACT"),
      },
      "routes/_main.a": {
        id: "routes/_main.a",
        parentId: "routes/_main",
        module: of(a),
        imports: chunks("TABLE", "REACT"),
      },
      "routes/_main.b": {
        id: "routes/_main.b",
        parentId: "routes/_main",
        module: of(b),
        imports: chunks("TABLE", "REACT"),
      },
      "routes/login": { id: "routes/login", parentId: "root", module: of(login), hasAction: true },
    },
    version: "0",
    url: of("manifest-00000000.js"),
  };
  put("manifest-00000000.js", `window.__remixManifest=${JSON.stringify(manifest)};`);
  put("_assets/style.css", "p {}");
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "join-"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
});
afterEach(() => rmSync(folder, { recursive: true }));

const scripts = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
const load = (address: string) =>
  import(pathToFileURL(path.join(folder, address.slice(PUBLIC.length))).href) as Promise<Record<string, unknown>>;

it("joins what pages share into a script for the frame and one for its pages, which do as before", async () => {
  putBuild();
  const { entry, routes, url } = await joinScripts(folder, PUBLIC);
  const [a, b] = [routes["routes/_main.a"]!, routes["routes/_main.b"]!];
  expect(a.imports).toEqual(b.imports);
  const names = a.imports!.map((address) => path.basename(address).replace(/-.*/, ""));
  expect(names.sort()).toEqual(["common", "frame"]);
  expect(routes["routes/_main"]!.imports).toEqual(entry.imports);
  expect(routes["routes/login"]).toMatchObject({ hasAction: true, imports: [] });
  const page = (await load(a.module)).default as () => string;
  const other = await load(b.module);
  expect([page(), await (other.default as () => Promise<string>)(), other.handle]).toEqual(["a<1>", "<1>map", {}]);
  // A script for each entry, the two joined ones, the one that is loaded later, and the manifest: none of before.
  expect(scripts()).toHaveLength(6 + 2 + 1 + 1);
  expect(scripts().filter((name) => /chunk-|-[A-F]{8}\.js|00000000/.test(name))).toEqual([]);
  expect(existsSync(path.join(folder, "_assets/style.css"))).toBe(true);
  expect(readFileSync(path.join(folder, url.slice(PUBLIC.length)), "utf8")).toContain(JSON.stringify(routes));
});

it("gives scripts other addresses when anything in them changes: browsers keep them for good", async () => {
  putBuild(1);
  const before = await joinScripts(folder, PUBLIC);
  putBuild(2);
  rmSync(path.join(folder, before.url.slice(PUBLIC.length)));
  const after = await joinScripts(folder, PUBLIC);
  expect(after.routes["routes/_main.a"]!.module).not.toBe(before.routes["routes/_main.a"]!.module);
  expect(after.entry.module).toBe(before.entry.module);
  expect([after.version, after.url]).not.toEqual([before.version, before.url]);
});

it("puts the new manifest into the server, and refuses one that has none", async () => {
  putBuild();
  const manifest = await joinScripts(folder, PUBLIC);
  const server = path.join(folder, "index.mjs");
  writeFileSync(
    server,
    'var assets_manifest_default = { entry: { module: "/$1" } };\nexport { assets_manifest_default };\n',
  );
  putManifest(server, manifest);
  expect((await load(of("index.mjs"))).assets_manifest_default).toEqual(JSON.parse(JSON.stringify(manifest)));
  writeFileSync(server, "export {};\n");
  expect(() => putManifest(server, manifest)).toThrow("no manifest");
});
