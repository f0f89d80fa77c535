export * from "./contract";
export { validateProblem } from "./validate/validate-problem";
export { solve } from "./solve";
export { schedule } from "./schedule/schedule";
export { check } from "./check";
