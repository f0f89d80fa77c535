/** The package in browsers: the same names as `index.ts`, and no module of Node. */
export * from "./public";
export { solve } from "./solve";
