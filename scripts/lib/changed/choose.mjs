/**
 * Which tests a change can reach. Nothing here reads a file, so that a small made-up project can test it.
 *
 * @typedef {import("../../house/graph.mjs").ImportGraph} ImportGraph
 * @typedef {object} Change
 * @property {string[]} changed   files, from the project's root; removed ones too
 * @property {ImportGraph} graph
 * @property {Record<string, string[]>} beyondImports   what a file uses without importing it; a folder stands for every
 *   file in it
 * @property {string[]} tests
 */

/** Files that no program and no test reads. */
const READ_BY_PEOPLE = /^docs\/|\.md$|\.png$|^\.(git|editor|prettier)/;

/** What configures every run of a kind of tests, or of all. */
const FOR_ALL = /^(package(-lock)?\.json|tsconfig\.json|[\w.]+\.config\.\w+|tests\/setup\/)/;

/**
 * @param {Change} change
 * @returns {{ why: string, tests: string[] } | { why: null, tests: string[] }} the tests that run; `why`: the change
 * that makes all of them run
 */
export function testsOf({ changed, graph, beyondImports, tests }) {
  const read = changed.filter((file) => !READ_BY_PEOPLE.test(file));
  const users = usersOf(graph, beyondImports);
  const known = (/** @type {string} */ file) => graph.has(file) || users.has(file) || tests.includes(file);
  const mayOpen = (/** @type {string} */ test) => opensFiles(graph, test) && !(test in beyondImports);
  const forAll = read.find((file) => FOR_ALL.test(file));
  if (forAll) return { why: `${forAll} configures them`, tests };
  const unknown = read.find((file) => !known(file));
  if (unknown) return { why: `nothing imports ${unknown}, so anything may read it`, tests };
  const reached = new Set(read);
  for (const file of reached) for (const user of users.get(file) ?? []) reached.add(user);
  return { why: null, tests: tests.filter((test) => reached.has(test) || mayOpen(test)) };
}

/**
 * A test that opens files by their paths may read any of them, unless `beyondImports` says which.
 * @param {ImportGraph} graph @param {string} test
 */
const opensFiles = (graph, test) =>
  (graph.get(test) ?? []).some(({ kind, to }) => kind === "node" && /^(node:)?fs(\/promises)?$/.test(to));

/**
 * @param {ImportGraph} graph @param {Record<string, string[]>} beyondImports
 * @returns {Map<string, Set<string>>} who uses a file while it runs: types are gone by then
 */
function usersOf(graph, beyondImports) {
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  const add = (/** @type {string} */ file, /** @type {string} */ user) =>
    users.set(file, (users.get(file) ?? new Set()).add(user));
  for (const [from, imports] of graph)
    for (const { to, kind, typeOnly } of imports) if (kind === "file" && !typeOnly) add(to, from);
  for (const [from, files] of Object.entries(beyondImports))
    for (const file of files)
      for (const used of graph.keys()) if (used === file || used.startsWith(`${file}/`)) add(used, from);
  return users;
}
