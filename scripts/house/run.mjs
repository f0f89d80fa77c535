import { ROOT } from "../lib/project.mjs";
import { houseFaults } from "./check.mjs";

const faults = await houseFaults(ROOT);
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(
    `\n${faults.length} imports that the house does not allow; who may import whom stands in scripts/house/table.mjs.`,
  );
  process.exitCode = 1;
}
