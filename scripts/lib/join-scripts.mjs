import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * What Remix tells browsers about a build: for each route its script, and those that this one imports.
 * @typedef {{ module: string, imports?: string[] }} Script addresses with the public path
 * @typedef {Script & { id: string, parentId?: string }} RouteScript
 * @typedef {{ entry: Script, routes: Record<string, RouteScript>, version: string, url: string }} Manifest
 */

const OPENING = "window.__remixManifest=";
/** The frame of all pages that React takes over: what it loads is loaded anyway, so it is one script. */
const FRAME = "routes/_main";
/** What so many of the frame's pages load is another one: each page loads 1 to 2 % more, in fewer requests. */
const COMMON_SHARE = 0.3;
/** Below this, a shared script is put into another one where that loads no more. */
const MIN_BYTES = 20_000;

/**
 * Remix's compiler makes a script of whatever two routes share, which came to 122 for one page. Over HTTP/1.1 a browser
 * asks for six at a time, and each takes some work. They are joined into a third as many, with the same code.
 * @param {string} folder public/build @param {string} publicPath its address, with a slash at its end
 * @returns {Promise<Manifest>} of the new scripts; those of before are gone
 */
export async function joinScripts(folder, publicPath) {
  const { rollup } = await import("rollup");
  const before = readManifest(folder);
  /** @param {string} address */
  const fileOf = (address) => path.join(folder, address.slice(publicPath.length));
  const addresses = [before.entry, ...Object.values(before.routes)].map(({ module }) => module);
  const group = groupsOf(before);
  const bundle = await rollup({
    input: Object.fromEntries(addresses.map((address) => [nameOf(address, publicPath), fileOf(address)])),
    plugins: [{ name: "public-path", resolveId: (source) => (source.startsWith(publicPath) ? fileOf(source) : null) }],
    preserveEntrySignatures: "exports-only",
    // What nobody uses was left out before.
    treeshake: false,
    onLog: (level, log) => {
      // Routes without a page have nothing for a browser.
      if (level === "warn" && log.code !== "EMPTY_BUNDLE")
        throw new Error(`The scripts were not joined: ${log.message}`);
    },
  });
  const { output } = await bundle.generate({
    format: "es",
    compact: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "_shared/[name]-[hash].js",
    manualChunks: (file) => group.get(publicPath + path.relative(folder, file)),
    experimentalMinChunkSize: MIN_BYTES,
    hoistTransitiveImports: false,
  });
  await bundle.close();
  const chunks = output.filter((one) => one.type === "chunk");
  removeScripts(folder);
  for (const { fileName, code } of chunks) {
    const file = path.join(folder, fileName);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  const manifest = manifestOf(before, chunks, fileOf, publicPath);
  writeFileSync(fileOf(manifest.url), `${OPENING}${JSON.stringify(manifest)};`);
  return manifest;
}

/**
 * Shared scripts that are joined, whatever their size.
 * @param {Manifest} manifest @returns {Map<string, string>} from their address to the name of the joined one
 */
function groupsOf({ entry, routes }) {
  const pages = Object.values(routes).filter(({ parentId, imports }) => isFramed(parentId, routes) && imports);
  /** @type {Map<string, number>} */
  const users = new Map();
  for (const address of pages.flatMap(({ imports = [] }) => imports)) users.set(address, (users.get(address) ?? 0) + 1);
  const common = [...users].filter(([, count]) => count >= COMMON_SHARE * pages.length).map(([address]) => address);
  const frame = [entry, ...chainOf(FRAME, routes)].flatMap(({ imports = [] }) => imports);
  return new Map([...common.map(nameIt("common")), ...frame.map(nameIt("frame"))]);
}

/** @param {string} name @returns {(address: string) => [string, string]} */
const nameIt = (name) => (address) => [address, name];

/**
 * A route and those around it.
 * @param {string | undefined} id @param {Manifest["routes"]} routes @returns {RouteScript[]}
 */
function chainOf(id, routes) {
  const route = id === undefined ? undefined : routes[id];
  return route === undefined ? [] : [route, ...chainOf(route.parentId, routes)];
}

/** @param {string | undefined} parentId @param {Manifest["routes"]} routes */
const isFramed = (parentId, routes) => chainOf(parentId, routes).some(({ id }) => id === FRAME);

/** @param {string} folder @returns {Manifest} */
function readManifest(folder) {
  const name = readdirSync(folder).find((one) => /^manifest-\w+\.js$/.test(one));
  if (name === undefined) throw new Error("The build has no manifest of its scripts.");
  const text = readFileSync(path.join(folder, name), "utf8");
  return JSON.parse(text.slice(OPENING.length).replace(/;\s*$/, ""));
}

/** "routes/login-AB12CD34.js" is "routes/login". @param {string} address @param {string} publicPath */
const nameOf = (address, publicPath) => address.slice(publicPath.length).replace(/-[A-Z0-9]{8}\.js$/, "");

/** @param {string} folder */
function removeScripts(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".js")) rmSync(path.join(folder, name));
}

/**
 * @param {Manifest} before
 * @param {import("rollup").OutputChunk[]} chunks
 * @param {(address: string) => string} fileOf
 * @param {string} publicPath
 * @returns {Manifest}
 */
function manifestOf(before, chunks, fileOf, publicPath) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byFile = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk]));
  /**
   * All that a script imports, and what those import.
   * @param {import("rollup").OutputChunk} chunk @param {Set<string>} known
   */
  const importsOf = (chunk, known = new Set()) => {
    for (const name of chunk.imports) {
      const next = byName.get(name);
      if (known.has(name) || next === undefined) continue;
      known.add(name);
      importsOf(next, known);
    }
    return [...known];
  };
  /** @template {Script} T @param {T} script @returns {T} */
  const renamed = (script) => {
    const chunk = byFile.get(fileOf(script.module));
    if (chunk === undefined) throw new Error(`The joined scripts lack ${script.module}.`);
    const imports = importsOf(chunk).map((name) => publicPath + name);
    return { ...script, module: publicPath + chunk.fileName, imports };
  };
  const entry = renamed(before.entry);
  const routes = Object.fromEntries(Object.entries(before.routes).map(([id, route]) => [id, renamed(route)]));
  const version = createHash("sha256").update(JSON.stringify({ entry, routes })).digest("hex").slice(0, 8);
  return { entry, routes, version, url: `${publicPath}manifest-${version.toUpperCase()}.js` };
}

const IN_SERVER = /^var assets_manifest_default = \{.*\};$/m;

/**
 * Puts the manifest in the place of the one that Remix put into the server.
 * @param {string} file @param {Manifest} manifest
 */
export function putManifest(file, manifest) {
  const text = readFileSync(file, "utf8");
  if (!IN_SERVER.test(text)) throw new Error("The built server has no manifest of the scripts.");
  // As a function: a replacement's text may hold "$".
  writeFileSync(
    file,
    text.replace(IN_SERVER, () => `var assets_manifest_default = ${JSON.stringify(manifest)};`),
  );
}
