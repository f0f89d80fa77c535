/**
 * What `npm run mutation` breaks line by line, and the tests that have to notice. Each section runs by itself: the
 * tests of one would only slow down another.
 * @type {Record<string, { mutate: string[], tests: string[], env?: Record<string, string> }>}
 */
export const SECTIONS = {
  domain: {
    mutate: ["app/domain/**/*.ts"],
    // Those that read source files would see the mutants' code.
    tests: ["tests/unit/{access,domain,driver,planning,calculations,exports,imports}/**/*.test.ts"],
  },
  repositories: {
    mutate: ["app/db/repositories/*.ts"],
    // Without those of migrations, indexes and checkpoints: they try other things, and take long or need what is built.
    tests: ["tests/integration/db/**/!(migrations|plan-list-counts|checkpoints).test.ts"],
    env: { ONLY_SQLITE: "1" },
  },
  planner: {
    mutate: ["app/planner/**/*.ts"],
    tests: ["tests/integration/{planning,driver}/**/*.test.ts"],
    env: { ONLY_SQLITE: "1" },
  },
  check: {
    mutate: ["solver/check/**/*.ts"],
    tests: ["tests/solver/check.test.ts", "tests/solver/features/*.test.ts"],
  },
  model: {
    mutate: ["solver/model/**/*.ts"],
    tests: ["tests/solver/{check,fits,stop,vroom-format}.test.ts", "tests/solver/features/*.test.ts"],
  },
};
