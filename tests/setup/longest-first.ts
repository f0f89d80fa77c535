import path from "node:path";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/**
 * Small files that take long. A clone that has run no tests yet has only their sizes to go by and would begin them
 * last, each beside a worker that has nothing left to do.
 */
export const LONGEST = [
  "tests/integration/http/attacks.test.ts",
  "tests/integration/api/fuzz/fuzz.test.ts",
  "tests/integration/db/migrations.test.ts",
  "tests/integration/access/doors.test.ts",
  "tests/integration/access/api-doors.test.ts",
  "tests/integration/calculations/claims.test.ts",
  "tests/integration/calculations/pipeline.test.ts",
  "tests/integration/addresses/loading.test.ts",
  "tests/integration/planning/undo-among-others.test.ts",
  "tests/integration/planning/sample-day.test.ts",
  "tests/integration/roads/command.test.ts",
];

/** Files in the order of that list, then the others as Vitest has them: the longest of the last run, or the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(path.relative(this.ctx.config.root, moduleId).split(path.sep).join("/"));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
