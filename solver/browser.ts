/** The package in browsers: the same names as in Node, and no module of Node. */
export * from "./public";
export { solve } from "./solve";
