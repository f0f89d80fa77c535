import { expect, it } from "vitest";
import { mutationScores, scoreTable } from "../../../scripts/lib/mutation-scores.mjs";

const file = (...statuses: string[]) => ({ mutants: statuses.map((status) => ({ status })) });

it("counts what the tests notice by folder, and leaves out what was not tried", () => {
  const scores = mutationScores({
    files: {
      "app/domain/time/hhmm.ts": file("Killed", "Killed", "Survived", "Ignored"),
      "app/domain/route/route.ts": file("NoCoverage", "Timeout", "RuntimeError"),
      "app/domain/time/format.ts": file("Killed", "Pending"),
    },
  });
  expect(scores).toEqual([
    { folder: "app/domain/route", mutants: 2, noticed: 1, missed: 1, score: 50 },
    { folder: "app/domain/time", mutants: 4, noticed: 3, missed: 1, score: 75 },
    { folder: "in all", mutants: 6, noticed: 4, missed: 2, score: 66.6 },
  ]);
  expect(scoreTable(scores).split("\n")).toEqual([
    "folder            mutants  noticed  missed   score",
    "app/domain/route        2        1       1  50.0 %",
    "app/domain/time         4        3       1  75.0 %",
    "in all                  6        4       2  66.6 %",
  ]);
});

it("takes a section without mutants for whole", () => {
  expect(mutationScores({ files: {} })).toEqual([{ folder: "in all", mutants: 0, noticed: 0, missed: 0, score: 100 }]);
});
