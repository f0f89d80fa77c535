/** The package in Node. */
export * from "./public";
export { solve } from "./parallel/solve";
