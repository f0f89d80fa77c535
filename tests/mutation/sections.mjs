/** Areas of app/features whose own folder of tests holds them. */
const AREAS = ["messages", "billing", "recipients", "imports", "driver"];

/** @param {string} name @returns {Section} without the tests that build or start programs of their own */
const area = (name) => ({
  mutate: [`app/features/${name}/**/*.server.ts`],
  tests: [`tests/integration/${name}/**/!(client-size|programs).test.ts`],
  env: { ONLY_SQLITE: "1" },
});

/**
 * What `npm run mutation` breaks line by line, and the tests that have to notice. Each section runs by itself: the
 * tests of one would only slow down another.
 * @typedef {{ mutate: string[], tests: string[], env?: Record<string, string> }} Section
 * @type {Record<string, Section>}
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
  ...Object.fromEntries(AREAS.map((name) => [name, area(name)])),
  http: {
    mutate: ["app/http/**/*.ts"],
    tests: ["tests/unit/http/!(route-exports).test.ts", "tests/integration/{actions,http}/**/!(large-bodies).test.ts"],
    env: { ONLY_SQLITE: "1" },
  },
  clients: {
    // What works on a page is held by the tests in a browser.
    mutate: ["app/clients/driver/{queue,route-changes,server-clock}.ts", "app/clients/tracking/*.ts"],
    tests: ["tests/unit/{driver,tracking}/**/*.test.ts"],
  },
  check: {
    mutate: ["solver/check/**/*.ts"],
    tests: ["tests/solver/check.test.ts", "tests/solver/features/*.test.ts"],
  },
  model: {
    mutate: ["solver/model/**/*.ts"],
    tests: [
      "tests/solver/{check,fits,stop,vroom-format,vroom-order,vroom-without-matrices}.test.ts",
      "tests/solver/features/*.test.ts",
    ],
  },
};
