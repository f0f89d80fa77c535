// npm start: everything from a fresh clone to a served page. Old versions of Node must be able to read this file,
// or they would answer with a syntax error instead of the sentence; the rest is loaded after the check.
import { nodeTooOld } from "./lib/project.mjs";

const sentence = nodeTooOld(process.versions.node);
if (sentence) {
  console.error(sentence);
  process.exitCode = 1;
} else {
  import("./lib/start-steps.mjs").then(({ start }) => start());
}
