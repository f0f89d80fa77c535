import { HOUSE } from "./table.mjs";

/**
 * @typedef {import("./table.mjs").Rights} Rights
 * @typedef {object} Import
 * @property {string} from   the importing file, from the project's root
 * @property {string} to     the file it leads to; under node_modules for packages; a bare name for modules of Node
 * @property {"file" | "npm" | "node" | "nowhere"} kind
 * @property {boolean} typeOnly   gone before the program runs
 */

const isFile = (/** @type {string} */ path) => /\.(tsx?|mjs|js)$/.test(path);

/**
 * @param {string} pattern a folder or file of the table
 * @param {string} file
 * @returns {string | undefined} the part of the file's path that the pattern covers; undefined: none
 */
function covered(pattern, file) {
  const parts = file.split("/");
  const wanted = pattern.split("/");
  if (isFile(pattern) ? parts.length !== wanted.length : parts.length <= wanted.length) return undefined;
  const fits = wanted.every((part, index) => {
    const own = parts[index] ?? "";
    return part === "*" || part === own || (part.startsWith("*.") && own.endsWith(part.slice(1)));
  });
  return fits ? parts.slice(0, wanted.length).join("/") : undefined;
}

/** @param {string} file @returns {Rights | undefined} the row that says most about a file */
export function rowOf(file) {
  const rows = HOUSE.filter(({ path }) => covered(path, file) !== undefined);
  const rank = (/** @type {Rights} */ { path }) => path.split("/").length * 10 - (path.match(/\*/g)?.length ?? 0);
  return rows.sort((a, b) => rank(b) - rank(a))[0];
}

const isServerFile = (/** @type {string} */ file) => /\.server\.tsx?$/.test(file);
const runsInBrowsers = (/** @type {string} */ file) =>
  /^app\/((ui|lib|domain|features|clients)\/|root\.tsx|entry\.client\.tsx)/.test(file) && !isServerFile(file);
const needsServer = (/** @type {string} */ file) => isServerFile(file) || /^app\/(db|planner|services)\//.test(file);
const packageOf = (/** @type {string} */ file) =>
  /node_modules\/((@types\/)?(@[^/]+\/)?[^/]+)/.exec(file.slice(file.lastIndexOf("node_modules/")))?.[1] ?? file;

/** @param {Rights} row @param {Import} one @returns {boolean} whether a row allows an import */
function allows(row, { from, to, kind }) {
  if (kind === "npm") {
    const name = packageOf(to).replace(/^@types\//, "");
    return row.npm?.some((allowed) => allowed === "*" || allowed === name) ?? false;
  }
  if (kind === "node") {
    const name = to.replace(/^node:/, "");
    return (
      row.node === "all" ||
      (row.node === "server" && isServerFile(from)) ||
      (Array.isArray(row.node) && row.node.includes(name))
    );
  }
  if (row.mayNot?.some((path) => covered(path, to) !== undefined)) return false;
  return covered(row.path, from) === covered(row.path, to) || row.may.some((path) => covered(path, to) !== undefined);
}

/** @param {Import} one @returns {string | undefined} why an import is refused */
export function refusal(one) {
  const { from, to, kind, typeOnly } = one;
  const row = rowOf(from);
  if (!row) return `${from}: no row of scripts/house/table.mjs covers this file`;
  if (kind === "nowhere") return `${from} imports ${to}, which leads nowhere`;
  if (!allows(row, one)) return `${from} may not import ${kind === "npm" ? packageOf(to) : to} (${row.path} may not)`;
  if (runsInBrowsers(from) && kind === "file" && needsServer(to) && !typeOnly)
    return `${from} runs in browsers and may not import ${to} of the server`;
  return undefined;
}
