import { nodeTooOld } from "./lib/project.mjs";

// npm test [-- kinds and filters]: lint, typecheck, build and all tests, or the kinds that are named.
const sentence = nodeTooOld(process.versions.node);
if (sentence) {
  console.error(sentence);
  process.exitCode = 1;
} else {
  import("./lib/test-steps.mjs").then(({ main }) => main(process.argv.slice(2)));
}
